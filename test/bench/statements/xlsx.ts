/** @file A sealed statement of a million rows and twelve columns exported as an Excel workbook, and every cell read back. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { writeCsv } from '../../../src/main/formats/csv/csv-writer.ts';
import { readSheetRows } from '../../fakes/files/read-workbook.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { exportWorkbook, openForExport, readCells, writeFile } from '../export-workbook.ts';
import { measured, median } from '../measurement.ts';
import { measureDurations, startEngine } from '../statement-engine.ts';
import { statementRows } from '../statement-rows.ts';

const turns = 3;
const sampleMs = 20;

/** Runs the work; returns how much more memory than before this process and another one had at most, in megabytes. */
async function measureMemory(
  currentMemory: () => Promise<number>,
  work: () => Promise<unknown>,
): Promise<number> {
  const total = async () => process.memoryUsage.rss() / 1_000_000 + (await currentMemory());
  const before = await total();
  let most = before;
  let isDone = false;
  const sampling = (async () => {
    while (!isDone) {
      most = Math.max(most, await total());
      await new Promise((resolve) => setTimeout(resolve, sampleMs));
    }
  })();
  await work();
  isDone = true;
  await sampling;
  return most - before;
}

/** The rows of the statement, parsed by another program; the first one has the names. */
function sourceRows(count: number): AsyncIterable<string[]> {
  return Readable.from(statementRows(count)).pipe(parse());
}

/** Counts the cells of a workbook that differ from those of the statement. */
async function countChangedCells(path: string, count: number): Promise<number> {
  const reading = readSheetRows(await readFile(path), 'xl/worksheets/sheet1.xml');
  let changed = 0;
  for await (const cells of sourceRows(count)) {
    const next = reading.next();
    const own = next.done === true ? [] : next.value.cells;
    changed += cells.filter((cell, column) => cell !== (own[column]?.text ?? '')).length;
  }
  return reading.next().done === true ? changed : changed + 1;
}

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 1_000_000, 1_000);
  await using bench = startEngine(context.folder);
  context.say(`Sealing ${count} rows`);
  const exported = await openForExport(bench, await bench.seal(statementRows(count)));
  const path = join(context.folder, 'rows.xlsx');

  context.say('Writing the workbook');
  const engineMemory = async () => (await bench.memory()).now;
  const memory = await measureMemory(engineMemory, () => exportWorkbook(path, exported));
  yield measured('additional memory of main and the statement engine', 'MB', memory, { atMost: 300 });
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const durations = await measureDurations(() => exportWorkbook(path, exported), turns);
  delays.disable();
  const csvPath = join(context.folder, 'rows.csv');
  const [csvMs = 0] = await measureDurations(
    () => writeCsv(writeFile, csvPath, exported.names, readCells(exported)),
    1,
  );
  yield measured(`${count} rows as a workbook, beside CSV`, 's', median(durations) / 1_000, {
    peer: csvMs / 1_000,
    atMost: 10,
  });
  yield measured('longest turn of main meanwhile', 'ms', delays.max / 1e6);
  yield measured('size of the workbook', 'MB', (await stat(path)).size / 1e6);

  context.say('Reading all cells');
  const changed = await countChangedCells(path, count);
  yield measured('cells that are not those of the statement', 'cells', changed, { atMost: 0 });
};
