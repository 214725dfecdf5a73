/**
 * @file The Needs you feature: gathers the open work of all features and profiles into one list, most urgent first.
 * It does not depend on other features; each provides its open work as an {@link OpenWorkSource}.
 */
import type { Changes } from '../../../shared/contract/answers.ts';
import { topics as topicDefinitions } from '../../../shared/contract/index.ts';
import { maxTopNeeds } from '../../../shared/contract/needs-you.ts';
import {
  type ClosableNeed,
  isClosable,
  keyOfNeed,
  type Moving,
  type Need,
  type OpenWork,
  sortedNeeds,
  urgencyOf,
} from '../../../shared/model/needs-you/needs-you.ts';
import { screenOf } from '../../../shared/model/needs-you/screen-target.ts';
import { noWaitingWork, waitingWorkOf } from '../../../shared/model/session/waiting-work.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import type { Topics } from '../../bridge/topics.ts';
import type { Ports } from '../ports.ts';
import { type ComputerFacts, computerNeeds } from './computer.ts';
import type { SaveHandover } from './handover/save-handover.ts';
import { toNeedLine } from './target.ts';

/** Returns the open work of a feature at `now` (milliseconds since 1970). */
type OpenWorkSource = (now: number) => Promise<OpenWork>;

interface NeedsYouDeps extends Pick<Ports, 'clock' | 'onUnexpected'> {
  readonly topics: Pick<Topics, 'publish' | 'subscribe'>;
  readonly sources: readonly OpenWorkSource[];
  /** The facts about this computer that no topic publishes. */
  readonly facts: () => Promise<Pick<ComputerFacts, 'keysToRemove' | 'isRecoverySaved'>>;
  /** Closes an entry that the clerk no longer wants. */
  readonly close: (need: ClosableNeed) => Promise<void>;
  readonly saveHandover: SaveHandover;
  /** The actions on stored files whose retention period is over. */
  readonly retentionActions: Pick<NonNullable<Handlers['needsYou.items']>, 'listDue' | 'removeDue'>;
}

export type NeedsYou = ReturnType<typeof createNeedsYou>;

/** Minimum milliseconds between two passes while open work changes. */
const minPauseMs = 500;
/** Milliseconds until the next pass after a failed one. */
const failedPauseMs = 5_000;
/** Milliseconds until the next pass without a reported change: links and requests also expire over time. */
const agingPauseMs = 30_000;

/** Topics of this computer whose values become entries of the list. */
const computerTopics = ['keychain', 'library', 'update', 'profiles', 'diskFull', 'clockOffset'] as const;

