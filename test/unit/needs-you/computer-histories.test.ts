/**
 * @file Whatever happens to keychain, library, updates, disk and the administrator's file, in any order and with
 * restarts: what waits for a person is in the list, and nothing else is. What waits is said here once more, apart from
 * the program's own rules.
 */
import { expect, test } from 'vitest';
import { createTopics } from '../../../src/main/bridge/topics.ts';
import { createNeedsYou } from '../../../src/main/features/needs-you/needs-you.ts';
import { createRandom } from '../../../src/main/simulator/random.ts';
import { needsYouCommands, needsYouTopics } from '../../../src/shared/contract/needs-you.ts';
import { type UpdateState, updateProblemSchema } from '../../../src/shared/contract/updates.ts';
import type { LibraryState } from '../../../src/shared/model/library.ts';
import { keyOfNeed, type Need } from '../../../src/shared/model/needs-you.ts';
import type { Keychain } from '../../../src/shared/model/session.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { everyNeed } from '../../fakes/every-need.ts';
import { firstTopics } from '../../fakes/first-topics.ts';

const { error } = everyNeed['library-unavailable'];

/** Each state of the computer with the kinds of lines that it asks for. */
const keychains: readonly [Keychain['state'], string][] = [
  ['available', ''],
  ['locked', 'keychain'],
  ['absent', 'keychain'],
  ['refused', 'keychain'],
];

const libraries: readonly [LibraryState, string][] = [
  [{ state: 'unused' }, ''],
  [{ state: 'session-only', items: 0 }, ''],
  [{ state: 'session-only', items: 2 }, 'library-session-only'],
  [{ state: 'unavailable', error }, 'library-unavailable'],
  [{ state: 'kept', items: 0, missing: 0, foreign: 0 }, ''],
  [{ state: 'kept', items: 3, missing: 0, foreign: 1 }, 'recovery-unsaved'],
  [{ state: 'kept', items: 3, missing: 1, foreign: 0 }, 'library-missing recovery-unsaved'],
];

const updates: readonly [UpdateState, string][] = [
  [{ state: 'off' }, ''],
  [{ state: 'current' }, ''],
  [{ state: 'checking' }, ''],
  [{ state: 'downloading', version: '2.0.0' }, ''],
  [{ state: 'installing', version: '2.0.0' }, ''],
  [{ state: 'ready', version: '2.0.0', notes: '', urgent: false }, 'update-ready'],
  ...updateProblemSchema.options.map((problem): [UpdateState, string] => [
    { state: 'failed', problem },
    // It is looked for again by itself.
    problem === 'unreachable' ? '' : 'update-failed',
  ]),
];

/** A computer to which anything happens, and the list about it. */
class Computer {
  readonly clock = createFakeClock();
  readonly topics = createTopics(this.clock, firstTopics);
  readonly #random: () => number;
  #keychain = '';
  #library = '';
  #update = '';
  #problems = 0;
  #isDiskFull = false;
  #keysToRemove: string[] = [];
  #isRecoverySaved = false;
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
      facts: async () => ({ keysToRemove: this.#keysToRemove, isRecoverySaved: this.#isRecoverySaved }),
      close: async () => undefined,
      onUnexpected: (thrown) => this.unexpected.push(thrown),
    });
    needsYou.start();
    return needsYou;
  }

  #one<Item>(items: readonly Item[]): Item {
    const chosen = items[Math.floor(this.#random() * items.length)];
    if (chosen === undefined) throw new Error('There is nothing to choose from');
    return chosen;
  }

  /** Something happens. */
  async happen(): Promise<void> {
    const changes: (() => void | Promise<void>)[] = [
      () => {
        const [state, lines] = this.#one(keychains);
        this.#keychain = lines;
        this.topics.publish('keychain', { state, name: 'Secret Service' });
      },
      () => {
        const [state, lines] = this.#one(libraries);
        this.#library = lines;
        this.topics.publish('library', state);
      },
      () => {
        const [state, lines] = this.#one(updates);
        this.#update = lines;
        this.topics.publish('update', state);
      },
      () => {
        this.#problems = this.#one([0, 2]);
        const managedProblems = Array.from({ length: this.#problems }, (_, line) => `Line ${line}`);
        this.topics.publish('profiles', { ...firstTopics.profiles, managedProblems });
      },
      () => {
        this.#isDiskFull = this.#random() < 0.5;
        this.#needsYou.diskFull(this.#isDiskFull);
      },
      () => {
        this.#keysToRemove = this.#one([[], ['north'], ['north', 'south']]);
        this.#needsYou.changed();
      },
      () => {
        this.#isRecoverySaved = this.#random() < 0.5;
        this.#needsYou.changed();
      },
      async () => {
        this.starts += 1;
        await this.#needsYou.stop();
        this.#needsYou = this.#start();
        // The disk is found full once more by whatever is written next.
        this.#needsYou.diskFull(this.#isDiskFull);
      },
    ];
    await this.#one(changes)();
    await this.clock.advance(2_000);
  }

  /** What waits for a person now, as kinds of lines. */
  expected(): string[] {
    const library = this.#library
      .split(' ')
      .filter((kind) => kind !== 'recovery-unsaved' || !this.#isRecoverySaved);
    return [
      this.#keychain,
      ...library,
      this.#update,
      this.#isDiskFull ? 'disk-full' : '',
      this.#problems > 0 ? 'managed-problems' : '',
      ...this.#keysToRemove.map(() => 'key-to-remove'),
    ]
      .filter((kind) => kind !== '')
      .sort();
  }

  /** The lines of the list, and the number on the rail. */
  async listed(): Promise<{ needs: readonly Need[]; total: number }> {
    const list = this.#needsYou.handlers['needsYou.list'];
    const { rows } = needsYouCommands['needsYou.list'].result.parse(
      await list?.call({ offset: 0, limit: 100 }),
    );
    const { value } = this.topics.subscribe({ send: () => undefined }, 'needsYou');
    return { needs: rows, total: needsYouTopics.needsYou.value.parse(value).total };
  }
}

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'what waits at this computer is in the list and nothing else is, whatever happens to it (seed %i)',
  async (seed) => {
    const computer = new Computer(createRandom(seed));
    let before = new Map<string, string | null>();
    let starts = computer.starts;
    for (let step = 0; step < 30; step += 1) {
      const at = new Date(computer.clock.now()).toISOString();
      await computer.happen();
      const { needs, total } = await computer.listed();
      expect(needs.map(({ kind }) => kind).sort()).toEqual(computer.expected());
      expect(total).toBe(needs.length);
      // A line says since when it is there: the same time for as long as it is.
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
