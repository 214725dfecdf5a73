/** @file Reads files as wallet statements: opens, sums and checks every file as Paydesk does. */
import { readFile } from 'node:fs/promises';
import { systemClock } from '../../src/main/concurrency/clock.ts';
import { createStatementEngine } from '../../src/main/statement-engine/process/client.ts';
import { t } from '../../src/shared/messages/index.ts';
import type { LeftOutReason, Opened } from '../../src/shared/model/statements/open-statement.ts';
import { startProcess } from '../../test/fakes/platform/platform.ts';
import type { FileReader } from './reader.ts';

const handle = 1;
/** Facts that a single file does not provide; checks that need them report no result. */
const unknownFacts = {
  walletId: 0,
  companyId: '',
  currency: null,
  since: '0001-01-01',
  till: '9999-12-31',
  transactions: null,
  size: null,
  sha256: null,
};
const pointsOfFile = new Set(['rows', 'amounts', 'balance', 'references', 'encoding']);
/** Reasons for which the clerk is asked what the words of the left-out rows mean. */
const undecidedReasons: ReadonlySet<LeftOutReason> = new Set(['undirected', 'unknown-state', 'unclear']);
/** Rows of the file that the output shows in full. */
const rowsShown = 3;

/** Creates a reader with Paydesk's statement engine and its limits. */
export function createStatementFileReader(): FileReader {
  const engine = createStatementEngine({
    processes: { start: startProcess },
    clock: systemClock,
    entry: new URL('../../src/main/entries/statement-engine.ts', import.meta.url),
  });

  async function calculateSums({ columns }: Opened) {
    const sums: unknown[] = [];
    const hasDebits = columns.some(({ role, isSummed }) => role === 'debit' && isSummed);
    for (const [index, { name, role, isSummed }] of columns.entries()) {
      // The sums of the debit column include the credits.
      if (!isSummed || (role === 'credit' && hasDebits)) continue;
      const columnSums = await engine.call('sums', { handle, column: index, choice: { kind: 'all' } });
      const decided = columnSums.leftOut.every(({ reason }) => !undecidedReasons.has(reason));
      sums.push({ column: index, name, decided, ...columnSums });
    }
    return sums;
  }

  async function readBytes(bytes: Uint8Array) {
    const source = { kind: 'bytes' as const, bytes };
    const { opened } = await engine.call('open', { handle, source, options: {} });
    const points = await engine.call('check', { handle, facts: unknownFacts });
    return {
      ...opened,
      sums: await calculateSums(opened),
      integrity: points
        .filter(({ id, result }) => pointsOfFile.has(id) && result !== 'cannot')
        .map((point) => ({
          ...point,
          text:
            point.result === 'passed' || point.id === 'signature'
              ? t(`integrity.point.${point.id}`)
              : t(`integrity.concern.${point.id}`),
        })),
      firstRows: (await engine.call('window', { handle, offset: 0, limit: rowsShown })).map(
        ({ cells }) => cells,
      ),
    };
  }

  return {
    async read(path) {
      const bytes = await readFile(path);
      if (bytes.subarray(0, 1_024).includes('%PDF-'))
        return { kind: 'pdf', reason: 'Its pages are shown; they have no rows.' };
      try {
        return { kind: 'table', ...(await readBytes(bytes)) };
      } catch (thrown) {
        return { kind: 'unreadable', reason: thrown instanceof Error ? thrown.message : String(thrown) };
      }
    },
    close() {
      engine.close();
      return Promise.resolve();
    },
  };
}
