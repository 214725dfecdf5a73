/** @file A runner over tables in memory, with files that a test gives, and a practice company that it reaches by HTTP. */
import { expect, onTestFinished } from 'vitest';
import { systemRandom } from '../../../src/main/clock.ts';
import type { Intake } from '../../../src/main/features/documents/intake/intake.ts';
import type { Reread } from '../../../src/main/features/documents/intake/reread.ts';
import { Bandwidth } from '../../../src/main/features/documents/transfer/bandwidth.ts';
import { Progress } from '../../../src/main/features/documents/transfer/progress.ts';
import { Runner } from '../../../src/main/features/documents/transfer/runner.ts';
import { type Simulator, startSimulator } from '../../../src/main/simulator/simulator.ts';
import type { Procedure } from '../../../src/main/store/procedure.ts';
import type { Store } from '../../../src/main/store/store.ts';
import type { PaydeskError } from '../../../src/shared/errors.ts';
import { eventually } from '../../fakes/eventually.ts';
import { openService } from '../../fakes/service.ts';
import { createMovingClock, type MovingClock } from '../../integration/documents/moving-clock.ts';
import { type DocumentOptions, openTables, profile, type Tables } from './tables.ts';

/** A runner and everything around it. */
export interface Running {
  readonly runner: Runner;
  readonly simulator: Simulator;
  readonly tables: Tables;
  readonly clock: MovingClock;
  readonly progress: Progress;
  /** What reading the file at a path gives; ten bytes unless a test says otherwise. */
  readonly files: Map<string, () => Promise<Reread>>;
  /** What the runner told. */
  readonly told: {
    readonly interrupted: PaydeskError[];
    readonly changes: (number | null)[];
    readonly ended: { id: number; number: number; state: string }[];
    readonly unexpected: unknown[];
    attached: number;
  };
  /** Called before each procedure of the store runs. */
  before: (name: string) => void;
  /** A batch that runs, with so many documents that are ready, all of one beneficiary. */
  batch(documents: number, options?: DocumentOptions): { batchId: number; ids: number[] };
  /** Waits until all of these documents are in a state. */
  until(state: string, ids: readonly number[]): Promise<void>;
  stateOfBatch(batchId: number): unknown;
  /** How many calls of a route the practice company has had. */
  calls(route: string): number;
}

/** Starts everything but the runner; it ends with the test, and nothing unexpected may have been thrown. */
export async function startRunning(): Promise<Running> {
  const clock = createMovingClock();
  const simulator = await startSimulator({ time: clock.now });
  onTestFinished(() => simulator.close());
  const tables = openTables();
  const { apiKey, clientId } = simulator.credentials;
  const { hosts } = simulator;
  const { service } = openService({ base: hosts.beneficiary, hosts, apiKey, clientId, clock });
  const told: Running['told'] = { interrupted: [], changes: [], ended: [], unexpected: [], attached: 0 };
  const files: Running['files'] = new Map();
  const intake: Intake = {
    groupByDrive: async (items) => [[...items]],
    async *walk() {},
    async *pieces() {},
    async *bytesOf() {},
    inspect: async () => [],
    probe: async () => [],
    reread: ({ path }) =>
      files.get(path)?.() ?? Promise.resolve({ kind: 'bytes', bytes: new Uint8Array(10).fill(path.length) }),
    close: () => undefined,
  };
  const store: Store = {
    async run<Args, Result>(procedure: Procedure<Args, Result>, args: Args): Promise<Result> {
      running.before(procedure.name);
      return tables.run(procedure, args);
    },
    close: async () => undefined,
  };
  const progress = new Progress(clock);
  const runner = new Runner({
    store,
    intake,
    clock,
    random: { ...systemRandom, fraction: () => 0 },
    progress,
    bandwidth: new Bandwidth(clock, () => null),
    profile: { ...profile, hosts },
    service,
    onInterrupted: (error) => told.interrupted.push(error),
    onChange: (batchId) => told.changes.push(batchId),
    onAttached: () => {
      told.attached += 1;
    },
    onEnded: (batch) => told.ended.push(batch),
    onUnexpected: (thrown) => told.unexpected.push(thrown),
  });
  onTestFinished(async () => {
    simulator.faults.clear();
    await runner.stop();
    expect(told.unexpected).toEqual([]);
  });
  const running: Running = {
    runner,
    simulator,
    tables,
    clock,
    progress,
    files,
    told,
    before: () => undefined,
    batch(documents, options) {
      const batchId = tables.batch('running');
      const beneficiaryId = options?.beneficiaryId ?? tables.beneficiary(`rcp-${batchId}`);
      const ids = Array.from({ length: documents }, () =>
        tables.document(batchId, 'ready', { ...options, beneficiaryId }),
      );
      return { batchId, ids };
    },
    until: (state, ids) =>
      eventually(() => expect(ids.map((id) => tables.stateOf(id))).toEqual(ids.map(() => state)), 5),
    stateOfBatch: (batchId) => tables.value('batch', batchId, 'state'),
    calls: (route) => simulator.calls().filter((call) => call.route === route).length,
  };
  return running;
}
