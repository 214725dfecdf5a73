/** @file Handlers of the comparison of two stored statements. */
import { maxComparableStatements } from '../../../../shared/contract/comparison.ts';
import { PaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import {
  type ComparedRow,
  type ComparisonSummary,
  maxComparedBytes,
  type RowDifference,
} from '../../../../shared/model/statements/comparison.ts';
import { requireActiveProfile } from '../../../app/require-active-profile.ts';
import type { Handlers } from '../../../bridge/registrar.ts';
import { writeCsv } from '../../../formats/csv/csv-writer.ts';
import type { MethodName } from '../../../statement-engine/process/messages.ts';
import * as comparisonProcedures from '../database/comparison.ts';
import * as procedures from '../database/listing.ts';
import { callReopening, type MethodArgs, type MethodResult } from '../grid/open-statement.ts';
import { formatExportName } from '../original.ts';
import type { StatementPorts } from '../ports.ts';
import { findStoredRows, type StoredStatement } from '../stored-statement.ts';

/** Two statements and the days to compare. */
interface Comparison {
  readonly handle: number;
  readonly profileId: string;
  readonly earlier: StoredStatement;
  readonly later: StoredStatement;
  readonly overlap: { readonly since: string; readonly till: string } | null;
}

interface OpenComparison extends Comparison {
  readonly columns: ComparisonSummary['columns'];
}

const rowsPerCall = 1_000;

/** Returns the days in both periods of a wallet; `null` for equal periods, other wallets, and without such days. */
function findOverlap(one: StoredStatement, other: StoredStatement): Comparison['overlap'] {
  const isSamePeriod = one.since === other.since && one.till === other.till;
  if (one.walletId !== other.walletId || isSamePeriod) return null;
  const since = one.since > other.since ? one.since : other.since;
  const till = one.till < other.till ? one.till : other.till;
  return since > till ? null : { since, till };
}

/** Converts a calendar date to YYYYMMDD. */
function dayNumber(date: string): number {
  return Number(date.replaceAll('-', ''));
}

/** Creates the handlers. One comparison is open at a time. */
export function createComparisonHandlers(deps: StatementPorts): Handlers {
  const { statements, store, statementFiles, engine, readGuard } = deps;
  let current: OpenComparison | null = null;
  let latestHandle = 0;

  async function sourceOf({ item, walletId }: StoredStatement, profileId: string) {
    return {
      source: await statementFiles.grantSource(item),
      remembered: await deps.remembered.read(profileId, walletId),
      reference: (await deps.layouts.read(profileId, walletId))?.reference ?? null,
    };
  }

  /** Reads each statement alone, so that a crash is attributed to the statement that causes it. */
  async function readAlone({ earlier, later, handle, profileId }: Comparison): Promise<void> {
    for (const file of [earlier, later]) {
      await readGuard.read(file, async (options) => {
        const { source, remembered } = await sourceOf(file, profileId);
        await engine.call('open', { handle, source, options: {}, remembered }, options);
        await engine.call('close', { handle }, options);
      });
    }
  }

  async function readBoth(comparison: Comparison): Promise<ComparisonSummary | null> {
    const { earlier, later, overlap, handle, profileId } = comparison;
    return readGuard.readMany([earlier, later], async (ids, options) => {
      if (ids.size < 2) throw new PaydeskError('statement-unreadable', 'A statement cannot be read');
      const days =
        overlap === null ? null : { first: dayNumber(overlap.since), last: dayNumber(overlap.till) };
      const [earlierSource, laterSource] = await Promise.all([
        sourceOf(earlier, profileId),
        sourceOf(later, profileId),
      ]);
      return engine.call('compare', { handle, earlier: earlierSource, later: laterSource, days }, options);
    });
  }

  async function compare(comparison: Comparison): Promise<ComparisonSummary> {
    const summary = await readBoth(comparison);
    if (summary !== null) return summary;
    await readAlone(comparison);
    const repeated = await readBoth(comparison);
    if (repeated === null) throw new PaydeskError('engine-failed', 'The comparison ended the process twice');
    return repeated;
  }

  /** Closes a comparison. Never rejects: the end of the process closes the comparison too. */
  async function closeComparison(handle: number): Promise<void> {
    await engine.call('close', { handle }).catch(() => undefined);
  }

  async function closeCurrent(): Promise<void> {
    const previous = current;
    current = null;
    if (previous !== null) await closeComparison(previous.handle);
  }

  deps.openStatements.onClose(closeCurrent);

  function requireOpen(handle: number): OpenComparison {
    const isOpen = current?.handle === handle && current.profileId === statements.findActiveProfile()?.id;
    if (!isOpen || current === null) throw new PaydeskError('statement-closed', 'The comparison is not open');
    return current;
  }

  /** Calls the statement engine about the open comparison, which is repeated when the process has ended. */
  async function callOpen<Name extends MethodName>(
    name: Name,
    args: MethodArgs<Name> & { readonly handle: number },
  ): Promise<MethodResult<Name>> {
    const comparison = requireOpen(args.handle);
    return readGuard.readOpen([comparison.earlier, comparison.later], (options) =>
      callReopening(
        () => engine.call(name, args, options),
        async () => {
          await compare(comparison);
          requireOpen(args.handle);
        },
      ),
    );
  }

  async function open({ statementId, otherId }: { statementId: number; otherId: number }) {
    const profileId = statements.activeProfile().id;
    latestHandle = deps.nextHandle();
    const handle = latestHandle;
    const [earlier, later] = await Promise.all(
      [Math.min(statementId, otherId), Math.max(statementId, otherId)].map((id) =>
        findStoredRows(store, profileId, id),
      ),
    );
    if (earlier === undefined || later === undefined) throw new Error('Two statements are compared');
    const size = (earlier.size ?? 0) + (later.size ?? 0);
    if (size > maxComparedBytes)
      throw new PaydeskError('comparison-too-large', 'The statements are too large to compare', {
        details: { size, max: maxComparedBytes },
      });
    await closeCurrent();
    const comparison = { handle, profileId, earlier, later, overlap: findOverlap(earlier, later) };
    const summary = await compare(comparison);
    if (handle !== latestHandle) {
      await closeComparison(handle);
      throw new PaydeskError('statement-closed', 'Another comparison was opened meanwhile');
    }
    current = { ...comparison, columns: summary.columns };
    const statementOf = async ({ id }: StoredStatement) =>
      statements.activeWorker().statementOf(await store.run(procedures.getStatement, { profileId, id }));
    return {
      handle,
      earlier: await statementOf(earlier),
      later: await statementOf(later),
      isIdentical: earlier.sha256 !== null && earlier.sha256 === later.sha256,
      overlap: comparison.overlap,
      summary,
    };
  }

  async function listStatements({ statementId, text }: { statementId: number; text: string }) {
    const profileId = statements.activeProfile().id;
    const own = await findStoredRows(store, profileId, statementId);
    const wanted = text.trim().toLowerCase();
    const rows = await store.run(comparisonProcedures.listComparable, { profileId, id: statementId });
    const matching = rows.filter(({ wallet, since, till }) =>
      `${wallet.id} ${wallet.name ?? ''} ${since} ${till}`.toLowerCase().includes(wanted),
    );
    return {
      total: matching.length,
      statements: matching.slice(0, maxComparableStatements).map((row) => {
        const isOwnWallet = row.wallet.id === own.walletId;
        const isSamePeriod = row.since === own.since && row.till === own.till;
        const overlaps = row.since <= own.till && row.till >= own.since;
        const relation = !isOwnWallet
          ? 'other'
          : isSamePeriod
            ? 'same-period'
            : overlaps
              ? 'overlapping'
              : 'other';
        return { ...row, relation } as const;
      }),
    };
  }

  /** Yields the lines of the export: one for an added or removed row, two for a row that both files have. */
  async function* exportLines(handle: number, differences: readonly RowDifference[]) {
    const { columns } = requireOpen(handle);
    for (let offset = 0; ; offset += rowsPerCall) {
      const page = { differences: [...differences], offset, limit: rowsPerCall, isWhole: true };
      const { rows } = await callOpen('comparedRows', { handle, ...page });
      for (const row of rows) yield* linesOf(row, columns);
      if (rows.length < rowsPerCall) return;
    }
  }

  return {
    'viewer.compare': {
      statements: listStatements,
      open,
      rows: (args) => callOpen('comparedRows', { ...args, isWhole: false }),
      next: async (args) => ({ place: await callOpen('nextDifference', args) }),
      export: async ({ handle, differences }) => {
        const { earlier, columns } = requireOpen(handle);
        const profile = statements.activeProfile();
        const statement = await store.run(procedures.getStatement, { profileId: profile.id, id: earlier.id });
        const path = await deps.dialogs.chooseSavePath(
          t('statementCompare.dialog.export'),
          formatExportName(statement, ' (differences).csv'),
        );
        if (path === null) return { savedAs: null };
        requireActiveProfile(statements.findActiveProfile(), profile);
        const header = [
          t('statementCompare.column.difference'),
          t('statementCompare.export.statement'),
          t('statementCompare.column.row'),
          t('statementCompare.export.columns'),
          ...columns.map(({ name }) => name),
        ];
        await writeCsv(deps.saved.writeFileAtomically, path, header, exportLines(handle, differences));
        deps.onExported(path, profile);
        return { savedAs: deps.saved.add(path) };
      },
      close: async ({ handle }) => {
        if (current?.handle !== handle) return null;
        current = null;
        await closeComparison(handle);
        return null;
      },
    },
  };
}

function* linesOf(
  { difference, earlier, later, changed, notation }: ComparedRow,
  columns: ComparisonSummary['columns'],
): Generator<(string | number)[]> {
  const differing = [...changed, ...notation].toSorted((one, other) => one - other);
  const names = differing.map((index) => columns[index]?.name ?? '').join(', ');
  const start = t(`statementCompare.difference.${difference}`);
  if (earlier !== null)
    yield [start, t('statementCompare.earlier'), earlier.row + 1, names, ...earlier.cells];
  if (later !== null) yield [start, t('statementCompare.later'), later.row + 1, names, ...later.cells];
}
