/** @file The outcomes of attach operations: for the beneficiary, for the batch, and for all other work. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemRandom } from '../../../src/main/clock.ts';
import { attach } from '../../../src/main/features/documents/transfer/attach.ts';
import { Attacher } from '../../../src/main/features/documents/transfer/attacher.ts';
import { HostBackoff } from '../../../src/main/service/host-backoff.ts';
import type { Procedure } from '../../../src/main/store/procedure.ts';
import type { Store } from '../../../src/main/store/store.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { eventually } from '../../fakes/eventually.ts';
import { bodyOf, openService } from '../../fakes/service.ts';
import { createMovingClock } from '../../integration/documents/moving-clock.ts';
import { startSimulator } from '../../simulator/simulator.ts';
import { openTables, profile } from './tables.ts';

/** Runs attach operations over tables in memory and records all of their notifications. */
async function startAttacher() {
  const clock = createMovingClock();
  const simulator = await startSimulator({ time: clock.now });
  onTestFinished(() => simulator.close());
  const tables = openTables();
  const { apiKey, clientId } = simulator.credentials;
  const { hosts } = simulator;
  const events: [string, ...unknown[]][] = [];
  const unexpected: unknown[] = [];
  const hostBackoff = new HostBackoff(clock);
  const options = { hosts, apiKey, clientId, clock, hostBackoff };
  const { service, exchanges } = openService({ base: hosts.beneficiary, ...options });
  const storeFault = { isActive: false };
  const store: Store = {
    async run<Args, Result>(procedure: Procedure<Args, Result>, args: Args): Promise<Result> {
      if (storeFault.isActive && procedure.name !== 'documents.attachable') throw new RangeError('broken');
      return tables.run(procedure, args);
    },
    close: async () => undefined,
  };
  const attacher = new Attacher({
    store,
    clock,
    random: { ...systemRandom, fraction: () => 0 },
    profile: { ...profile, hosts },
    service,
    hostBackoff,
    onChange: (batchId) => events.push(['change', batchId]),
    onAttached: () => events.push(['attached']),
    onUnexpected: (thrown) => unexpected.push(thrown),
    stopProfile: async (cause, error) => void events.push(['profile-stopped', cause, error.code]),
    onBlocked: async (blockReason, error) => void events.push(['blocked', blockReason, error.code]),
    wake: () => events.push(['wake']),
  });
  const batchId = tables.addBatch('running');
  /** Adds beneficiaries, each with one document that is stored under a key. */
  const addBeneficiaries = (keys: readonly string[]) =>
    keys.map((key, index) => {
      const id = tables.addBeneficiary(`rcp-${index}`);
      const documentId = tables.addDocument(batchId, 'stored', { beneficiaryId: id, key });
      const name = `${index}.pdf`;
      tables.database.run('UPDATE document SET name = $name WHERE id = $documentId', { name, documentId });
      return { id, documentId };
    });
  /** Uploads one document per beneficiary, and adds the beneficiaries with the keys of these documents. */
  const addUploadedBeneficiaries = async (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `${index}.pdf`);
    const targets = await service.requestUploadLinks(names);
    for (const [index, { link }] of targets.entries()) {
      await service.putDocument(link, `${index}.pdf`, bodyOf(Buffer.from(`%PDF-1.4 ${index}`)));
    }
    return addBeneficiaries(targets.map(({ key }) => key));
  };
  const countUpdates = () => simulator.calls().filter(({ route }) => route === 'updateRecipient').length;
  const attachOnce = async () => {
    await attacher.attachReady();
    await attacher.whenSettled();
  };
  const eventsOf = (...kinds: string[]) => events.filter(([kind]) => kinds.includes(kind));
  onTestFinished(() => expect(unexpected).toEqual([]));
  return {
    attacher,
    store,
    service,
    simulator,
    tables,
    clock,
    exchanges,
    events,
    unexpected,
    hostBackoff,
    storeFault,
    batchId,
    hosts,
    addUploadedBeneficiaries,
    addBeneficiaries,
    countUpdates,
    attachOnce,
    eventsOf,
  };
}

const operationsSql =
  'SELECT state, status, cause, request_id AS requestId FROM attach_operation ORDER BY id';

