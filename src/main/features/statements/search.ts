/** @file Searches all stored statements of the active profile, newest first, and publishes hits as they are found. */
import { noSearch } from '../../../shared/contract/review.ts';
import type { SearchHit } from '../../../shared/model/review.ts';
import type { ProfilePublisher, ProfileTopics } from '../../bridge/profile-topics.ts';
import type { Review } from '../../review/client.ts';
import type { RememberedReading } from '../../review/file-shape.ts';
import { sourceSchema } from '../../review/messages.ts';
import type { Store } from '../../store/store.ts';
import type { StatementReadings } from './readings.ts';
import type { RememberedReadings } from './remembered-readings.ts';
import { searchShards } from './search-shards.ts';
import type { StatementStore } from './statement-store.ts';
import type { Statements } from './statements.ts';
import * as tables from './tables/transfer.ts';

export interface StatementSearch {
  /** Starts a search in place of the running one; returns its number. */
  start(text: string): number;
  /** Ends the search and clears its results. */
  end(): void;
}

const maxHits = 500;
const maxHitsPerFile = 100;

export function createStatementSearch(deps: {
  readonly store: Store;
  readonly statementStore: StatementStore;
  readonly review: Review;
  readonly readings: StatementReadings;
  readonly remembered: Pick<RememberedReadings, 'read'>;
  readonly statements: Statements;
  readonly profileTopics: Pick<ProfileTopics, 'of'>;
  readonly onUnexpected: (thrown: unknown) => void;
}): StatementSearch {
  const { store, statementStore, review } = deps;
  let currentNumber = 0;
  /** Publisher of the current search; `null` before the first search. */
  let publisher: ProfilePublisher | null = null;

  async function runSearch(searchNumber: number, profileId: string, text: string): Promise<void> {
    const storedStatements = await store.run(tables.listStoredItems, { profileId, format: 'csv' });
    const hits: SearchHit[] = [];
    let searchedCount = 0;
    let failedCount = 0;
    let hasMoreHits = false;
    const publish = (state: 'running' | 'done') => {
      if (searchNumber !== currentNumber) return;
      const value = {
        search: searchNumber,
        text,
        state,
        searched: searchedCount,
        statements: storedStatements.length,
        hits,
        more: hasMoreHits,
        failed: failedCount,
      };
      publisher?.publish('search', value);
    };
    const readingByWallet = new Map<number, RememberedReading | null>();
    for (const { wallet } of storedStatements)
      if (!readingByWallet.has(wallet.id))
        readingByWallet.set(wallet.id, await deps.remembered.read(profileId, wallet.id));
    const statementByItem = new Map(storedStatements.map((statement) => [statement.item, statement]));
    publish('running');
    await searchShards(review, deps.readings, {
      statements: storedStatements,
      text,
      getReadOptions: (item) => readingByWallet.get(statementByItem.get(item)?.wallet.id ?? 0) ?? null,
      getSource: async (item) => sourceSchema.parse(await statementStore.grant(item)),
      maxHits: () => Math.min(maxHitsPerFile, maxHits - hits.length),
      isActive: () => searchNumber === currentNumber,
      onFound(found) {
        for (const { item, hits: fileHits, more: fileHasMore, failed: fileHasFailed } of found) {
          const statement = statementByItem.get(item);
          if (statement === undefined) continue;
          const { id: statementId, wallet, since, till } = statement;
          const remainingHits = maxHits - hits.length;
          hits.push(
            ...fileHits.slice(0, remainingHits).map((hit) => ({ ...hit, statementId, wallet, since, till })),
          );
          if (fileHasMore || fileHits.length > remainingHits) hasMoreHits = true;
          if (fileHasFailed) failedCount += 1;
        }
        searchedCount += found.length;
        if (found.length > 0) publish('running');
      },
    });
    publish('done');
  }

  function end(): void {
    currentNumber += 1;
    publisher?.publish('search', { ...noSearch, search: currentNumber });
  }

  return {
    start(text) {
      const profileId = deps.statements.activeProfile().id;
      publisher = deps.profileTopics.of(profileId);
      if (text.trim() === '') end();
      else {
        currentNumber += 1;
        runSearch(currentNumber, profileId, text).catch(deps.onUnexpected);
      }
      return currentNumber;
    },
    end,
  };
}
