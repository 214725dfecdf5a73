/** @file A view of 20,000 rows as PDF: time, and the memory of main and of the process that lays out the pages. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startSimulator } from '../../practice/simulator.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { measured } from '../measurement.ts';
import { memoryDuring, residentBytes } from '../processes.ts';
import { startProgram } from '../program.ts';
import { storeStatements } from '../request-statement.ts';

/** Days of January 2026 on which the practice company pays, with a margin. */
const daysWithPayments = 21.5;

export const part: BenchPart = async function* (context) {
  const rows = scaled(context, 20_000, 100);
  const company = await startSimulator({ transactionsPerDay: Math.floor(rows / daysWithPayments) });
  const storageHosts = [new URL(company.storage).host];
  await using program = await startProgram({ folder: context.folder, company, storageHosts });
  await program.signIn();
  context.say(`Storing ${rows} rows`);
  await storeStatements(program, [{ walletId: 1001, since: '2026-01-01', till: '2026-01-31' }], 1);
  const { rows: stored } = await program.call('statements.list', { state: 'stored', offset: 0, limit: 1 });
  const statementId = stored[0]?.id ?? 0;
  const { handle, opened } = await program.call('viewer.open', { statementId, options: null });
  const path = join(context.folder, 'rows.pdf');
  await program.paydesk.answerDialogs({ save: path });
  const before = await residentBytes(program.pid);
  const startedAt = performance.now();
  const { main, other } = await memoryDuring(program.pid, () =>
    program.call('viewer.export', {
      action: 'view',
      handle,
      columns: [...opened.columns.keys()],
      format: 'pdf',
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const megabytes = (bytes: number) => bytes / 1_000_000;
  yield measured(`${opened.rows} rows as PDF`, 's', seconds, { atMost: 20 });
  yield measured('main, above before', 'MB', megabytes(main - before), { atMost: 500 });
  yield measured('largest other process', 'MB', megabytes(other), { atMost: 500 });
  await company.close();
  yield measured('the PDF', 'MB', megabytes((await stat(path)).size));
};