describe('an update that the service accepted', () => {
  test('is recorded with its status and request ID, and reported once', async () => {
    const fixture = await startAttacher();
    const [beneficiary] = await fixture.addUploadedBeneficiaries(1);
    await fixture.attachOnce();
    const [call] = fixture.simulator.calls().filter(({ route }) => route === 'updateRecipient');
    expect(fixture.tables.database.all(operationsSql, {})).toEqual([
      { state: 'attached', status: 200, cause: null, requestId: call?.requestId },
    ]);
    expect(fixture.tables.stateOf(beneficiary?.documentId ?? 0)).toBe('attached');
    expect(fixture.events).toEqual([
      ['change', fixture.batchId],
      ['change', fixture.batchId],
      ['attached'],
      ['wake'],
    ]);
    expect(fixture.exchanges.at(-1)).toMatchObject({ subject: 'rcp-0 (1)' });
    expect(fixture.attacher.inFlight).toBe(0);
  });
});

describe('an update that the service refused', () => {
  test("fails its documents with the service's message, is never repeated, and stops no other operation", async () => {
    const fixture = await startAttacher();
    const [beneficiary] = await fixture.addUploadedBeneficiaries(1);
    const body = JSON.stringify({ message: 'The beneficiary is closed' });
    fixture.simulator.faults.set('updateRecipient', { kind: 'status', status: 422, body });
    await fixture.attachOnce();
    await fixture.attachOnce();
    expect(fixture.countUpdates()).toBe(1);
    expect(fixture.tables.database.all(operationsSql, {})).toMatchObject([{ state: 'refused', status: 422 }]);
    expect(
      JSON.parse(String(fixture.tables.readColumn('document', beneficiary?.documentId ?? 0, 'reason'))),
    ).toMatchObject({
      code: 'attach-refused',
      facts: { status: 422, message: 'The beneficiary is closed' },
    });
    expect(fixture.eventsOf('profile-stopped', 'blocked')).toEqual([]);
  });

  test('is refused permanently without a request when its ID cannot be part of a path', async () => {
    const fixture = await startAttacher();
    const [beneficiary] = await fixture.addUploadedBeneficiaries(1);
    fixture.tables.database.run(`UPDATE beneficiary SET recipient_id = '..' WHERE id = $id`, {
      id: beneficiary?.id ?? 0,
    });
    await fixture.attachOnce();
    await fixture.attachOnce();
    expect(fixture.countUpdates()).toBe(0);
    expect(fixture.tables.database.all(operationsSql, {})).toMatchObject([
      { state: 'refused', status: null },
    ]);
    expect(fixture.tables.stateOf(beneficiary?.documentId ?? 0)).toBe('failed');
  });
});

describe('an update whose response was lost', () => {
  test.each(['effect-then-reset', 'reset-in-answer'] as const)(
    'by %s is unknown, and is never repeated automatically',
    async (kind) => {
      const fixture = await startAttacher();
      const [beneficiary] = await fixture.addUploadedBeneficiaries(1);
      fixture.simulator.faults.set('updateRecipient', { kind });
      await fixture.attachOnce();
      fixture.clock.skip(3_600_000);
      fixture.attacher.retryNow();
      await fixture.attachOnce();
      expect(fixture.countUpdates()).toBe(1);
      const [operation] = fixture.tables.database.all(operationsSql, {});
      expect(operation).toMatchObject({ state: 'unknown', status: null });
      expect(String(operation?.['cause'])).not.toBe('');
      expect(fixture.tables.stateOf(beneficiary?.documentId ?? 0)).toBe('attach-unknown');
      expect(fixture.eventsOf('profile-stopped', 'blocked')).toEqual([]);
    },
  );
});

