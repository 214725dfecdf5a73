/** @file Reads files as ledgers: converts each sheet of a workbook, and reads the table as the matching does. */
import { readFile } from 'node:fs/promises';
import { systemClock } from '../../src/main/concurrency/clock.ts';
import { createStatementEngine } from '../../src/main/statement-engine/process/client.ts';
import { PaydeskError } from '../../src/shared/errors.ts';
import type { ReadOptions } from '../../src/shared/model/statements/open-statement.ts';
import { startProcess } from '../../test/fakes/platform/platform.ts';
import type { FileReader } from './reader.ts';

const handle = 1;
/** Maximum rows of a call of the engine. */
const rowsPerCall = 200;

/** Creates a reader with Paydesk's statement engine and its limits. */
export function createLedgerFileReader(): FileReader {
  const engine = createStatementEngine({
    processes: { start: startProcess },
    clock: systemClock,
    entry: new URL('../../src/main/entries/statement-engine.ts', import.meta.url),
  });

  async function readTable(bytes: Uint8Array, options: ReadOptions) {
    const { opened } = await engine.call('open', { handle, source: { kind: 'bytes', bytes }, options });
    const rows: string[][] = [];
    while (rows.length < opened.rows) {
      const page = await engine.call('window', { handle, offset: rows.length, limit: rowsPerCall });
      rows.push(...page.map(({ cells }) => [...cells]));
    }
    const columns = opened.columns.map(({ name, kind, role }) => ({ name, kind, role }));
    return { columns, rows };
  }

  async function readWorkbook(bytes: Uint8Array, sheet: string | null) {
    const converted = await engine.call('convertWorkbook', { source: { kind: 'bytes', bytes }, sheet });
    // A received view has the buffer of its whole message.
    if (!('sheets' in converted)) return readTable(new Uint8Array(converted.csv), converted.options);
    const sheets: unknown[] = [];
    for (const name of converted.sheets) sheets.push({ name, ...(await readWorkbook(bytes, name)) });
    return { sheets };
  }

  return {
    async read(path) {
      const bytes = new Uint8Array(await readFile(path));
      const isWorkbook = path.toLowerCase().endsWith('.xlsx');
      try {
        return { kind: 'ledger', ...(await (isWorkbook ? readWorkbook(bytes, null) : readTable(bytes, {}))) };
      } catch (thrown) {
        const details = thrown instanceof PaydeskError ? { code: thrown.code, ...thrown.details } : {};
        const reason = thrown instanceof Error ? thrown.message : String(thrown);
        return { kind: 'unreadable', reason, ...details };
      }
    },
    close() {
      engine.close();
      return Promise.resolve();
    },
  };
}
