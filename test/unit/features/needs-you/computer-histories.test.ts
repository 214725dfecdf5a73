/**
 * @file Random sequences of changes to keychain, library, updates, disk and the administrator's file, with restarts:
 * the list contains exactly the lines of its facts, which computer.test.ts checks, and each keeps its time.
 */
import { expect, test } from 'vitest';
import { createTopics } from '../../../../src/main/bridge/topics.ts';
import { type ComputerFacts, computerNeeds } from '../../../../src/main/features/needs-you/computer.ts';
import { createNeedsYou } from '../../../../src/main/features/needs-you/needs-you.ts';
import { createRandom } from '../../../../src/main/practice/data/random.ts';
import { needsYouCommands, needsYouTopics } from '../../../../src/shared/contract/needs-you.ts';
import { type UpdateState, updateProblemSchema } from '../../../../src/shared/contract/updates.ts';
import type { LibraryState } from '../../../../src/shared/model/library.ts';
import { keyOfNeed, type Need } from '../../../../src/shared/model/needs-you/needs-you.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { everyNeed } from '../../../fakes/every-need.ts';
import { firstTopics } from '../../../fakes/first-topics.ts';

const { error } = everyNeed['library-unavailable'];

const keychains = (['available', 'locked', 'absent', 'refused'] as const).map((state) => ({
  state,
  name: 'K',
}));

const libraries: readonly LibraryState[] = [
  { state: 'unused' },
  { state: 'session-only', items: 0, proofs: 0, statements: 0 },
  { state: 'session-only', items: 2, proofs: 2, statements: 0 },
  { state: 'unavailable', error },
  { state: 'kept', items: 0, missing: 0, foreign: 0 },
  { state: 'kept', items: 3, missing: 0, foreign: 1 },
  { state: 'kept', items: 3, missing: 1, foreign: 0 },
];

const updates: readonly UpdateState[] = [
  ...(['off', 'current', 'checking'] as const).map((state) => ({ state })),
  ...(['downloading', 'installing'] as const).map((state) => ({ state, version: '2.0.0' })),
  { state: 'ready', version: '2.0.0', notes: '', urgent: false },
  ...updateProblemSchema.options.map((problem) => ({ state: 'failed' as const, problem })),
];

/** A simulated computer with its list of needs. */
class Computer {
  readonly clock = createFakeClock();
  readonly topics = createTopics(this.clock, firstTopics);
  readonly #random: () => number;
  #facts: ComputerFacts = {
    keychain: firstTopics.keychain,
    library: firstTopics.library,
    update: firstTopics.update,
    managedProblems: 0,
    diskFull: firstTopics.diskFull,
    clockOffset: firstTopics.clockOffset,
    keysToRemove: [],
    isRecoverySaved: false,
  };
  starts = 1;
  readonly unexpected: unknown[] = [];
  #needsYou = this.#start();

  constructor(random: () => number) {
    this.#random = random;
  }

  #start() {
    const needsYou = createNeedsYou({
      clock: this.clock,
      topics: this.topics,
      sources: [],
      facts: async () => this.#facts,
      close: async () => undefined,
      saveHandover: async () => null,
      retentionActions: { listDue: () => ({ total: 0, rows: [] }), removeDue: () => ({ removed: 0 }) },
      onUnexpected: (thrown) => this.unexpected.push(thrown),
    });
    needsYou.start();
    return needsYou;
  }

  #pick<Item>(items: readonly Item[]): Item {
    const chosen = items[Math.floor(this.#random() * items.length)];
    if (chosen === undefined) throw new Error('There is nothing to choose from');
    return chosen;
  }

  #set(change: Partial<ComputerFacts>): ComputerFacts {
    this.#facts = { ...this.#facts, ...change };
    return this.#facts;
  }

  /** Applies one random change. */
  async change(): Promise<void> {
    const isOn = this.#random() < 0.5;
    const changes: (() => void | Promise<void>)[] = [
      () => this.topics.publish('keychain', this.#set({ keychain: this.#pick(keychains) }).keychain),
      () => this.topics.publish('library', this.#set({ library: this.#pick(libraries) }).library),
      () => this.topics.publish('update', this.#set({ update: this.#pick(updates) }).update),
      () => {
        const managedProblems = isOn ? ['Line 1', 'Line 2'] : [];
        this.#set({ managedProblems: managedProblems.length });
        this.topics.publish('profiles', { ...firstTopics.profiles, managedProblems });
      },
      () => this.topics.publish('clockOffset', this.#set({ clockOffset: isOn ? 3_600_000 : 0 }).clockOffset),
      () => {
        const diskFull = isOn ? { freeBytes: 0, neededBytes: 1_000_000 } : null;
        this.topics.publish('diskFull', this.#set({ diskFull }).diskFull);
      },
      () => {
        this.#set({ keysToRemove: this.#pick([[], ['north'], ['north', 'south']]), isRecoverySaved: isOn });
        this.#needsYou.invalidate();
      },
      async () => {
        this.starts += 1;
        await this.#needsYou.stop();
        this.#needsYou = this.#start();
      },
    ];
    await this.#pick(changes)();
    await this.clock.advance(2_000);
  }

  /** The kinds of lines that the list must have now. */
  expected(): string[] {
    return computerNeeds(this.#facts, () => '')
      .map(({ kind }) => kind)
      .sort();
  }

  /** The lines of the list, and their number in the navigation. */
  async listed(): Promise<{ needs: readonly Need[]; total: number }> {
    const list = this.#needsYou.handlers['needsYou.list'];
    const { rows } = needsYouCommands['needsYou.list'].result.parse(
      await list?.({ offset: 0, limit: 100, urgency: null }),
    );
    const { value } = this.topics.subscribe({ send: () => undefined }, 'needsYou');
    return { needs: rows, total: needsYouTopics.needsYou.value.parse(value).total };
  }
}

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'the list contains exactly the needs of this computer after every change (seed %i)',
  async (seed) => {
    const computer = new Computer(createRandom(seed));
    let before = new Map<string, string | null>();
    let starts = computer.starts;
    for (let step = 0; step < 30; step += 1) {
      const at = new Date(computer.clock.now()).toISOString();
      await computer.change();
      const { needs, total } = await computer.listed();
      expect(needs.map(({ kind }) => kind).sort()).toEqual(computer.expected());
      expect(total).toBe(needs.length);
      // The time of a line stays the same while the line is listed.
      if (starts !== computer.starts) before.clear();
      starts = computer.starts;
      for (const need of needs) {
        const since = before.get(keyOfNeed(need));
        if (since === undefined) expect((need.since ?? '') >= at).toBe(true);
        else expect(need.since).toBe(since);
      }
      before = new Map(needs.map((need) => [keyOfNeed(need), need.since]));
    }
    expect(computer.unexpected).toEqual([]);
  },
);
