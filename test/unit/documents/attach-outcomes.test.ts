/** @file What comes of attach operations: for the beneficiary, for the batch, and for everything else that is in work. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemRandom } from '../../../src/main/clock.ts';
import { attach } from '../../../src/main/features/documents/transfer/attach.ts';
import { Attacher } from '../../../src/main/features/documents/transfer/attacher.ts';
import { HostBackoff } from '../../../src/main/features/documents/transfer/host-backoff.ts';
import { startSimulator } from '../../../src/main/simulator/simulator.ts';
import type { Procedure } from '../../../src/main/store/procedure.ts';
import type { Store } from '../../../src/main/store/store.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { eventually } from '../../fakes/eventually.ts';
import { bodyOf, openService } from '../../fakes/service.ts';
import { createMovingClock } from '../../integration/documents/moving-clock.ts';
import { openTables, profile } from './tables.ts';

/** Attach operations over tables in memory, with all that they tell written down. */
async function startAttaching() {
  const clock = createMovingClock();
  const simulator = await startSimulator({ time: clock.now });
  onTestFinished(() => simulator.close());
  const tables = openTables();
  const { apiKey, clientId } = simulator.credentials;
  const { hosts } = simulator;
  const { service, exchanges } = openService({ base: hosts.beneficiary, hosts, apiKey, clientId, clock });
  const told: [string, ...unknown[]][] = [];
  const unexpected: unknown[] = [];
  const holds = new HostBackoff(clock);
  const world = { breakStore: false };
  const store: Store = {
    async run<Args, Result>(procedure: Procedure<Args, Result>, args: Args): Promise<Result> {
      if (world.breakStore && procedure.name !== 'documents.attachable') throw new RangeError('broken');
      return tables.run(procedure, args);
    },
    close: async () => undefined,
  };
  const attaching = new Attacher({
    store,
    clock,
    random: { ...systemRandom, fraction: () => 0 },
    profile: { ...profile, hosts },
    service,
    hostBackoff: holds,
    onChange: (batchId) => told.push(['change', batchId]),
    onAttached: () => told.push(['attached']),
    onUnexpected: (thrown) => unexpected.push(thrown),
    onRateLimited: (host, milliseconds) => told.push(['hold', host, milliseconds]),
    stopProfile: async (why, error) => void told.push(['halt', why, error.code]),
    onBlocked: async (blockage, error) => void told.push(['blocked', blockage, error.code]),
    wake: () => told.push(['wake']),
  });
  const batchId = tables.batch('running');
  /** Beneficiaries, each with one document that is stored under the key. */
  const beneficiariesOf = (keys: readonly string[]) =>
    keys.map((key, index) => {
      const id = tables.beneficiary(`rcp-${index}`);
      const documentId = tables.document(batchId, 'stored', { beneficiaryId: id, key });
      const name = `${index}.pdf`;
      tables.database.run('UPDATE document SET name = $name WHERE id = $documentId', { name, documentId });
      return { id, documentId };
    });
  const beneficiaries = async (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `${index}.pdf`);
    const targets = await service.requestUploadLinks(names);
    for (const [index, { link }] of targets.entries()) {
      await service.putDocument(link, `${index}.pdf`, bodyOf(Buffer.from(`%PDF-1.4 ${index}`)));
    }
    return beneficiariesOf(targets.map(({ key }) => key));
  };
  const updates = () => simulator.calls().filter(({ route }) => route === 'updateRecipient').length;
  const round = async () => {
    await attaching.attachReady();
    await attaching.settled();
  };
  const only = (...kinds: string[]) => told.filter(([kind]) => kinds.includes(kind));
  onTestFinished(() => expect(unexpected).toEqual([]));
  return {
    attaching,
    store,
    service,
    simulator,
    tables,
    clock,
    exchanges,
    told,
    unexpected,
    holds,
    world,
    batchId,
    hosts,
    beneficiaries,
    beneficiariesOf,
    updates,
    round,
    only,
  };
}

