/** @file A runner over tables in memory, with files of the test, and a practice company over HTTP. */
import { test as base, expect, onTestFinished } from 'vitest';
import { systemRandom } from '../../../../../src/main/concurrency/clock.ts';
import { setBatchState } from '../../../../../src/main/features/documents/database/batches.ts';
import type { RereadDocument } from '../../../../../src/main/features/documents/intake/byte-connections.ts';
import type { Intake } from '../../../../../src/main/features/documents/intake/intake-client.ts';
import { Bandwidth } from '../../../../../src/main/features/documents/transfer/bandwidth.ts';
import { Progress } from '../../../../../src/main/features/documents/transfer/progress.ts';
import { Runner } from '../../../../../src/main/features/documents/transfer/runner.ts';
import { HostBackoff } from '../../../../../src/main/service/http/host-backoff.ts';
import type { Store } from '../../../../../src/main/storage/store/store.ts';
import type { PaydeskError } from '../../../../../src/shared/errors.ts';
import type { PauseReason } from '../../../../../src/shared/model/documents/batch.ts';
import { eventually } from '../../../../fakes/eventually.ts';
import { idleIntake } from '../../../../fakes/intake.ts';
import { openService } from '../../../../fakes/servers/service.ts';
import { createMovingClock } from '../../../../integration/features/documents/moving-clock.ts';
import { startSimulator } from '../../../../practice/simulator.ts';
import { openTables, profile } from '../tables.ts';

/** A test with a runner, which stops at the end; the test fails when an unexpected error was reported. */
export const test = base.extend('running', () => startRunning());

/** A document that was read again, whose memory is the test's. */
export function documentOf(bytes: Uint8Array): Extract<RereadDocument, { readonly kind: 'bytes' }> {
  return { kind: 'bytes', bytes, free: () => undefined };
}

export type Running = Awaited<ReturnType<typeof startRunning>>;

async function startRunning() {
  const clock = createMovingClock();
  const simulator = await startSimulator({ time: clock.now });
  onTestFinished(() => simulator.close());
  const tables = openTables();
  const { hosts } = simulator;
  const hostBackoff = new HostBackoff(clock);
  const options = { hosts, ...simulator.credentials, clock, hostBackoff };
  const { service } = openService({ base: hosts.beneficiary, ...options });
  /** The notifications of the runner. */
  const events: {
    readonly interrupted: PaydeskError[];
    readonly changes: (number | null)[];
    readonly ended: { id: number; number: number; state: string }[];
    readonly unexpected: unknown[];
    attached: number;
  } = { interrupted: [], changes: [], ended: [], unexpected: [], attached: 0 };
  /** The results of reading files by path; ten bytes by default. */
  const rereadByPath = new Map<string, () => Promise<RereadDocument>>();
  const intake: Intake = {
    ...idleIntake,
    reread: ({ path }) =>
      rereadByPath.get(path)?.() ?? Promise.resolve(documentOf(new Uint8Array(10).fill(path.length))),
  };
  /** `before` is called with the name of each procedure, which waits for its promise. */
  const procedures = { before: (_name: string): Promise<void> | void => undefined };
  const store: Store = {
    async run(procedure, args) {
      const held = procedures.before(procedure.name);
      if (held !== undefined) await held;
      return tables.run(procedure, args);
    },
    close: async () => undefined,
  };
  const random = { ...systemRandom, fraction: () => 0 };
  const progress = new Progress(clock);
  const runner = new Runner({
    store,
    intake,
    clock,
    random,
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
  /** Adds a running batch with a number of ready documents of one beneficiary. */
  function addBatch(documents: number) {
    const batchId = tables.addBatch('running');
    const beneficiaryId = tables.addBeneficiary(`rcp-${batchId}`);
    const ids = Array.from({ length: documents }, () =>
      tables.addDocument(batchId, 'ready', { beneficiaryId }),
    );
    return { batchId, ids, id: ids[0] ?? 0 };
  }
  const statesOf = (ids: readonly number[]) => ids.map((id) => tables.stateOf(id));
  const stateOfBatch = (batchId: number) => tables.readColumn('batch', batchId, 'state');
  return {
    runner,
    simulator,
    tables,
    clock,
    random,
    progress,
    events,
    procedures,
    addBatch,
    /** Adds a batch and starts its documents. */
    startBatch(documents = 1) {
      const batch = addBatch(documents);
      runner.wake();
      return batch;
    },
    setReread: (id: number, reread: () => Promise<RereadDocument>) =>
      rereadByPath.set(String(tables.readColumn('document', id, 'path')), reread),
    setFault: (...[target, ...faults]: Parameters<typeof simulator.faults.set>) =>
      simulator.faults.set(target, ...faults),
    pause: (batchId: number, pauseReason: PauseReason) =>
      tables.run(setBatchState, { batchId, state: 'paused', pauseReason, pauseDetail: null }),
    statesOf,
    stateOfBatch,
    /** The reason and the detail of a pause. */
    pauseOf: (batchId: number) =>
      ['pause_reason', 'pause_detail'].map((column) => tables.readColumn('batch', batchId, column)),
    reasonOf: (id: number): unknown => JSON.parse(String(tables.readColumn('document', id, 'reason'))),
    /** Waits until all of these documents are in a state. */
    untilDocuments: (state: string, ids: readonly number[]) =>
      eventually(() => expect(statesOf(ids)).toEqual(ids.map(() => state)), 5),
    untilBatch: (batchId: number, state: string) =>
      eventually(() => expect(stateOfBatch(batchId)).toBe(state), 5),
    untilInFlight: (documents: number, attaches = 0) =>
      eventually(() => expect(runner.inFlight).toEqual({ documents, attaches }), 5),
    /** Lets the requested passes end. */
    async settle() {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    },
    /** Number of requests that a route of the practice company has received. */
    countCalls: (route: string) => simulator.calls().filter((call) => call.route === route).length,
    /** Number of documents whose bytes are being sent. */
    countTransfers: (...batchIds: readonly number[]) =>
      batchIds.flatMap((batchId) => progress.listTransfers(batchId)).length,
  };
}
