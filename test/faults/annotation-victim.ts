/** @file Appends entries to the history of a statement until it is killed, and reports each that is durable. */
import process from 'node:process';
import { createAnnotationLog } from '../../src/main/features/statements/annotations/annotation-log.ts';
import { encodeRows } from '../../src/main/features/statements/annotations/row-set.ts';
import { file, openNamedLibrary } from './victim-library.ts';

const library = openNamedLibrary();
const log = createAnnotationLog(library);
for (let next = (await log.read(file)).length + 1; ; next += 1) {
  const annotation = { kind: 'note', text: `Note ${next}` } as const;
  const rows = encodeRows(Uint32Array.of(next));
  const change = { type: 'annotate', annotation, rows, fileRows: 1_000_000 } as const;
  const { sequence } = await log.append(file, { act: `act ${next}`, at: next, who: 'anna', change });
  process.send?.(sequence);
}