const operations = 'SELECT state, status, cause, request_id AS requestId FROM attach_operation ORDER BY id';

describe('an update that the service took', () => {
  test('is written down with its status and request ID, and whoever waits is told once', async () => {
    const testApp = await startAttaching();
    const [one] = await testApp.beneficiaries(1);
    await testApp.round();
    const [call] = testApp.simulator.calls().filter(({ route }) => route === 'updateRecipient');
    expect(testApp.tables.database.all(operations, {})).toEqual([
      { state: 'attached', status: 200, cause: null, requestId: call?.requestId },
    ]);
    expect(testApp.tables.stateOf(one?.documentId ?? 0)).toBe('attached');
    expect(testApp.told).toEqual([
      ['change', testApp.batchId],
      ['change', testApp.batchId],
      ['attached'],
      ['wake'],
    ]);
    expect(testApp.exchanges.at(-1)).toMatchObject({ subject: 'rcp-0 (1)' });
    expect(testApp.attaching.inFlight).toBe(0);
  });
});

describe('an update that the service refused', () => {
  test('fails its documents with what was said, is never repeated, and stops nobody else', async () => {
    const testApp = await startAttaching();
    const [one] = await testApp.beneficiaries(1);
    const body = JSON.stringify({ message: 'The beneficiary is closed' });
    testApp.simulator.faults.set('updateRecipient', { kind: 'status', status: 422, body });
    await testApp.round();
    await testApp.round();
    expect(testApp.updates()).toBe(1);
    expect(testApp.tables.database.all(operations, {})).toMatchObject([{ state: 'refused', status: 422 }]);
    expect(
      JSON.parse(String(testApp.tables.value('document', one?.documentId ?? 0, 'reason'))),
    ).toMatchObject({
      code: 'attach-refused',
      facts: { status: 422, message: 'The beneficiary is closed' },
    });
    expect(testApp.only('halt', 'blocked', 'hold')).toEqual([]);
  });

  test('because its ID cannot be part of an address is refused for good, and nothing leaves', async () => {
    const testApp = await startAttaching();
    const [one] = await testApp.beneficiaries(1);
    testApp.tables.database.run(`UPDATE beneficiary SET recipient_id = '..' WHERE id = $id`, {
      id: one?.id ?? 0,
    });
    await testApp.round();
    await testApp.round();
    expect(testApp.updates()).toBe(0);
    expect(testApp.tables.database.all(operations, {})).toMatchObject([{ state: 'refused', status: null }]);
    expect(testApp.tables.stateOf(one?.documentId ?? 0)).toBe('failed');
  });
});

describe('an update whose answer was lost', () => {
  test.each(['effect-then-reset', 'reset-in-answer'] as const)(
    'by %s is unknown, and never sent again by itself',
    async (kind) => {
      const testApp = await startAttaching();
      const [one] = await testApp.beneficiaries(1);
      testApp.simulator.faults.set('updateRecipient', { kind });
      await testApp.round();
      testApp.clock.skip(3_600_000);
      testApp.attaching.retryNow();
      await testApp.round();
      expect(testApp.updates()).toBe(1);
      const [operation] = testApp.tables.database.all(operations, {});
      expect(operation).toMatchObject({ state: 'unknown', status: null });
      expect(String(operation?.['cause'])).not.toBe('');
      expect(testApp.tables.stateOf(one?.documentId ?? 0)).toBe('attach-unknown');
      expect(testApp.only('halt', 'blocked', 'hold')).toEqual([]);
    },
  );
});

