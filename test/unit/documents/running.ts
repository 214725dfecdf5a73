/** @file A runner over tables in memory, with files of the test, and a practice company over HTTP. */
import { expect, onTestFinished } from 'vitest';
import { systemRandom } from '../../../src/main/clock.ts';
import type { RereadDocument } from '../../../src/main/features/documents/intake/byte-connections.ts';
import type { Intake } from '../../../src/main/features/documents/intake/intake.ts';
import { Bandwidth } from '../../../src/main/features/documents/transfer/bandwidth.ts';
import { Progress } from '../../../src/main/features/documents/transfer/progress.ts';
import { Runner } from '../../../src/main/features/documents/transfer/runner.ts';
import { HostBackoff } from '../../../src/main/service/host-backoff.ts';
import type { Procedure } from '../../../src/main/store/procedure.ts';
import type { Store } from '../../../src/main/store/store.ts';
import type { PaydeskError } from '../../../src/shared/errors.ts';
import { eventually } from '../../fakes/eventually.ts';
import { openService } from '../../fakes/service.ts';
import { createMovingClock, type MovingClock } from '../../integration/documents/moving-clock.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { type DocumentOptions, openTables, profile, type Tables } from './tables.ts';

/** A runner with its tables and its service. */
export interface Running {
  readonly runner: Runner;
  readonly simulator: Simulator;
  readonly tables: Tables;
  readonly clock: MovingClock;
  readonly progress: Progress;
  /** The results of reading files by path; ten bytes by default. */
  readonly rereadByPath: Map<string, () => Promise<RereadDocument>>;
  /** The notifications of the runner. */
  readonly events: {
    readonly interrupted: PaydeskError[];
    readonly changes: (number | null)[];
    readonly ended: { id: number; number: number; state: string }[];
    readonly unexpected: unknown[];
    attached: number;
  };
  /** Called before each procedure of the store. */
  beforeProcedure: (name: string) => void;
  /** Adds a running batch with a number of ready documents of one beneficiary. */
  addBatch(documents: number, options?: DocumentOptions): { batchId: number; ids: number[] };
  /** Waits until all of these documents are in a state. */
  untilDocuments(state: string, ids: readonly number[]): Promise<void>;
  stateOfBatch(batchId: number): unknown;
  /** Number of requests that a route of the practice company has received. */
  countCalls(route: string): number;
}

/** A document that was read again, whose memory is the test's. */
export function documentOf(bytes: Uint8Array): Extract<RereadDocument, { readonly kind: 'bytes' }> {
  return { kind: 'bytes', bytes, free: () => undefined };
}

/**
 * Starts everything but the runner. It stops at the end of the test, which fails when an unexpected error was
 * reported.
 */
export async function startRunning(): Promise<Running> {
  const clock = createMovingClock();
  const simulator = await startSimulator({ time: clock.now });
  onTestFinished(() => simulator.close());
  const tables = openTables();
  const { apiKey, clientId } = simulator.credentials;
  const { hosts } = simulator;
  const hostBackoff = new HostBackoff(clock);
  const { service } = openService({
    base: hosts.beneficiary,
    hosts,
    apiKey,
    clientId,
    clock,
    hostBackoff,
  });
  const events: Running['events'] = { interrupted: [], changes: [], ended: [], unexpected: [], attached: 0 };
  const rereadByPath: Running['rereadByPath'] = new Map();
  const intake: Intake = {
    groupByDrive: async (items) => [[...items]],
    async *walk() {},
    async *chunks() {},
    async *readBytes() {},
    inspect: async () => [],
    probe: async () => [],
    reread: ({ path }) =>
      rereadByPath.get(path)?.() ?? Promise.resolve(documentOf(new Uint8Array(10).fill(path.length))),
    close: () => undefined,
  };
  const store: Store = {
    async run<Args, Result>(procedure: Procedure<Args, Result>, args: Args): Promise<Result> {
      running.beforeProcedure(procedure.name);
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
    hostBackoff,
    onInterrupted: (error) => events.interrupted.push(error),
    onChange: (batchId) => events.changes.push(batchId),
    onAttached: () => {
      events.attached += 1;
    },
    onBatchEnded: (batch) => events.ended.push(batch),
    onUnexpected: (thrown) => events.unexpected.push(thrown),
  });
  onTestFinished(async () => {
    simulator.faults.clear();
    await runner.stop();
    expect(events.unexpected).toEqual([]);
  });
  const running: Running = {
    runner,
    simulator,
    tables,
    clock,
    progress,
    rereadByPath,
    events,
    beforeProcedure: () => undefined,
    addBatch(documents, options) {
      const batchId = tables.addBatch('running');
      const beneficiaryId = options?.beneficiaryId ?? tables.addBeneficiary(`rcp-${batchId}`);
      const ids = Array.from({ length: documents }, () =>
        tables.addDocument(batchId, 'ready', { ...options, beneficiaryId }),
      );
      return { batchId, ids };
    },
    untilDocuments: (state, ids) =>
      eventually(() => expect(ids.map((id) => tables.stateOf(id))).toEqual(ids.map(() => state)), 5),
    stateOfBatch: (batchId) => tables.readColumn('batch', batchId, 'state'),
    countCalls: (route) => simulator.calls().filter((call) => call.route === route).length,
  };
  return running;
}
