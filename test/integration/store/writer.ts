/**
 * @file A separate program that opens the store at a path and writes notes, many at once, until it is killed. It prints
 * `open` or its error code, and then the text of every note whose commit was reported.
 */
import { writeSync } from 'node:fs';
import { openStore } from '../../../src/main/store/store.ts';
import { toPaydeskError } from '../../../src/shared/errors.ts';
import { write } from './notes.ts';

const [path = '', mode = 'write'] = process.argv.slice(2);
const print = (line: string) => writeSync(1, `${line}\n`);

try {
  const store = await openStore(new URL('entry.ts', import.meta.url), path);
  print('open');
  for (let group = 0; mode === 'write'; group += 1) {
    const texts = Array.from({ length: 20 }, (_, index) => `note ${group}-${index}`);
    await Promise.all(texts.map((text) => store.run(write, { text }).then(() => print(text))));
  }
  await store.close();
} catch (thrown) {
  print(toPaydeskError(thrown).code);
}