describe('an update that certainly was not done', () => {
  test('because the service is busy is put off as long as it asked for, and the host is left alone', async () => {
    const testApp = await startAttaching();
    const [one] = await testApp.beneficiaries(1);
    testApp.simulator.faults.set('updateRecipient', {
      kind: 'throttle',
      status: 429,
      retryAfterSeconds: 120,
      times: 1,
    });
    await testApp.round();
    expect(testApp.tables.database.all(operations, {})).toMatchObject([{ state: 'not-done' }]);
    expect(testApp.only('hold')).toEqual([['hold', new URL(testApp.hosts.beneficiary).host, 120_000]]);
    testApp.clock.skip(119_000);
    await testApp.round();
    expect(testApp.updates()).toBe(1);
    const wakes = testApp.only('wake').length;
    testApp.clock.skip(1_002);
    expect(testApp.only('wake')).toHaveLength(wakes + 1);
    await testApp.round();
    expect(testApp.updates()).toBe(2);
    expect(testApp.tables.stateOf(one?.documentId ?? 0)).toBe('attached');
  });

  test('because the service is busy is tried at once when the clerk wants it', async () => {
    const testApp = await startAttaching();
    await testApp.beneficiaries(1);
    testApp.simulator.faults.set('updateRecipient', {
      kind: 'throttle',
      status: 503,
      retryAfterSeconds: 120,
      times: 1,
    });
    await testApp.round();
    testApp.attaching.retryNow();
    await testApp.round();
    expect(testApp.updates()).toBe(2);
  });

  test('by a service that names no time is put off for a second, and no host is left alone for it', async () => {
    const testApp = await startAttaching();
    await testApp.beneficiaries(1);
    testApp.simulator.faults.set('updateRecipient', { kind: 'throttle', status: 429, times: 1 });
    await testApp.round();
    await testApp.round();
    expect(testApp.updates()).toBe(1);
    for (const [, , milliseconds] of testApp.only('hold')) expect(milliseconds).toBe(0);
    testApp.clock.skip(1_002);
    await testApp.round();
    expect(testApp.updates()).toBe(2);
  });

  test('keeps no other beneficiary from its turn', async () => {
    const testApp = await startAttaching();
    const all = await testApp.beneficiaries(5);
    testApp.simulator.faults.set('updateRecipient', {
      kind: 'throttle',
      status: 429,
      retryAfterSeconds: 120,
      times: 4,
    });
    await testApp.round();
    await testApp.round();
    expect(testApp.updates()).toBe(5);
    expect(testApp.tables.stateOf(all[4]?.documentId ?? 0)).toBe('attached');
  });

  test('because it is of another environment halts everything', async () => {
    const testApp = await startAttaching();
    await testApp.beneficiaries(1);
    testApp.simulator.faults.set('updateRecipient', { kind: 'wrong-environment' });
    await testApp.round();
    expect(testApp.only('halt', 'blocked', 'hold')).toEqual([
      ['halt', 'wrong-environment', 'wrong-environment'],
    ]);
  });

  test('because nobody is signed in any more halts everything', async () => {
    const testApp = await startAttaching();
    testApp.beneficiariesOf(['a key']);
    testApp.simulator.faults.set('login', { kind: 'status', status: 401 });
    await testApp.round();
    expect(testApp.only('halt', 'blocked', 'hold')).toEqual([['halt', 'sign-in', 'key-refused']]);
  });

  test('because the way is blocked waits for the way', async () => {
    const testApp = await startAttaching();
    await testApp.beneficiaries(1);
    await testApp.simulator.close();
    await testApp.round();
    expect(testApp.only('halt', 'blocked', 'hold')).toEqual([['blocked', 'offline', 'host-unreachable']]);
  });

  test('because the connection broke before anything left waits for the way, too', async () => {
    const testApp = await startAttaching();
    testApp.beneficiariesOf(['a key']);
    testApp.simulator.faults.set('login', { kind: 'reset', at: 'headers' });
    await testApp.round();
    expect(testApp.only('halt', 'blocked', 'hold')).toEqual([['blocked', 'offline', 'connection-lost']]);
  });
});

test.each([
  ['attached', null],
  ['unknown', 'effect-then-reset'],
] as const)('an operation tells whoever began it that it is %s', async (kind, fault) => {
  const testApp = await startAttaching();
  const [one] = await testApp.beneficiaries(1);
  if (fault !== null) testApp.simulator.faults.set('updateRecipient', { kind: fault });
  const { store, clock, service, batchId } = testApp;
  const attached = await attach(
    { batchId, beneficiaryId: one?.id ?? 0 },
    { store, clock, service, profileId: profile.id, recipientUpdate: 'send-new' },
  );
  expect(attached).toEqual({ kind });
});