describe('an update that was certainly not carried out', () => {
  test('is delayed as long as a busy service asks for, and the host is paused', async () => {
    const fixture = await startAttacher();
    const [beneficiary] = await fixture.addUploadedBeneficiaries(1);
    fixture.simulator.faults.set('updateRecipient', {
      kind: 'throttle',
      status: 429,
      retryAfterSeconds: 120,
      times: 1,
    });
    await fixture.attachOnce();
    expect(fixture.tables.database.all(operationsSql, {})).toMatchObject([{ state: 'not-done' }]);
    const { host } = new URL(fixture.hosts.beneficiary);
    const pause = fixture.hostBackoff.findPausedHost([host]);
    expect(pause?.remainingMs).toBeGreaterThan(110_000);
    fixture.clock.skip(119_000);
    await fixture.attachOnce();
    expect(fixture.countUpdates()).toBe(1);
    const wakes = fixture.eventsOf('wake').length;
    fixture.clock.skip(1_002);
    expect(fixture.eventsOf('wake')).toHaveLength(wakes + 1);
    await fixture.attachOnce();
    expect(fixture.countUpdates()).toBe(2);
    expect(fixture.tables.stateOf(beneficiary?.documentId ?? 0)).toBe('attached');
  });

  test("is retried at once on the clerk's request when the service was busy", async () => {
    const fixture = await startAttacher();
    await fixture.addUploadedBeneficiaries(1);
    fixture.simulator.faults.set('updateRecipient', {
      kind: 'throttle',
      status: 503,
      retryAfterSeconds: 120,
      times: 1,
    });
    await fixture.attachOnce();
    fixture.hostBackoff.clear([new URL(fixture.hosts.beneficiary).host]);
    fixture.attacher.retryNow();
    await fixture.attachOnce();
    expect(fixture.countUpdates()).toBe(2);
  });

  test('is delayed for a second without pausing a host when the service names no time', async () => {
    const fixture = await startAttacher();
    await fixture.addUploadedBeneficiaries(1);
    fixture.simulator.faults.set('updateRecipient', { kind: 'throttle', status: 429, times: 1 });
    await fixture.attachOnce();
    await fixture.attachOnce();
    expect(fixture.countUpdates()).toBe(1);
    const { host } = new URL(fixture.hosts.beneficiary);
    expect(fixture.hostBackoff.findPausedHost([host])).toBeNull();
    fixture.clock.skip(1_002);
    await fixture.attachOnce();
    expect(fixture.countUpdates()).toBe(2);
  });

  test('does not delay other beneficiaries', async () => {
    const fixture = await startAttacher();
    const all = await fixture.addUploadedBeneficiaries(5);
    fixture.simulator.faults.set('updateRecipient', {
      kind: 'throttle',
      status: 429,
      times: 4,
    });
    await fixture.attachOnce();
    await fixture.attachOnce();
    expect(fixture.countUpdates()).toBe(5);
    expect(fixture.tables.stateOf(all[4]?.documentId ?? 0)).toBe('attached');
  });

  test('stops all work when the service belongs to another environment', async () => {
    const fixture = await startAttacher();
    await fixture.addUploadedBeneficiaries(1);
    fixture.simulator.faults.set('updateRecipient', { kind: 'wrong-environment' });
    await fixture.attachOnce();
    expect(fixture.eventsOf('profile-stopped', 'blocked')).toEqual([
      ['profile-stopped', 'wrong-environment', 'wrong-environment'],
    ]);
  });

  test('stops all work when the service refuses the sign-in', async () => {
    const fixture = await startAttacher();
    fixture.addBeneficiaries(['a key']);
    fixture.simulator.faults.set('login', { kind: 'status', status: 401 });
    await fixture.attachOnce();
    expect(fixture.eventsOf('profile-stopped', 'blocked')).toEqual([
      ['profile-stopped', 'sign-in', 'key-refused'],
    ]);
  });

  test('waits for the connection when the service cannot be reached', async () => {
    const fixture = await startAttacher();
    await fixture.addUploadedBeneficiaries(1);
    await fixture.simulator.close();
    await fixture.attachOnce();
    expect(fixture.eventsOf('profile-stopped', 'blocked')).toEqual([
      ['blocked', 'offline', 'host-unreachable'],
    ]);
  });

  test('waits for the connection when the connection broke before anything was sent', async () => {
    const fixture = await startAttacher();
    fixture.addBeneficiaries(['a key']);
    fixture.simulator.faults.set('login', { kind: 'reset', at: 'headers' });
    await fixture.attachOnce();
    expect(fixture.eventsOf('profile-stopped', 'blocked')).toEqual([
      ['blocked', 'offline', 'connection-lost'],
    ]);
  });
});

test.each([
  ['attached', null],
  ['unknown', 'effect-then-reset'],
] as const)('the result of an operation has the kind %s', async (kind, fault) => {
  const fixture = await startAttacher();
  const [beneficiary] = await fixture.addUploadedBeneficiaries(1);
  if (fault !== null) fixture.simulator.faults.set('updateRecipient', { kind: fault });
  const { store, clock, service, batchId } = fixture;
  const attached = await attach(
    { batchId, beneficiaryId: beneficiary?.id ?? 0 },
    { store, clock, service, profileId: profile.id, recipientUpdate: 'send-new' },
  );
  expect(attached).toEqual({ kind });
});

