import { expect, onTestFinished, test } from 'vitest';
import { cancelDocuments } from '../../../src/main/features/documents/tables/assign.ts';
import { attachablePairs } from '../../../src/main/features/documents/tables/attach.ts';
import { setBatchState } from '../../../src/main/features/documents/tables/batches.ts';
import { cancelBatch } from '../../../src/main/features/documents/tables/transfer.ts';
import { Attacher } from '../../../src/main/features/documents/transfer/attacher.ts';
import { HostBackoff } from '../../../src/main/service/host-backoff.ts';
import type { Store } from '../../../src/main/store/store.ts';
import type { Selection } from '../../../src/shared/contract/documents.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { eventually } from '../../fakes/eventually.ts';
import { createFakePlatform } from '../../fakes/platform.ts';
import { openService } from '../../fakes/service.ts';
import { startSimulator } from '../../simulator/simulator.ts';
import { openTables, profile, type Tables } from './tables.ts';

const at = 1_000;
const by = 'm.hansen';

/** Actions of a clerk on a batch whose documents are all stored. */
const clerkActions: [string, (tables: Tables, batchId: number) => unknown][] = [
  ['cancelled', (tables, batchId) => tables.run(cancelBatch, { batchId, at, by })],
  [
    'left without documents',
    (tables, batchId) => {
      const selection: Selection = { kind: 'all', filter: { group: null, text: '' } };
      return tables.run(cancelDocuments, { batchId, selection, at, by });
    },
  ],
  [
    'paused',
    (tables, batchId) => {
      const paused = { state: 'paused', pauseReason: 'user', pauseDetail: null } as const;
      return tables.run(setBatchState, { batchId, ...paused });
    },
  ],
];

test.each(clerkActions)(
  'nothing is sent for a batch that was %s just before its attach operations begin',
  async (_, action) => {
    const tables = openTables();
    const batchId = tables.addBatch('running');
    const known = tables.addBeneficiary('known');
    const draft = tables.addBeneficiary('draft');
    tables.database.run(
      `UPDATE beneficiary SET recipient_id = NULL, payload = '{}', stage = 'draft' WHERE id = $draft`,
      { draft },
    );
    for (const beneficiaryId of [known, draft]) {
      tables.addDocument(batchId, 'stored', { beneficiaryId, key: `key of ${beneficiaryId}` });
    }
    const store: Store = {
      async run(procedure, args) {
        const result = tables.run(procedure, args);
        if (procedure.name === attachablePairs.name) {
          expect(result).toHaveLength(2);
          action(tables, batchId);
        }
        return result;
      },
      close: async () => undefined,
    };
    const { clock, random } = createFakePlatform();
    const { service, exchanges } = openService({ base: profile.hosts.beneficiary });
    const unexpected: unknown[] = [];
    const attacher = new Attacher({
      store,
      clock,
      random,
      profile,
      service,
      hostBackoff: new HostBackoff(clock),
      onChange: () => undefined,
      onAttached: () => undefined,
      onUnexpected: (thrown) => unexpected.push(thrown),
      stopProfile: async () => undefined,
      onBlocked: async () => undefined,
      wake: () => undefined,
    });
    await attacher.attachReady();
    await attacher.whenSettled();
    expect(unexpected).toEqual([]);
    expect(exchanges).toEqual([]);
    expect(tables.database.all('SELECT id FROM attach_operation', {})).toEqual([]);
    expect(tables.readColumn('beneficiary', draft, 'stage')).toBe('draft');
    expect(attacher.inFlight).toBe(0);
  },
);

test('an operation that the service delayed is retried even if the timer fires one millisecond early', async () => {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const throttled = { kind: 'throttle', status: 429, retryAfterSeconds: 5, times: 1 } as const;
  simulator.faults.set('updateRecipient', throttled);
  const tables = openTables();
  const beneficiaryId = tables.addBeneficiary('known');
  tables.addDocument(tables.addBatch('running'), 'stored', { beneficiaryId, key: 'a key' });
  const fakeClock = createFakeClock();
  const clock = {
    ...fakeClock,
    after: (milliseconds: number, action: () => void) => fakeClock.after(milliseconds - 1, action),
  };
  const { apiKey, clientId } = simulator.credentials;
  const { hosts } = simulator;
  const hostBackoff = new HostBackoff(clock);
  const options = { hosts, apiKey, clientId, clock, hostBackoff };
  const { service } = openService({ base: hosts.beneficiary, ...options });
  const attacher: Attacher = new Attacher({
    store: { run: async (procedure, args) => tables.run(procedure, args), close: async () => undefined },
    clock,
    random: createFakePlatform().random,
    profile,
    service,
    hostBackoff,
    onChange: () => undefined,
    onAttached: () => undefined,
    onUnexpected: (thrown) => expect(thrown).toBeUndefined(),
    stopProfile: async () => undefined,
    onBlocked: async () => undefined,
    wake: () => void attacher.attachReady(),
  });
  const calls = () => simulator.calls().filter(({ route }) => route === 'updateRecipient');
  await attacher.attachReady();
  await attacher.whenSettled();
  expect(calls()).toHaveLength(1);
  await fakeClock.advance(60_000);
  await eventually(() => expect(calls()).toHaveLength(2));
  await attacher.whenSettled();
});