describe('at once', () => {
  test('no more than four go, each beneficiary once, and the next when one has its answer', async () => {
    const testApp = await startAttaching();
    await testApp.beneficiaries(6);
    testApp.simulator.faults.set('updateRecipient', { kind: 'delay', milliseconds: 150 });
    await testApp.attaching.attachReady();
    await testApp.attaching.attachReady();
    expect(testApp.attaching.inFlight).toBe(4);
    await testApp.attaching.settled();
    await testApp.round();
    expect(testApp.updates()).toBe(6);
  });

  test('nothing goes to a host that asked to be left alone', async () => {
    const testApp = await startAttaching();
    await testApp.beneficiaries(1);
    testApp.holds.add(new URL(testApp.hosts.beneficiary).host, 10_000);
    await testApp.round();
    expect(testApp.updates()).toBe(0);
    testApp.holds.clear();
    testApp.holds.add('another.example', 10_000);
    await testApp.round();
    expect(testApp.updates()).toBe(1);
  });
});

test('what nobody expected is told, and the beneficiary is not taken for one under way', async () => {
  const testApp = await startAttaching();
  await testApp.beneficiaries(1);
  testApp.world.breakStore = true;
  await testApp.round();
  expect(testApp.unexpected).toEqual([new RangeError('broken')]);
  expect(testApp.attaching.inFlight).toBe(0);
  testApp.unexpected.length = 0;
});

describe('a beneficiary without documents', () => {
  async function startDraft() {
    const testApp = await startAttaching();
    const id = testApp.tables.beneficiary('new');
    testApp.tables.database.run(
      `UPDATE beneficiary SET recipient_id = NULL, payload = '{"name":"Nordlicht"}', stage = 'draft' WHERE id = $id`,
      { id },
    );
    return { ...testApp, id };
  }

  test('is created for the clerk who waits, under its own name', async () => {
    const testApp = await startDraft();
    testApp.simulator.faults.set('createRecipient', { kind: 'delay', milliseconds: 50 });
    const created = testApp.attaching.create(testApp.id);
    expect(testApp.attaching.inFlight).toBe(1);
    await created;
    expect(testApp.attaching.inFlight).toBe(0);
    expect(testApp.tables.value('beneficiary', testApp.id, 'stage')).toBe('known');
    expect(testApp.exchanges.at(-1)).toMatchObject({ subject: 'new' });
    expect(testApp.told).toEqual([['attached'], ['wake']]);
  });

  test('is not created twice at once', async () => {
    const testApp = await startDraft();
    testApp.simulator.faults.set('createRecipient', { kind: 'delay', milliseconds: 50 });
    const created = testApp.attaching.create(testApp.id);
    await expect(testApp.attaching.create(testApp.id)).rejects.toMatchObject({
      code: 'attach-unknown-elsewhere',
    });
    expect(testApp.attaching.inFlight).toBe(1);
    await created;
    expect(testApp.simulator.calls().filter(({ route }) => route === 'createRecipient')).toHaveLength(1);
  });

  test('is waited for when Paydesk ends, also when it will be refused', async () => {
    const testApp = await startDraft();
    testApp.simulator.faults.set('createRecipient', { kind: 'status', status: 422 });
    const created = testApp.attaching.create(testApp.id).catch((thrown: unknown) => thrown);
    await testApp.attaching.settled();
    expect(await created).toBeInstanceOf(PaydeskError);
  });

  test('that is refused is refused to the clerk who waits', async () => {
    const testApp = await startDraft();
    testApp.simulator.faults.set('createRecipient', { kind: 'status', status: 422 });
    await expect(testApp.attaching.create(testApp.id)).rejects.toMatchObject({ code: 'service-refused' });
    expect(testApp.attaching.inFlight).toBe(0);
    await eventually(() => expect(testApp.told).toEqual([['attached'], ['wake']]));
  });
});
