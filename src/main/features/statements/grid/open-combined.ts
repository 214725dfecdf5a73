/** @file Opens several stored statements as a combined statement. A statement that cannot be read is left out, and reported. */
import { PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { CombinedLeftReason } from '../../../../shared/model/statements/open-statement.ts';
import type { Wallet } from '../../../../shared/model/statements/statements.ts';
import type { CallOptions } from '../../../statement-engine/process/client.ts';
import * as transferProcedures from '../database/transfer.ts';
import type { StatementPorts } from '../ports.ts';
import type { MethodResult } from './open-statement.ts';

type CombinedOpenerDeps = Pick<
  StatementPorts,
  'store' | 'statementFiles' | 'engine' | 'readGuard' | 'remembered'
>;

/** A stored CSV statement of the table. */
interface TableFile {
  readonly id: number;
  readonly item: string;
  readonly size: number;
  readonly wallet: Wallet;
  /** Calendar dates. */
  readonly since: string;
  readonly till: string;
}

interface LeftStatement {
  readonly id: number;
  readonly reason: CombinedLeftReason;
}

interface PreparedTable {
  readonly profileId: string;
  /** In the order of their rows. */
  readonly files: readonly TableFile[];
  readonly left: readonly LeftStatement[];
}

/** A statement of the open table. */
interface OpenPart {
  readonly file: TableFile;
  readonly firstRow: number;
  readonly rows: number;
  /** Number of rows before the data in the file. */
  readonly head: number;
  readonly isDoubtful: boolean;
}

/** Restarts after a statement ended the process. Each statement is unreadable after two. */
const maxRestarts = 10;

function formatWallet({ id, name }: Wallet): string {
  return name === null || name === '' ? String(id) : `${name} ${id}`;
}

/** Returns a text that is sorted by time: a month as `2026-01`, another period with both days. */
function formatPeriod({ since, till }: Pick<TableFile, 'since' | 'till'>): string {
  const nextDay = new Date(Date.parse(till) + 86_400_000).toISOString();
  const isMonth =
    since.endsWith('-01') && nextDay.slice(8, 10) === '01' && till.startsWith(since.slice(0, 7));
  return isMonth ? since.slice(0, 7) : `${since} – ${till}`;
}

function describeOrigin({ wallet, since, till, ...file }: TableFile) {
  return {
    walletId: wallet.id,
    wallet: formatWallet(wallet),
    period: formatPeriod({ ...file, since, till }),
    since,
    till,
    currency: wallet.currency ?? t('statementViewer.table.unknownCurrency', { wallet: formatWallet(wallet) }),
  };
}

/** Creates the opener of tables. */
export function createCombinedOpener({
  store,
  statementFiles,
  engine,
  readGuard,
  remembered,
}: CombinedOpenerDeps) {
  async function begin(handle: number, files: readonly TableFile[], options: CallOptions): Promise<void> {
    const names = {
      wallet: t('statementViewer.table.wallet'),
      period: t('statementViewer.table.period'),
      row: t('statementViewer.row'),
    };
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    await engine.call('unite', { handle, names, origins: files.map(describeOrigin), bytes }, options);
  }

  async function add(
    handle: number,
    { profileId, files }: Pick<PreparedTable, 'profileId' | 'files'>,
    index: number,
    options: CallOptions,
  ) {
    const file = files[index];
    if (file === undefined) throw new PaydeskError('arguments-invalid', 'The table has no such statement');
    return engine.call(
      'uniteNext',
      {
        handle,
        index,
        source: await statementFiles.grantSource(file.item),
        remembered: await remembered.read(profileId, file.wallet.id),
      },
      options,
    );
  }

  /** Adds all statements once. Returns the index of the first one that cannot be read, or `null`. */
  async function addAll(
    handle: number,
    table: Pick<PreparedTable, 'profileId' | 'files'>,
    requireWanted: () => void,
  ): Promise<{ readonly doubts: boolean[] } | { readonly failed: number; readonly error: PaydeskError }> {
    await begin(handle, table.files, {});
    const doubts: boolean[] = [];
    for (const [index, file] of table.files.entries()) {
      requireWanted();
      try {
        const { isDoubtful } = await readGuard.read(file, (options) => add(handle, table, index, options));
        doubts.push(isDoubtful);
      } catch (thrown) {
        return { failed: index, error: toPaydeskError(thrown) };
      }
    }
    return { doubts };
  }

  return {
    /** Finds the stored statements. Rejects with `statement-not-stored` when none of them has rows. */
    async prepare(profileId: string, statementIds: readonly number[]): Promise<PreparedTable> {
      const wanted = new Set(statementIds);
      const stored = await store.run(transferProcedures.listStoredItems, { profileId, format: null });
      const csvs = await store.run(transferProcedures.listStoredItems, { profileId, format: 'csv' });
      const files = csvs
        .filter(({ id }) => wanted.has(id))
        .sort(
          (one, two) =>
            one.wallet.id - two.wallet.id ||
            one.since.localeCompare(two.since) ||
            one.till.localeCompare(two.till),
        );
      const fileIds = new Set(files.map(({ id }) => id));
      const storedIds = new Set(stored.map(({ id }) => id));
      const left = [...wanted].flatMap((id): LeftStatement[] =>
        fileIds.has(id) ? [] : [{ id, reason: storedIds.has(id) ? 'pdf' : 'not-stored' }],
      );
      if (files.length === 0)
        throw new PaydeskError('statement-not-stored', 'None of the statements is stored as CSV');
      return { profileId, files, left };
    },

    /** Opens the table. A statement that ends the process twice is left out. `requireWanted` throws to stop. */
    async open(handle: number, prepared: PreparedTable, requireWanted: () => void) {
      let files = prepared.files;
      const left: LeftStatement[] = [...prepared.left];
      for (let restarts = 0; ; restarts += 1) {
        const added = await addAll(handle, { profileId: prepared.profileId, files }, requireWanted);
        if ('doubts' in added) {
          const { opened, parts, repeated } = await engine.call('uniteEnd', { handle });
          return { opened, left, repeated, parts: toParts(files, parts, added.doubts) };
        }
        const { code } = added.error;
        const failed = files[added.failed];
        // The process that has the table was ended by this statement or by another one.
        if ((code !== 'statement-closed' && code !== 'statement-unreadable') || restarts === maxRestarts)
          throw added.error;
        if (code === 'statement-unreadable' && failed !== undefined) {
          left.push({ id: failed.id, reason: 'unreadable' });
          files = files.filter((file) => file !== failed);
        }
        if (files.length === 0) throw added.error;
      }
    },

    /** Opens the table in a new process. */
    async reopen(
      handle: number,
      profileId: string,
      parts: readonly OpenPart[],
      options: CallOptions,
    ): Promise<void> {
      const files = parts.map(({ file }) => file);
      await begin(handle, files, options);
      for (const index of files.keys()) await add(handle, { profileId, files }, index, options);
      await engine.call('uniteEnd', { handle }, options);
    },
  };
}

function toParts(
  files: readonly TableFile[],
  parts: MethodResult<'uniteEnd'>['parts'],
  doubts: readonly boolean[],
): OpenPart[] {
  return parts.flatMap(({ index, ...rows }) => {
    const file = files[index];
    return file === undefined ? [] : [{ file, ...rows, isDoubtful: doubts[index] === true }];
  });
}
