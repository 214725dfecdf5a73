/** @file Searches all stored statements of the active profile, newest first, and publishes hits as they are found. */
import { maxSearchHits } from '../../../../shared/contract/viewer.ts';
import { PaydeskError } from '../../../../shared/errors.ts';
import {
  hasRowFilter,
  noSearch,
  type SearchFilters,
  type SearchGap,
  type SearchHit,
} from '../../../../shared/model/statements/statement-search.ts';
import type { StatementFormat, Wallet } from '../../../../shared/model/statements/statements.ts';
import type { ProfilePublisher, ProfileTopics } from '../../../bridge/profile-topics.ts';
import type { StatementEngine } from '../../../statement-engine/process/client.ts';
import type { FoundInFile } from '../../../statement-engine/process/methods/search-methods.ts';
import type { RememberedInterpretation } from '../../../statement-engine/read/file-shape.ts';
import type { Store } from '../../../storage/store/store.ts';
import * as procedures from '../database/transfer.ts';
import type { ReadGuard } from '../read-guard.ts';
import type { RememberedInterpretations } from '../requests/wallet-choices.ts';
import type { StatementFiles } from '../statement-files.ts';
import type { Statements } from '../statements.ts';
import { createShardedSearcher } from './search-shards.ts';

/** A stored statement. */
interface StoredStatement {
  readonly format: StatementFormat;
  readonly wallet: Wallet;
  /** Calendar dates. */
  readonly since: string;
  readonly till: string;
}

/** The statements of a search. */
interface SearchScope<Statement> {
  /** Statements to read. */
  readonly statements: Statement[];
  /** PDFs whose rows cannot be compared with the filters. */
  readonly pages: Statement[];
  /** Number of statements that cannot have hits. */
  readonly excluded: number;
}

function canHaveHits({ wallet, since, till }: StoredStatement, filters: SearchFilters): boolean {
  if (filters.walletIds.length > 0 && !filters.walletIds.includes(wallet.id)) return false;
  if (filters.from !== null && till < filters.from) return false;
  if (filters.till !== null && since > filters.till) return false;
  return filters.currency === null || wallet.currency === null || wallet.currency === filters.currency;
}

/** A PDF can be searched for a text, and compared by the currency of its wallet if that is known. */
function canCompare(
  { format, wallet }: StoredStatement,
  { text, from, till, amount, currency }: SearchFilters & { readonly text: string },
): boolean {
  if (format === 'csv') return true;
  if (text === '' || from !== null || till !== null || amount !== null) return false;
  return currency === null || wallet.currency !== null;
}

/** Selects the statements that a search reads. */
function selectStatements<Statement extends StoredStatement>(
  stored: readonly Statement[],
  text: string,
  filters: SearchFilters,
): SearchScope<Statement> {
  const candidates = stored.filter((statement) => canHaveHits(statement, filters));
  return {
    statements: candidates.filter((statement) => canCompare(statement, { text, ...filters })),
    pages: candidates.filter((statement) => !canCompare(statement, { text, ...filters })),
    excluded: stored.length - candidates.length,
  };
}

export type StatementSearch = ReturnType<typeof createStatementSearch>;