describe('concurrent operations', () => {
  test('are limited to four, one per beneficiary, and the next one starts when one has ended', async () => {
    const fixture = await startAttacher();
    await fixture.addUploadedBeneficiaries(6);
    fixture.simulator.faults.set('updateRecipient', { kind: 'delay', milliseconds: 150 });
    await fixture.attacher.attachReady();
    await fixture.attacher.attachReady();
    expect(fixture.attacher.inFlight).toBe(4);
    await fixture.attacher.whenSettled();
    await fixture.attachOnce();
    expect(fixture.countUpdates()).toBe(6);
  });

  test('send nothing to a host that has asked for a pause', async () => {
    const fixture = await startAttacher();
    await fixture.addUploadedBeneficiaries(1);
    const { host } = new URL(fixture.hosts.beneficiary);
    fixture.hostBackoff.pause(host, 10_000);
    await fixture.attachOnce();
    expect(fixture.countUpdates()).toBe(0);
    fixture.hostBackoff.clear([host]);
    fixture.hostBackoff.pause('another.example', 10_000);
    await fixture.attachOnce();
    expect(fixture.countUpdates()).toBe(1);
  });
});

test('an unexpected error is reported, and the beneficiary is free for another operation', async () => {
  const fixture = await startAttacher();
  await fixture.addUploadedBeneficiaries(1);
  fixture.storeFault.isActive = true;
  await fixture.attachOnce();
  expect(fixture.unexpected).toEqual([new RangeError('broken')]);
  expect(fixture.attacher.inFlight).toBe(0);
  fixture.unexpected.length = 0;
});

describe('a beneficiary without documents', () => {
  async function startDraft() {
    const fixture = await startAttacher();
    const id = fixture.tables.addBeneficiary('new');
    fixture.tables.database.run(
      `UPDATE beneficiary SET recipient_id = NULL, payload = '{"name":"Nordlicht"}', stage = 'draft' WHERE id = $id`,
      { id },
    );
    return { ...fixture, id };
  }

  test('is created with its own label while the clerk waits', async () => {
    const fixture = await startDraft();
    fixture.simulator.faults.set('createRecipient', { kind: 'delay', milliseconds: 50 });
    const created = fixture.attacher.createBeneficiary(fixture.id);
    expect(fixture.attacher.inFlight).toBe(1);
    await created;
    expect(fixture.attacher.inFlight).toBe(0);
    expect(fixture.tables.readColumn('beneficiary', fixture.id, 'stage')).toBe('known');
    expect(fixture.exchanges.at(-1)).toMatchObject({ subject: 'new' });
    expect(fixture.events).toEqual([['attached'], ['wake']]);
  });

  test('is not created twice concurrently', async () => {
    const fixture = await startDraft();
    fixture.simulator.faults.set('createRecipient', { kind: 'delay', milliseconds: 50 });
    const created = fixture.attacher.createBeneficiary(fixture.id);
    await expect(fixture.attacher.createBeneficiary(fixture.id)).rejects.toMatchObject({
      code: 'attach-unknown-elsewhere',
    });
    expect(fixture.attacher.inFlight).toBe(1);
    await created;
    expect(fixture.simulator.calls().filter(({ route }) => route === 'createRecipient')).toHaveLength(1);
  });

  test('is awaited when Paydesk quits, even when it is going to be refused', async () => {
    const fixture = await startDraft();
    fixture.simulator.faults.set('createRecipient', { kind: 'status', status: 422 });
    const created = fixture.attacher.createBeneficiary(fixture.id).catch((thrown: unknown) => thrown);
    await fixture.attacher.whenSettled();
    expect(await created).toBeInstanceOf(PaydeskError);
  });

  test('reports a refusal to the clerk who waits for it', async () => {
    const fixture = await startDraft();
    fixture.simulator.faults.set('createRecipient', { kind: 'status', status: 422 });
    await expect(fixture.attacher.createBeneficiary(fixture.id)).rejects.toMatchObject({
      code: 'service-refused',
    });
    expect(fixture.attacher.inFlight).toBe(0);
    await eventually(() => expect(fixture.events).toEqual([['attached'], ['wake']]));
  });
});
