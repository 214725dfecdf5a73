/** @file Handlers of the matching of the open statement, or table of statements, with a ledger. */
import { PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import { describeSettings, formatOpenReason } from '../../../../shared/messages/ledger-texts.ts';
import { formatMatching } from '../../../../shared/model/activity-subject.ts';
import {
  type MatchSettings,
  type MatchSide,
  type MatchSummary,
  matchSideSchema,
  type OpenRow,
} from '../../../../shared/model/statements/ledger.ts';
import { requireActiveProfile } from '../../../app/require-active-profile.ts';
import type { Handlers } from '../../../bridge/registrar.ts';
import { SerialQueue } from '../../../concurrency/serial-queue.ts';
import { writeCsv } from '../../../formats/csv/csv-writer.ts';
import { type CallOptions, EngineEndedError } from '../../../statement-engine/process/client.ts';
import * as procedures from '../database/listing.ts';
import * as transferProcedures from '../database/transfer.ts';
import type { createOpenStatementClient, OpenStatementRef } from '../grid/open-statement.ts';
import type { StatementPorts } from '../ports.ts';
import { ageInDays } from './ledger-age.ts';
import { countLinks, type Decisions, type StoredLedger, toClerkLinks, toPair } from './ledger-files.ts';
import { computeDeadlineMs, createLedgerImport, toLedger } from './ledger-import.ts';
import { type CallMatched, createLinkHandlers, type Matching } from './ledger-links.ts';

interface MatchedStatements extends OpenStatementRef {
  readonly profileId: string;
  readonly statementIds: readonly number[];
  readonly isCombined: boolean;
  /** Number of all rows. */
  readonly rows: number;
  /** The column of references that the clerk chose, or `null`. */
  readonly chosenReference: number | null;
}

interface LedgerDeps
  extends Pick<
    StatementPorts,
    | 'store'
    | 'readChosenFile'
    | 'clock'
    | 'dialogs'
    | 'saved'
    | 'ledgerFiles'
    | 'engine'
    | 'endSignOffs'
    | 'onExported'
    | 'onMatching'
    | 'statements'
    | 'info'
  > {
  readonly client: ReturnType<typeof createOpenStatementClient>;
  /** Returns what is open under a handle. Throws `statement-closed`. */
  readonly requireOpen: (handle: number) => MatchedStatements;
}

const extensions = ['csv', 'tsv', 'txt', 'xlsx'];
const rowsPerCall = 1_000;
/** Attempts at a call that other calls keep interrupting. */
const maxAttempts = 3;

export function createLedgerHandlers(deps: LedgerDeps): Handlers {
  const { statements, ledgerFiles, engine, client, dialogs } = deps;
  /** Changes of decisions run one after the other. */
  const changes = new SerialQueue();
  let current: Matching | null = null;

  async function findLedger(profileId: string, id: string): Promise<StoredLedger> {
    const ledger = (await ledgerFiles.list(profileId)).find((stored) => stored.id === id);
    if (ledger === undefined) throw new PaydeskError('ledger-unknown', 'The ledger is not in the library');
    return ledger;
  }

  /**
   * Reads a ledger in the statement engine, and repeats `read` once when that ended the process. Rejects with
   * `ledger-unreadable` when it did so twice, also after a restart.
   */
  async function readLedger<Result>(id: string, read: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      if (!(await ledgerFiles.beginReading(id)))
        throw new PaydeskError('ledger-unreadable', 'The ledger ended the process that read it, twice');
      try {
        const result = await read();
        await ledgerFiles.endReading(id);
        return result;
      } catch (thrown) {
        const isBroken = thrown instanceof EngineEndedError && thrown.blame !== 'other';
        if (!isBroken) await ledgerFiles.endReading(id);
        if (!(thrown instanceof EngineEndedError) || attempt === maxAttempts) throw thrown;
      }
    }
  }

  const { importChosen, importSheet } = createLedgerImport({ ...deps, readLedger });

  async function describePair(opened: MatchedStatements, ledger: StoredLedger) {
    const { profileId } = opened;
    const hashes: string[] = [];
    for (const id of opened.statementIds) {
      const { sha256, item } = await deps.store.run(transferProcedures.getStoredItem, { profileId, id });
      hashes.push(sha256 ?? item ?? '');
    }
    const files = { ledgerSha256: ledger.sha256, statements: hashes };
    const { header: ledgerHeader } = ledger.options;
    const pair = toPair({ profileId, ...files, statementRows: opened.rows, ledgerHeader });
    return { pair, statements: hashes };
  }

  /** Records which statements a ledger is matched with, for evidence packs. A full disk does not prevent matching. */
  async function recordMatching({ pair, statements: hashes, decisions }: Matching): Promise<void> {
    try {
      await ledgerFiles.saveDecisions(pair, hashes, decisions);
    } catch (thrown) {
      if (toPaydeskError(thrown).code !== 'disk-full') throw thrown;
    }
  }

  /** Returns the currency of a statement that states none; `null` for a table, which knows its statements. */
  async function currencyOf({
    profileId,
    statementIds,
    isCombined,
  }: MatchedStatements): Promise<string | null> {
    const [id] = statementIds;
    if (isCombined || id === undefined) return null;
    return (await deps.store.run(procedures.getStatement, { profileId, id })).wallet.currency;
  }

  async function match({ handle, ledger, decisions, otherLinks }: Matching): Promise<MatchSummary> {
    const opened = deps.requireOpen(handle);
    const currency = await currencyOf(opened);
    const bytes = ledger.size + opened.files.reduce((sum, { size }) => sum + (size ?? 0), 0);
    const options: CallOptions = { deadlineMs: computeDeadlineMs(bytes) };
    const summary = await readLedger(ledger.id, async () => {
      const source = await ledgerFiles.grantSource(ledger.id);
      const { chosenReference: reference } = opened;
      // A change of the column of references matches anew.
      const { options: reading } = ledger;
      const key = `${ledger.id} ${reference ?? ''} ${JSON.stringify(reading)}`;
      const { settings } = decisions;
      const links = toClerkLinks(decisions.links);
      const args = { handle, key, source, options: reading, reference, currency, settings, links };
      return client.callOnce(opened, 'matchLedger', args, options);
    });
    const states = await client.callOnce(opened, 'ledgerStates', { handle }, options);
    // A received view has the buffer of its whole message, and would be sent with all of it.
    await client.setRowStates(opened, 'ledger', new Uint8Array(states));
    return { ...summary, unfitLinks: summary.unfitLinks + otherLinks };
  }

  /** Removes the states of the rows that were matched; what was open may be closed. */
  async function clearStates(handle: number): Promise<void> {
    try {
      await client.setRowStates(deps.requireOpen(handle), 'ledger', new Uint8Array());
    } catch (thrown) {
      if (toPaydeskError(thrown).code !== 'statement-closed') throw thrown;
    }
  }

  function requireMatching(handle: number): Matching {
    deps.requireOpen(handle);
    if (current?.handle !== handle) throw new PaydeskError('statement-closed', 'No ledger is matched');
    return current;
  }

  /** Calls the statement engine about the matched ledger, which is matched again when the process was ended. */
  const callMatched: CallMatched = async (name, args) => {
    const matching = requireMatching(args.handle);
    const opened = deps.requireOpen(args.handle);
    try {
      return await engine.call(name, args);
    } catch (thrown) {
      if (toPaydeskError(thrown).code !== 'statement-closed' && !(thrown instanceof EngineEndedError))
        throw thrown;
    }
    await match(matching);
    return client.callOnce(opened, name, args, {});
  };

  /** Adds what matches of the profile say about names. It stays as it is until the next decision, as a sign-off covers it. */
  async function withAliases(
    pair: Matching['pair'],
    { links, ...stored }: Decisions,
    settings: MatchSettings | null = null,
  ): Promise<Decisions> {
    const aliases = await ledgerFiles.listAliases(pair, links.links);
    return { settings: settings ?? stored.settings, links: { ...links, aliases } };
  }

  /** Stores changed decisions and matches again. Every change adds or removes links. */
  async function decide(matching: Matching, decisions: Decisions): Promise<MatchSummary> {
    let changed = matching;
    if (countLinks(decisions.links) !== countLinks(matching.decisions.links)) {
      await deps.endSignOffs(matching.statements, 'matching');
      changed = { ...matching, decisions: await withAliases(matching.pair, decisions) };
      await ledgerFiles.saveDecisions(matching.pair, matching.statements, changed.decisions);
    }
    current = changed;
    return match(changed);
  }

  /** Ends the sign-offs of the statements that a ledger was matched with. */
  async function endSignOffsOf(ledgerId: string): Promise<void> {
    const matchings = await ledgerFiles.listMatchings(statements.activeProfile().id);
    const ofLedger = matchings.filter(({ ledger }) => ledger.id === ledgerId);
    await deps.endSignOffs(
      ofLedger.flatMap((matching) => matching.statements),
      'matching',
    );
  }

  async function* exportLines(handle: number) {
    const now = deps.clock.now();
    for (const side of matchSideSchema.options) {
      for (let offset = 0; ; offset += rowsPerCall) {
        const page = { side, only: 'all' as const, offset, limit: rowsPerCall, isWhole: true };
        const { rows } = await callMatched('ledgerRows', { handle, ...page });
        for (const row of rows) yield toLine(side, row, now);
        if (rows.length < rowsPerCall) break;
      }
    }
  }

  return {
    'viewer.ledger': {
      choose: async () => {
        const profile = statements.activeProfile();
        const path = await dialogs.chooseFileToOpen(t('ledger.dialog.choose'), extensions);
        if (path === null) return null;
        requireActiveProfile(statements.findActiveProfile(), profile);
        return importChosen(profile.id, path);
      },
      chooseSheet: ({ sheet }) => importSheet(statements.activeProfile().id, sheet),
      list: async () => {
        const ledgers = await ledgerFiles.list(statements.activeProfile().id);
        return { ledgers: ledgers.map(toLedger).toReversed() };
      },
      preview: async ({ ledgerId, options }) => {
        const ledger = await findLedger(statements.activeProfile().id, ledgerId);
        const preview = await readLedger(ledger.id, async () => {
          const source = await ledgerFiles.grantSource(ledger.id);
          const callOptions = { deadlineMs: computeDeadlineMs(ledger.size) };
          return engine.call('previewLedger', { source, options: options ?? ledger.options }, callOptions);
        });
        return { preview, isChosen: ledger.isChosen };
      },
      read: ({ ledgerId, options }) =>
        changes.run(async () => {
          const { id } = await findLedger(statements.activeProfile().id, ledgerId);
          await endSignOffsOf(id);
          await ledgerFiles.setReading(id, Object.keys(options).length === 0 ? null : options);
          return null;
        }),
      match: ({ handle, ledgerId, settings }) =>
        changes.run(async () => {
          const opened = deps.requireOpen(handle);
          const ledger = await findLedger(opened.profileId, ledgerId);
          const described = await describePair(opened, ledger);
          const { otherLinks, isRecorded, ...stored } = await ledgerFiles.readDecisions(described.pair);
          const decisions =
            isRecorded && settings === null ? stored : await withAliases(described.pair, stored, settings);
          const matching = { handle, ledger, ...described, decisions, otherLinks };
          const isChanged = areChanged(decisions, stored, isRecorded);
          if (isChanged) await deps.endSignOffs(described.statements, 'matching');
          if (settings !== null)
            await ledgerFiles.saveDecisions(described.pair, described.statements, decisions);
          const summary = await match(matching);
          if (settings === null && !isRecorded) await recordMatching(matching);
          if (isChanged || !isRecorded) {
            const subject = formatMatching(ledger.name, describeSettings(decisions.settings));
            deps.onMatching(subject, statements.activeProfile());
          }
          current = matching;
          return { ledger: toLedger(ledger), settings: decisions.settings, summary };
        }),
      rows: async (args) => {
        const { total, rows } = await callMatched('ledgerRows', { ...args, isWhole: false });
        const now = deps.clock.now();
        return {
          total,
          rows: rows.map((row) => ({ ...row, ageDays: row.date === null ? null : ageInDays(row.date, now) })),
        };
      },
      matches: (args) => callMatched('ledgerMatches', { ...args, isWhole: false }),
      place: async (args) => ({ place: await callMatched('ledgerPlace', args) }),
      ...createLinkHandlers({ ...deps, changes, requireMatching, callMatched, decide }),
      aliases: async ({ handle }) => {
        const { pair, decisions } = requireMatching(handle);
        return { aliases: await ledgerFiles.listAliases(pair, decisions.links.links) };
      },
      removeAliases: async ({ aliases }) => {
        await changes.run(() => ledgerFiles.removeAliases(statements.activeProfile().id, aliases));
        return null;
      },
      export: async ({ handle }) => {
        requireMatching(handle);
        const profile = statements.activeProfile();
        const path = await dialogs.chooseSavePath(t('ledger.dialog.export'), t('ledger.export.file'));
        if (path === null) return { savedAs: null };
        requireActiveProfile(statements.findActiveProfile(), profile);
        const header = [
          t('ledger.export.side'),
          t('ledger.column.row'),
          t('ledger.column.date'),
          t('ledger.export.age'),
          t('ledger.column.reference'),
          t('ledger.column.name'),
          t('ledger.column.amount'),
          t('ledger.column.currency'),
          t('ledger.column.reason'),
        ];
        // A change between two pages would move rows past the next page.
        await changes.run(() => writeCsv(deps.saved.writeFileAtomically, path, header, exportLines(handle)));
        deps.onExported(path, profile);
        return { savedAs: deps.saved.add(path) };
      },
      retry: ({ ledgerId }) =>
        changes.run(async () => {
          const ledger = await findLedger(statements.activeProfile().id, ledgerId);
          await ledgerFiles.endReading(ledger.id);
          return null;
        }),
      remove: ({ ledgerId }) =>
        changes.run(async () => {
          const matching = current?.ledger.id === ledgerId ? current : null;
          await endSignOffsOf(ledgerId);
          await ledgerFiles.remove(statements.activeProfile().id, ledgerId);
          if (matching === null) return { wasMatched: false };
          current = null;
          await clearStates(matching.handle);
          return { wasMatched: true };
        }),
    },
  };
}

/** True if other settings apply, or other names than those that were recorded with the first matching. */
function areChanged(decisions: Decisions, stored: Decisions, isRecorded: boolean): boolean {
  const [after, before] = isRecorded ? [decisions, stored] : [decisions.settings, stored.settings];
  return JSON.stringify(after) !== JSON.stringify(before);
}

function toLine(side: MatchSide, row: OpenRow, now: number): (string | number)[] {
  return [
    t(`ledger.side.${side}`),
    row.row + 1,
    row.date ?? '',
    row.date === null ? '' : ageInDays(row.date, now),
    row.reference,
    row.name,
    row.amount ?? '',
    row.currency,
    formatOpenReason(row),
  ];
}
