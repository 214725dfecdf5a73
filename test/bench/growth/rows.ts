/** @file Statements of different lengths: the cost of opening, matching and exporting a row. */
import { join } from 'node:path';
import { type BenchPart, scaled } from '../bench.ts';
import { exportWorkbook, openForExport } from '../export-workbook.ts';
import { measureGrowth } from '../growth.ts';
import { createLedgerFiles, ledgerCall } from '../ledger-files.ts';
import { measureDurations, startEngine } from '../statement-engine.ts';
import { statementRows } from '../statement-rows.ts';

const turns = 5;

export const part: BenchPart = async function* (context) {
  const base = scaled(context, 60_000, 5_000);
  const exportedBase = scaled(context, 6_000, 1_000);
  await using bench = startEngine(context.folder);
  const { engine, open } = bench;
  yield* measureGrowth(context, { base, turns: 1, units: 'rows' }, async ({ factor, count, add }) => {
    /** Does work once without a measurement, and then several times. */
    const measure = async (name: string, work: () => Promise<unknown>, units = count) => {
      await work();
      for (const durationMs of await measureDurations(work, turns)) add(name, durationMs, units);
    };
    const id = await bench.seal(statementRows(count));
    await measure('a row of a statement is opened', () => open(id));

    const rowCount = exportedBase * factor;
    const exported = await openForExport(bench, await bench.seal(statementRows(rowCount)));
    const path = join(context.folder, 'rows.xlsx');
    await measure('a row is exported as a workbook', () => exportWorkbook(path, exported), rowCount);

    const files = createLedgerFiles(count);
    const statementId = await bench.seal([files.statement]);
    const ledgerId = await bench.seal([files.ledger], 'ledger');
    await measure('a row is opened and matched with a ledger', async () => {
      await open(statementId);
      await engine.call('matchLedger', ledgerCall(ledgerId, await bench.sourceOf(ledgerId)));
    });
  });
};
