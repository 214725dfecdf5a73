/** @file Statements of different lengths: the cost of opening, matching and exporting a row. */
import { join } from 'node:path';
import { defaultMatchSettings } from '../../../src/shared/model/ledger.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { exportHandle, exportWorkbook } from '../export-workbook.ts';
import { GrowthRecord, growthFactors } from '../growth.ts';
import { createLedgerFiles } from '../ledger-files.ts';
import { benchLibrary, measureDurations, reviewProcess } from '../review-process.ts';
import { statementRows } from '../statement-rows.ts';

const turns = 5;
const choice = { settings: defaultMatchSettings, links: { links: [], separated: [] } };

export const part: BenchPart = async function* (context) {
  const base = scaled(context, 60_000, 5_000);
  const exportedBase = scaled(context, 6_000, 1_000);
  const library = benchLibrary(context.folder);
  const record = new GrowthRecord();
  const { review } = reviewProcess();
  const sourceOf = async (id: string) => ({ kind: 'sealed' as const, grant: await library.createGrant(id) });
  const open = async (id: string) =>
    review.call('open', { handle: exportHandle, source: await sourceOf(id), options: {} });
  try {
    for (const factor of growthFactors) {
      const count = base * factor;
      context.say(`${count} rows`);
      const { id } = await library.seal('statement', {}, statementRows(count));
      await open(id);
      for (const openingMs of await measureDurations(() => open(id), turns))
        record.add('a row of a statement is opened', factor, openingMs, count);

      const rowCount = exportedBase * factor;
      const exported = await library.seal('statement', {}, statementRows(rowCount));
      const { opened } = await open(exported.id);
      const rows = await review.call('numbers', { handle: exportHandle, choice: { kind: 'all' } });
      const names = opened.columns.map(({ name }) => name);
      const path = join(context.folder, 'rows.xlsx');
      const exportRows = () => exportWorkbook(path, { review, names, rows });
      await exportRows();
      for (const exportingMs of await measureDurations(exportRows, turns))
        record.add('a row is exported as a workbook', factor, exportingMs, rowCount);

      const files = createLedgerFiles(count);
      const statement = await library.seal('statement', {}, [files.statement]);
      const ledger = await library.seal('ledger', {}, [files.ledger]);
      const match = async () => {
        await open(statement.id);
        await review.call('matchLedger', {
          handle: exportHandle,
          key: ledger.id,
          source: await sourceOf(ledger.id),
          reference: null,
          currency: null,
          ...choice,
        });
      };
      await match();
      for (const matchingMs of await measureDurations(match, turns))
        record.add('a row is opened and matched with a ledger', factor, matchingMs, count);
    }
  } finally {
    review.close();
    await library.close();
  }
  yield* record.measurements();
};