/** Creates the feature; it gathers nothing before `start`. */
export function createNeedsYou(deps: NeedsYouDeps) {
  const { clock, topics } = deps;
  const firstSeenByName = new Map<string, string>();
  let lastGathered: OpenWork & { readonly at: number } = { needs: [], moving: [], at: clock.now() };
  let publishedText = '';
  let revision = 0;
  let isDirty = true;
  let isStopped = true;
  let lastGatheredAt = Number.NEGATIVE_INFINITY;
  let gathering: Promise<void> | null = null;
  let cancelTimer: () => void = () => undefined;

  const subscriber = { send: (_changes: Changes) => invalidate() };

  function readTopic<Name extends (typeof computerTopics)[number]>(name: Name) {
    return topics.subscribe(subscriber, name).value;
  }

  async function readFacts(): Promise<ComputerFacts> {
    const { managedProblems } = topicDefinitions.profiles.value.parse(readTopic('profiles'));
    return {
      ...(await deps.facts()),
      keychain: topicDefinitions.keychain.value.parse(readTopic('keychain')),
      library: topicDefinitions.library.value.parse(readTopic('library')),
      update: topicDefinitions.update.value.parse(readTopic('update')),
      managedProblems: managedProblems.length,
      clockOffset: topicDefinitions.clockOffset.value.parse(readTopic('clockOffset')),
      diskFull: topicDefinitions.diskFull.value.parse(readTopic('diskFull')),
    };
  }

  /** Returns the entries about this computer, each with the time at which it was first seen. */
  function listComputerNeeds(facts: ComputerFacts, now: number): Need[] {
    const names = new Set<string>();
    const entries = computerNeeds(facts, (name) => {
      names.add(name);
      const since = firstSeenByName.get(name) ?? new Date(now).toISOString();
      firstSeenByName.set(name, since);
      return since;
    });
    for (const name of firstSeenByName.keys()) if (!names.has(name)) firstSeenByName.delete(name);
    return entries;
  }

  async function gather(): Promise<void> {
    isDirty = false;
    const now = clock.now();
    const [facts, ...openWork] = await Promise.all([
      readFacts(),
      ...deps.sources.map((source) => source(now)),
    ]);
    lastGathered = {
      needs: sortedNeeds([...listComputerNeeds(facts, now), ...openWork.flatMap(({ needs }) => needs)]),
      moving: sumMoving(openWork.flatMap(({ moving }) => moving)),
      at: now,
    };
    publish();
  }

  function publish(): void {
    const { needs, moving } = lastGathered;
    const text = JSON.stringify([needs, moving]);
    if (text === publishedText) return;
    publishedText = text;
    revision += 1;
    const byUrgency: Partial<Record<(typeof urgencyOf)[Need['kind']], number>> = {};
    for (const { kind } of needs) byUrgency[urgencyOf[kind]] = (byUrgency[urgencyOf[kind]] ?? 0) + 1;
    const byProfile = Map.groupBy(needs.map(toNeedLine), ({ profileId }) => profileId);
    const waitingWorkByProfile = new Map(waitingWorkOf(needs).map((work) => [work.profileId, work]));
    topics.publish('needsYou', {
      revision,
      total: needs.length,
      byUrgency,
      byProfile: [...byProfile].flatMap(([profileId, lines]) => {
        if (profileId === null) return [];
        const screens = Map.groupBy(lines, ({ target }) => screenOf(target));
        return {
          profileId,
          number: lines.length,
          byScreen: Object.fromEntries([...screens].map(([screen, { length }]) => [screen, length])),
          waiting: waitingWorkByProfile.get(profileId) ?? noWaitingWork(profileId),
        };
      }),
      top: needs.slice(0, maxTopNeeds).map(toNeedLine),
      moving: [...moving],
    });
  }

  function gatherOnce(): Promise<void> {
    gathering ??= gatherAndSchedule();
    return gathering;
  }

  async function gatherAndSchedule(): Promise<void> {
    let nextDelayMs = failedPauseMs;
    try {
      await gather();
      nextDelayMs = isDirty ? minPauseMs : agingPauseMs;
    } catch (thrown) {
      isDirty = true;
      if (!isStopped) deps.onUnexpected(thrown);
    } finally {
      gathering = null;
      lastGatheredAt = clock.monotonic();
      scheduleNext(nextDelayMs);
    }
  }

  /** Gathers the work if it may have changed; returns the last gathered work when it cannot be read. */
  async function readCurrentList(): Promise<typeof lastGathered> {
    await gathering;
    if (isDirty && !isStopped) await gatherOnce();
    return lastGathered;
  }

  /** Gathers the work once more; returns the last gathered work when it cannot be read. */
  async function readForHandover() {
    await gathering;
    isDirty = true;
    const work = await readCurrentList();
    return { ...work, profiles: topicDefinitions.profiles.value.parse(readTopic('profiles')).entries };
  }

  function scheduleNext(delayMs: number): void {
    cancelTimer();
    if (isStopped) return;
    cancelTimer = clock.after(delayMs, () => {
      isDirty = true;
      void gatherOnce();
    });
  }

  function invalidate(): void {
    if (isDirty || isStopped) return;
    isDirty = true;
    if (gathering === null) scheduleNext(Math.max(0, lastGatheredAt + minPauseMs - clock.monotonic()));
  }

  async function close(key: string): Promise<void> {
    const need = lastGathered.needs.find((entry) => keyOfNeed(entry) === key);
    if (need === undefined || !isClosable(need)) return;
    await deps.close(need);
  }

  return {
    handlers: {
      'needsYou.list': async ({ offset, limit, urgency }) => {
        // Later pages use the work that was gathered for the first page.
        const { needs, moving } = offset === 0 ? await readCurrentList() : lastGathered;
        const needsOfUrgency =
          urgency === null ? needs : needs.filter(({ kind }) => urgencyOf[kind] === urgency);
        return {
          total: needsOfUrgency.length,
          rows: needsOfUrgency.slice(offset, offset + limit).map(toNeedLine),
          moving: [...moving],
        };
      },
      'needsYou.items': {
        ...deps.retentionActions,
        close: async ({ key }) => {
          await close(key);
          return null;
        },
        saveHandover: async () => ({ savedAs: await deps.saveHandover(clock.now(), readForHandover) }),
      },
    } satisfies Handlers,
    /** Starts gathering. */
    start() {
      isStopped = false;
      for (const name of computerTopics) topics.subscribe(subscriber, name);
      void gatherOnce();
    },
    /** Gathers the open work soon. Call when the open work of any feature may have changed. */
    invalidate,
    async stop() {
      isStopped = true;
      cancelTimer();
      await gathering;
    },
  };
}

/** Sums the numbers by kind and profile. */
function sumMoving(moving: readonly Moving[]): Moving[] {
  const sums = new Map<string, Moving>();
  for (const entry of moving) {
    const key = `${entry.kind} ${entry.profileId}`;
    sums.set(key, { ...entry, number: entry.number + (sums.get(key)?.number ?? 0) });
  }
  return [...sums.values()];
}
