/** @file Searches all stored statements of the active profile, newest first; hits stream into a topic. */
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
  let current = 0;
  /** Publisher of the current search; `null` before the first search. */
  let publisher: ProfilePublisher | null = null;

  async function run(mine: number, profileId: string, text: string): Promise<void> {
    const items = await store.run(tables.storedItems, { profileId, format: 'csv' });
    const hits: SearchHit[] = [];
    let searched = 0;
    let failed = 0;
    let more = false;
    const publish = (state: 'running' | 'done') => {
      if (mine !== current) return;
      const value = { search: mine, text, state, searched, statements: items.length, hits, more, failed };
      publisher?.publish('search', value);
    };
    const byWallet = new Map<number, RememberedReading | null>();
    for (const { wallet } of items)
      if (!byWallet.has(wallet.id)) byWallet.set(wallet.id, await deps.remembered.read(profileId, wallet.id));
    const statementOf = new Map(items.map((statement) => [statement.item, statement]));
    publish('running');
    await searchShards(review, deps.readings, {
      statements: items,
      text,
      remembered: (item) => byWallet.get(statementOf.get(item)?.wallet.id ?? 0) ?? null,
      grant: async (item) => sourceSchema.parse(await statementStore.grant(item)),
      maxHits: () => Math.min(maxHitsPerFile, maxHits - hits.length),
      isActive: () => mine === current,
      onFound(found) {
        for (const { item, hits: places, more: hasMore, failed: hasFailed } of found) {
          const statement = statementOf.get(item);
          if (statement === undefined) continue;
          const { id: statementId, wallet, since, till } = statement;
          const room = maxHits - hits.length;
          hits.push(...places.slice(0, room).map((hit) => ({ ...hit, statementId, wallet, since, till })));
          if (hasMore || places.length > room) more = true;
          if (hasFailed) failed += 1;
        }
        searched += found.length;
        if (found.length > 0) publish('running');
      },
    });
    publish('done');
  }

  function end(): void {
    current += 1;
    publisher?.publish('search', { ...noSearch, search: current });
  }

  return {
    start(text) {
      const profileId = deps.statements.profile().id;
      publisher = deps.profileTopics.of(profileId);
      if (text.trim() === '') end();
      else {
        current += 1;
        run(current, profileId, text).catch(deps.onUnexpected);
      }
      return current;
    },
    end,
  };
}