export function createStatementSearch(deps: {
  readonly store: Store;
  readonly statementFiles: StatementFiles;
  readonly engine: StatementEngine;
  readonly readGuard: ReadGuard;
  readonly remembered: Pick<RememberedInterpretations, 'read'>;
  readonly statements: Statements;
  readonly profileTopics: Pick<ProfileTopics, 'of'>;
  readonly onUnexpected: (thrown: unknown) => void;
}) {
  const { store, statementFiles, engine } = deps;
  const searcher = createShardedSearcher(engine, deps.readGuard);
  let currentNumber = 0;
  let currentHits: readonly SearchHit[] = [];
  /** Publisher of the current search; `null` before the first search. */
  let publisher: ProfilePublisher | null = null;

  async function readOptionsByWallet(
    profileId: string,
    wallets: readonly Wallet[],
  ): Promise<ReadonlyMap<number, RememberedInterpretation | null>> {
    const ids = [...new Set(wallets.map(({ id }) => id))];
    return new Map(
      await Promise.all(ids.map(async (id) => [id, await deps.remembered.read(profileId, id)] as const)),
    );
  }

  async function runSearch(
    searchNumber: number,
    profileId: string,
    { text, filters }: { readonly text: string; readonly filters: SearchFilters },
  ): Promise<void> {
    const storedStatements = await store.run(procedures.listStoredItems, { profileId, format: null });
    const scope = selectStatements(storedStatements, text, filters);
    const hits: SearchHit[] = [];
    const gaps: SearchGap[] = scope.pages.map((statement) => ({ ...placeOf(statement), reasons: ['pages'] }));
    let searchedCount = 0;
    let failedCount = 0;
    let hasMoreHits = false;
    const publish = (state: 'running' | 'done') => {
      if (searchNumber !== currentNumber) return;
      publisher?.publish('search', {
        search: searchNumber,
        text,
        filters,
        state,
        searched: searchedCount,
        statements: scope.statements.length + scope.pages.length,
        excluded: scope.excluded,
        hits,
        more: hasMoreHits,
        failed: failedCount,
        gaps,
      });
    };
    const wallets = scope.statements.map(({ wallet }) => wallet);
    const interpretationByWallet = await readOptionsByWallet(profileId, wallets);
    const statementByItem = new Map(scope.statements.map((statement) => [statement.item, statement]));

    function addResult({ item, hits: fileHits, more, failed, reasons }: FoundInFile): void {
      const statement = statementByItem.get(item);
      if (statement === undefined) return;
      const place = placeOf(statement);
      const shownHits = fileHits.slice(0, maxSearchHits - hits.length);
      hits.push(
        ...shownHits.map((hit) =>
          hit.kind === 'page'
            ? { ...hit, ...place }
            : { ...hit, ...place, amount: withWalletCurrency(hit.amount, statement.wallet) },
        ),
      );
      if (more || fileHits.length > shownHits.length) hasMoreHits = true;
      if (failed) failedCount += 1;
      if (reasons.length > 0) gaps.push({ ...place, reasons });
    }

    if (searchNumber === currentNumber) currentHits = hits;
    searchedCount = scope.pages.length;
    publish('running');
    await searcher.search({
      statements: scope.statements.map((statement) => ({
        ...statement,
        walletCurrency: statement.wallet.currency,
      })),
      text,
      filters: hasRowFilter(filters) ? filters : null,
      getReadOptions: (item) => interpretationByWallet.get(statementByItem.get(item)?.wallet.id ?? 0) ?? null,
      getSource: statementFiles.grantSource,
      maxHits: () => maxSearchHits - hits.length,
      isActive: () => searchNumber === currentNumber,
      onFound(found) {
        for (const result of found) addResult(result);
        searchedCount += found.length;
        if (found.length > 0) publish('running');
      },
    });
    publish('done');
  }

  function end(): void {
    currentNumber += 1;
    currentHits = [];
    publisher?.publish('search', { ...noSearch, search: currentNumber });
  }

  return {
    /** Starts the threads that search, and returns the wallets of the stored statements. */
    async prepare() {
      const profileId = deps.statements.activeProfile().id;
      const storedStatements = await store.run(procedures.listStoredItems, { profileId, format: null });
      if (storedStatements.length > 0) await searcher.prepare().catch(() => undefined);
      const wallets = new Map(storedStatements.map(({ wallet }) => [wallet.id, wallet]));
      return [...wallets.values()].sort((one, other) => one.id - other.id);
    },
    /** Starts a search in place of the running one; returns its number. */
    start(text: string, filters: SearchFilters) {
      const profileId = deps.statements.activeProfile().id;
      publisher = deps.profileTopics.of(profileId);
      if (text.trim() === '' && !hasRowFilter(filters)) end();
      else {
        currentNumber += 1;
        currentHits = [];
        runSearch(currentNumber, profileId, { text: text.trim(), filters }).catch(deps.onUnexpected);
      }
      return currentNumber;
    },
    /** Returns listed hits of the current search by index. Rejects with `arguments-invalid` for another search. */
    listHits(search: number, indexes: readonly number[]) {
      if (search !== currentNumber)
        throw new PaydeskError('arguments-invalid', 'Another search was started meanwhile');
      return indexes.flatMap((index) => currentHits[index] ?? []);
    },
    /** Ends the search and clears its results. */
    end,
  };
}

function placeOf(statement: {
  readonly id: number;
  readonly wallet: Wallet;
  readonly since: string;
  readonly till: string;
}): Omit<SearchGap, 'reasons'> {
  const { id: statementId, wallet, since, till } = statement;
  return { statementId, wallet, since, till };
}

type CellHit = Extract<SearchHit, { kind: 'cell' }>;

/** Adds the currency of the wallet to an amount without a currency. */
function withWalletCurrency(amount: CellHit['amount'], { currency }: Wallet): CellHit['amount'] {
  return amount === null || amount.currency !== '' || currency === null ? amount : { ...amount, currency };
}
