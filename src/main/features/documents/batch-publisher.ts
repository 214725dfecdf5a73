/**
 * @file Publishes the summaries of batches to the window: recounts them when documents change, at most once per
 * interval.
 */
import { type BatchSummary, countNeedingClerk } from '../../../shared/model/documents/batch.ts';
import type { ProfilePublisher } from '../../bridge/profile-topics.ts';
import { delay } from '../../concurrency/delay.ts';
import type { Clock } from '../../platform/platform.ts';
import type { PausedHost } from '../../service/http/host-backoff.ts';
import type { Store } from '../../storage/store/store.ts';
import * as procedures from './database/batches.ts';
import { selectOpenBatches, selectOpenBatchIds } from './database/open-batches.ts';
import type { Progress } from './transfer/progress.ts';

/** Milliseconds between two counts, and between two updates of the progress. Each update costs the window a frame. */
const publishIntervalMs = 250;

/** Number of open batches that are published individually; the others are published as one total. */
const maxPublishedBatches = 50;

/** Creates the publisher without batches. */
export function createBatchPublisher(deps: {
  readonly store: Store;
  readonly clock: Clock;
  readonly progress: Progress;
  readonly publisher: ProfilePublisher;
  /** The host that has asked for a pause; `null` when none has. */
  readonly pausedHost: () => PausedHost | null;
  readonly onUnexpected: (thrown: unknown) => void;
}) {
  const { store, clock, progress, publisher } = deps;
  const openedBatchIds = new Set<number>();
  const revisions = new Map<number, number>();
  let profileId: string | null = null;
  let rows: procedures.SummaryRow[] = [];
  /** Totals of the open batches that are not published individually. */
  let unlistedTotals = { batches: 0, needClerk: 0 };
  /** The profile whose batches were published last. */
  let publishedProfileId: string | null = null;
  let isCounting = false;
  let isCountNeeded = false;
  let isStopped = false;
  let currentCount: Promise<void> = Promise.resolve();
  let isUpdateScheduled = false;
  let isDiskFull = false;

  function publish(): void {
    const batches = rows.map(summaryOf);
    publisher.publish('moreBatches', unlistedTotals);
    publisher.publish('batches', batches);
    if (isUpdateScheduled || !rows.some(({ id }) => progress.listTransfers(id).length > 0)) return;
    isUpdateScheduled = true;
    clock.after(publishIntervalMs, () => {
      isUpdateScheduled = false;
      publish();
    });
  }

  function summaryOf({
    groups,
    resumedAt,
    resumedSentAgain,
    resumedUnknown,
    ...row
  }: procedures.SummaryRow): BatchSummary {
    const transfers = progress.listTransfers(row.id);
    // The pause cannot be stored on a full disk, so it is only published.
    const isWaitingForDisk = isDiskFull && row.state === 'running';
    return {
      ...row,
      ...(isWaitingForDisk ? { state: 'paused', pauseReason: 'disk-full' } : {}),
      counts: Object.fromEntries(groups.map(({ group, documents }) => [group, documents])),
      transfers,
      rate: transfers.length === 0 ? null : progress.bytesPerSecond(),
      held: row.state === 'running' ? currentHold() : null,
      revision: revisions.get(row.id) ?? 0,
      resumed:
        resumedAt === null ? null : { at: resumedAt, sentAgain: resumedSentAgain, unknown: resumedUnknown },
    };
  }

  function currentHold(): BatchSummary['held'] {
    const pausedHost = deps.pausedHost();
    if (pausedHost === null) return null;
    return { host: pausedHost.host, until: new Date(clock.now() + pausedHost.remainingMs).toISOString() };
  }

  async function countBatches(): Promise<void> {
    isCountNeeded = false;
    const countedProfileId = profileId;
    if (countedProfileId === null) {
      rows = [];
      unlistedTotals = { batches: 0, needClerk: 0 };
    } else {
      const openIds = (await store.run(selectOpenBatchIds, { profileId: countedProfileId })).map(
        ({ id }) => id,
      );
      const shownIds = openIds.slice(0, maxPublishedBatches);
      const ids = [...new Set([...shownIds, ...openedBatchIds])].sort((a, b) => b - a);
      const [summaries, otherTotals] = await Promise.all([
        Promise.all(ids.map((batchId) => store.run(procedures.summarizeBatch, { batchId }))),
        countUnlisted(openIds.filter((id) => !ids.includes(id))),
      ]);
      if (countedProfileId !== profileId) return;
      for (const id of shownIds) openedBatchIds.add(id);
      rows = summaries.filter((row) => row !== null);
      unlistedTotals = otherTotals;
    }
    // During uploads, the next update of the progress is due soon and carries the counts too.
    if (isUpdateScheduled && countedProfileId === publishedProfileId) return;
    publishedProfileId = countedProfileId;
    publish();
  }

  async function countUnlisted(ids: number[]): Promise<typeof unlistedTotals> {
    const batches = ids.length === 0 ? [] : await store.run(selectOpenBatches, { ids });
    return {
      batches: batches.length,
      needClerk: batches.reduce((sum, batch) => sum + countNeedingClerk(batch), 0),
    };
  }

  async function countRepeatedly(): Promise<void> {
    while (isCountNeeded && !isStopped) {
      currentCount = countBatches();
      await currentCount;
      if (!isCountNeeded) return;
      await delay(clock, publishIntervalMs);
    }
  }

  function requestCount(): void {
    isCountNeeded = true;
    if (isCounting) return;
    isCounting = true;
    countRepeatedly()
      .catch(deps.onUnexpected)
      .finally(() => {
        isCounting = false;
        // A request that came as the loop ended would be lost otherwise.
        if (isCountNeeded && !isStopped) requestCount();
      });
  }

  return {
    /** Marks a batch as changed; `null` stands for any batch. */
    invalidate(batchId: number | null) {
      const batchIds = batchId === null ? rows.map(({ id }) => id) : [batchId];
      for (const id of batchIds) revisions.set(id, (revisions.get(id) ?? 0) + 1);
      requestCount();
    },
    /** Publishes a batch, even one that has ended. */
    open(batchId: number) {
      openedBatchIds.add(batchId);
      requestCount();
    },
    /** Switches to the batches of another profile; `null` stands for none. */
    showProfile(newProfileId: string | null) {
      profileId = newProfileId;
      openedBatchIds.clear();
      rows = [];
      unlistedTotals = { batches: 0, needClerk: 0 };
      requestCount();
    },
    /** Reports that the disk is full, or that it has free space again. */
    setDiskFull(isFull: boolean) {
      isDiskFull = isFull;
      publish();
      requestCount();
    },
    /** Stops counting; resolves when the count in progress has ended. */
    async stop() {
      isStopped = true;
      await currentCount.catch(() => undefined);
    },
  };
}
