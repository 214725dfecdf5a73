/** @file Imports ledgers: CSV files as they are, and workbooks converted to CSV beside their original. */
import { baseNameOf } from '../../../../shared/base-name.ts';
import { PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import {
  type Ledger,
  maxLedgerBytes,
  type WorkbookProblem,
} from '../../../../shared/model/statements/ledger.ts';
import { SerialQueue } from '../../../concurrency/serial-queue.ts';
import { EngineEndedError } from '../../../statement-engine/process/client.ts';
import type { StatementPorts } from '../ports.ts';
import type { StoredLedger, StoredOriginal } from './ledger-files.ts';

interface LedgerImportDeps
  extends Pick<StatementPorts, 'readChosenFile' | 'clock' | 'ledgerFiles' | 'engine'> {
  /** Reads a ledger in the statement engine, and counts the attempts. */
  readonly readLedger: <Result>(id: string, read: () => Promise<Result>) => Promise<Result>;
}

interface ImportedLedger {
  readonly ledger: Ledger;
  /** The profile has the file already. */
  readonly isKnown: boolean;
  /** The clerk should check how the file is read. */
  readonly isDoubtful: boolean;
}

const baseDeadlineMs = 60_000;
const deadlineMsPerMegabyte = 1_000;

export function computeDeadlineMs(bytes: number): number {
  return baseDeadlineMs + Math.ceil(bytes / 1_048_576) * deadlineMsPerMegabyte;
}

/** A workbook with several sheets that have cells, of which the clerk chooses one. */
interface SheetChoice {
  readonly name: string;
  readonly sheets: string[];
}

/** Describes a stored ledger; its size is that of the imported file. */
export function toLedger({ id, name, importedAt, size, original }: StoredLedger): Ledger {
  return { id, name, sheet: original?.sheet ?? null, importedAt, size: original?.size ?? size };
}

/** Passes the bytes of a file on. Throws `ledger-too-large`. */
async function* limitSize(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxLedgerBytes)
      throw new PaydeskError('ledger-too-large', 'The ledger is too large', {
        details: { max: maxLedgerBytes },
      });
    // A chunk is valid until the next chunk is requested.
    yield Buffer.from(chunk);
  }
}

/** Returns functions that import the file at a path for a profile, and a sheet of the workbook that was imported last. */
export function createLedgerImport(deps: LedgerImportDeps) {
  const { ledgerFiles, engine } = deps;
  const imports = new SerialQueue();
  /** The workbook whose sheet the clerk chooses. */
  let chosen: { readonly profileId: string; readonly path: string } | null = null;

  /** Reads a new ledger, and removes it again if that is impossible. Returns true if it could be read in two ways. */
  async function isDoubtful(profileId: string, { id, size, options }: StoredLedger): Promise<boolean> {
    try {
      const read = await deps.readLedger(id, async () => {
        const source = await ledgerFiles.grantSource(id);
        return engine.call('readLedger', { source, options }, { deadlineMs: computeDeadlineMs(size) });
      });
      return read.isDoubtful;
    } catch (thrown) {
      if (toPaydeskError(thrown).code === 'ledger-ambiguous') return true;
      await ledgerFiles.remove(profileId, id);
      throw thrown;
    }
  }

  async function convert({ item, size }: StoredOriginal, sheet: string | null) {
    try {
      const source = await ledgerFiles.grantSource(item);
      const options = { deadlineMs: computeDeadlineMs(size) };
      return await engine.call('convertWorkbook', { source, sheet }, options);
    } catch (thrown) {
      if (!(thrown instanceof EngineEndedError)) throw thrown;
      const problem: WorkbookProblem = 'too-large';
      throw new PaydeskError('ledger-workbook', 'The workbook ended the process that read it', {
        details: { problem, names: [] },
      });
    }
  }

  function describe(profileId: string, path: string) {
    const importedAt = new Date(deps.clock.now()).toISOString();
    return { profileId, name: baseNameOf(path), importedAt };
  }

  /** Stores a workbook with the CSV of its sheet, or returns the ledger that was stored of it before. */
  async function importWorkbook(
    profileId: string,
    path: string,
    sheet: string | null,
  ): Promise<ImportedLedger | SheetChoice> {
    const earlier = await ledgerFiles.list(profileId);
    const original = await ledgerFiles.putOriginal(profileId, limitSize(deps.readChosenFile(path)));
    let stored: StoredLedger;
    try {
      const known = earlier.find(
        (ledger) => ledger.original?.sha256 === original.sha256 && ledger.original.sheet === sheet,
      );
      if (known !== undefined) {
        await ledgerFiles.removeOriginal(original);
        return { ledger: toLedger(known), isKnown: true, isDoubtful: false };
      }
      const converted = await convert(original, sheet);
      if ('sheets' in converted) {
        await ledgerFiles.removeOriginal(original);
        chosen = { profileId, path };
        return { name: baseNameOf(path), sheets: converted.sheets };
      }
      const { csv, options } = converted;
      const about = { ...describe(profileId, path), original: { ...original, sheet }, options };
      stored = await ledgerFiles.put(about, [csv]);
    } catch (thrown) {
      await ledgerFiles.removeOriginal(original);
      throw thrown;
    }
    return { ledger: toLedger(stored), isKnown: false, isDoubtful: await isDoubtful(profileId, stored) };
  }

  async function importFile(profileId: string, path: string): Promise<ImportedLedger> {
    const earlier = await ledgerFiles.list(profileId);
    const about = { ...describe(profileId, path), original: null, options: {} };
    const stored = await ledgerFiles.put(about, limitSize(deps.readChosenFile(path)));
    const known = earlier.find(({ sha256, original }) => original === null && sha256 === stored.sha256);
    if (known !== undefined) {
      await ledgerFiles.remove(profileId, stored.id);
      return { ledger: toLedger(known), isKnown: true, isDoubtful: false };
    }
    return { ledger: toLedger(stored), isKnown: false, isDoubtful: await isDoubtful(profileId, stored) };
  }

  // A workbook that has no ledger yet must not look like one whose import was interrupted: one import runs at a time.
  return {
    importChosen: (profileId: string, path: string): Promise<ImportedLedger | SheetChoice> =>
      imports.run(() =>
        path.toLowerCase().endsWith('.xlsx')
          ? importWorkbook(profileId, path, null)
          : importFile(profileId, path),
      ),
    importSheet: (profileId: string, sheet: string): Promise<ImportedLedger | SheetChoice> =>
      imports.run(() => {
        if (chosen?.profileId !== profileId)
          throw new PaydeskError('ledger-unknown', 'No workbook with several sheets was chosen');
        return importWorkbook(profileId, chosen.path, sheet);
      }),
  };
}
