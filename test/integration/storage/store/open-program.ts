/** @file A separate program that opens the store at a path, and prints `open` or its error code. */
import { openStore } from '../../../../src/main/storage/store/store.ts';
import { toPaydeskError } from '../../../../src/shared/errors.ts';

const [, , path = ''] = process.argv;
try {
  const store = await openStore(new URL('entry.ts', import.meta.url), path);
  process.stdout.write('open');
  await store.close();
} catch (thrown) {
  process.stdout.write(toPaydeskError(thrown).code);
}
