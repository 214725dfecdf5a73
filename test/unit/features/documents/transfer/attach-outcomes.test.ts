/** @file The outcomes of attach operations: for the beneficiary, for the batch, and for all other work. */
import { describe, expect } from 'vitest';
import { attach } from '../../../../../src/main/features/documents/transfer/attach.ts';
import { PaydeskError } from '../../../../../src/shared/errors.ts';
import { eventually } from '../../../../fakes/eventually.ts';
import { profile } from '../tables.ts';
import { test } from './attaching.ts';

test('an accepted update is recorded with its request ID, and reported once', async ({ fixture }) => {
  const [beneficiary] = await fixture.addUploadedBeneficiaries(1);
  await fixture.attachOnce();
  const call = fixture.simulator.calls().find(({ route }) => route === 'updateRecipient');
  expect(fixture.readOperations()).toEqual([
    { state: 'attached', status: 200, cause: null, requestId: call?.requestId },
  ]);
  expect(fixture.stateOf(beneficiary)).toBe('attached');
  const change = ['change', fixture.batchId];
  expect(fixture.events).toEqual([change, change, ['attached'], ['wake']]);
  expect(fixture.exchanges.at(-1)).toMatchObject({ subject: 'rcp-0 (1)' });
  expect(fixture.attacher.inFlight).toBe(0);
});

describe('an update that is refused', () => {
  test("fails only its documents, with the service's message, and is never repeated", async ({ fixture }) => {
    const [beneficiary] = await fixture.addUploadedBeneficiaries(1);
    const message = 'The beneficiary is closed';
    fixture.setFault('updateRecipient', { kind: 'status', status: 422, body: JSON.stringify({ message }) });
    await fixture.attachOnce();
    await fixture.attachOnce();
    expect(fixture.countCalls()).toBe(1);
    expect(fixture.readOperations()).toMatchObject([{ state: 'refused', status: 422 }]);
    const reason = fixture.tables.readColumn('document', beneficiary?.documentId ?? 0, 'reason');
    const facts = { status: 422, message };
    expect(JSON.parse(String(reason))).toMatchObject({ code: 'attach-refused', facts });
    expect(fixture.eventsOf('profile-stopped', 'blocked')).toEqual([]);
  });

  test('is never sent when its ID cannot be part of a path', async ({ fixture }) => {
    const [beneficiary] = await fixture.addUploadedBeneficiaries(1);
    fixture.tables.database.run(`UPDATE beneficiary SET recipient_id = '..'`);
    await fixture.attachOnce();
    await fixture.attachOnce();
    expect(fixture.countCalls()).toBe(0);
    expect(fixture.readOperations()).toMatchObject([{ state: 'refused', status: null }]);
    expect(fixture.stateOf(beneficiary)).toBe('failed');
  });
});

test.for(['effect-then-reset', 'reset-in-answer'] as const)(
  'an update whose response was lost by %s is unknown, and is never repeated automatically',
  async (kind, { fixture }) => {
    const [beneficiary] = await fixture.addUploadedBeneficiaries(1);
    fixture.setFault('updateRecipient', { kind });
    await fixture.attachOnce();
    fixture.clock.skip(3_600_000);
    fixture.attacher.retryNow();
    await fixture.attachOnce();
    expect(fixture.countCalls()).toBe(1);
    expect(fixture.readOperations()).toMatchObject([
      { state: 'unknown', status: null, cause: expect.stringMatching(/./) },
    ]);
    expect(fixture.stateOf(beneficiary)).toBe('attach-unknown');
    expect(fixture.eventsOf('profile-stopped', 'blocked')).toEqual([]);
  },
);

describe('an update that was certainly not carried out', () => {
  const busy = { kind: 'throttle', status: 429, times: 1 } as const;

  test('is delayed as long as a busy service asks for, and the host is paused', async ({ fixture }) => {
    const [beneficiary] = await fixture.addUploadedBeneficiaries(1);
    fixture.setFault('updateRecipient', { ...busy, retryAfterSeconds: 120 });
    await fixture.attachOnce();
    expect(fixture.readOperations()).toMatchObject([{ state: 'not-done' }]);
    expect(fixture.hostBackoff.findPausedHost([fixture.host])?.remainingMs).toBeGreaterThan(110_000);
    fixture.clock.skip(119_000);
    await fixture.attachOnce();
    expect(fixture.countCalls()).toBe(1);
    const wakes = fixture.eventsOf('wake').length;
    fixture.clock.skip(1_002);
    expect(fixture.eventsOf('wake')).toHaveLength(wakes + 1);
    await fixture.attachOnce();
    expect(fixture.countCalls()).toBe(2);
    expect(fixture.stateOf(beneficiary)).toBe('attached');
  });

  test("is retried at once on the clerk's request when the service was busy", async ({ fixture }) => {
    await fixture.addUploadedBeneficiaries(1);
    fixture.setFault('updateRecipient', { ...busy, status: 503, retryAfterSeconds: 120 });
    await fixture.attachOnce();
    fixture.hostBackoff.clear([fixture.host]);
    fixture.attacher.retryNow();
    await fixture.attachOnce();
    expect(fixture.countCalls()).toBe(2);
  });

  test.for([
    ['the service names no time', 'updateRecipient', busy],
    ['its sign-in loses the connection', 'login', { kind: 'reset', at: 'headers', times: 1 }],
  ] as const)('is delayed for a second, without a pause, when %s', async ([, route, fault], { fixture }) => {
    const [beneficiary] = await fixture.addUploadedBeneficiaries(1);
    fixture.simulator.revokeTokens();
    fixture.setFault(route, fault);
    await fixture.attachOnce();
    await fixture.attachOnce();
    expect(fixture.countCalls()).toBe(1);
    expect(fixture.hostBackoff.findPausedHost([fixture.host])).toBeNull();
    expect(fixture.eventsOf('blocked')).toEqual([]);
    fixture.clock.skip(1_002);
    await fixture.attachOnce();
    expect(fixture.stateOf(beneficiary)).toBe('attached');
  });

  test('does not delay other beneficiaries', async ({ fixture }) => {
    const all = await fixture.addUploadedBeneficiaries(5);
    fixture.setFault('updateRecipient', { ...busy, times: 4 });
    await fixture.attachOnce();
    await fixture.attachOnce();
    expect(fixture.countCalls()).toBe(5);
    expect(fixture.stateOf(all[4])).toBe('attached');
  });

  test.for([
    ['updateRecipient', { kind: 'wrong-environment' }, ['wrong-environment', 'wrong-environment']],
    ['login', { kind: 'status', status: 401 }, ['sign-in', 'key-refused']],
  ] as const)('stops all work when a fault of %s is %j', async ([route, fault, event], { fixture }) => {
    fixture.addBeneficiary('a key');
    fixture.setFault(route, fault);
    await fixture.attachOnce();
    expect(fixture.eventsOf('profile-stopped', 'blocked')).toEqual([['profile-stopped', ...event]]);
  });

  test('waits for the connection when the service cannot be reached', async ({ fixture }) => {
    fixture.addBeneficiary('a key');
    await fixture.simulator.close();
    await fixture.attachOnce();
    expect(fixture.eventsOf('profile-stopped', 'blocked')).toEqual([
      ['blocked', 'offline', 'host-unreachable'],
    ]);
  });
});

test.for([
  ['attached', null],
  ['unknown', 'effect-then-reset'],
] as const)('the result of an operation has the kind %s', async ([kind, fault], { fixture }) => {
  const [beneficiary] = await fixture.addUploadedBeneficiaries(1);
  if (fault !== null) fixture.setFault('updateRecipient', { kind: fault });
  const { batchId } = fixture;
  const attached = await attach(
    { batchId, beneficiaryId: beneficiary?.id ?? 0 },
    { ...fixture, profileId: profile.id, recipientUpdate: 'send-new' },
  );
  expect(attached).toEqual({ kind });
});

test('four operations run concurrently, and the next one starts when one has ended', async ({ fixture }) => {
  await fixture.addUploadedBeneficiaries(6);
  const release = fixture.holdOutcomes();
  await fixture.attacher.attachReady();
  await fixture.attacher.attachReady();
  expect(fixture.attacher.inFlight).toBe(4);
  release();
  await fixture.attacher.whenSettled();
  await fixture.attachOnce();
  expect(fixture.countCalls()).toBe(6);
});

test('nothing is sent to a host that has asked for a pause', async ({ fixture }) => {
  await fixture.addUploadedBeneficiaries(1);
  fixture.hostBackoff.pause(fixture.host, 10_000);
  await fixture.attachOnce();
  expect(fixture.countCalls()).toBe(0);
  fixture.hostBackoff.clear([fixture.host]);
  fixture.hostBackoff.pause('another.example', 10_000);
  await fixture.attachOnce();
  expect(fixture.countCalls()).toBe(1);
});

test('an unexpected error is reported and frees the beneficiary', async ({ fixture }) => {
  fixture.addBeneficiary('a key');
  fixture.procedures.after = (name) => {
    if (name !== 'documents.attachable') throw new RangeError('broken');
  };
  await fixture.attachOnce();
  expect(fixture.unexpected.splice(0)).toEqual([new RangeError('broken')]);
  expect(fixture.attacher.inFlight).toBe(0);
});

describe('a beneficiary without documents', () => {
  test('is created with its own label, and not twice concurrently', async ({ fixture }) => {
    const id = fixture.addDraft();
    const release = fixture.holdOutcomes();
    const created = fixture.attacher.createBeneficiary(id);
    const code = 'attach-unknown-elsewhere';
    await expect(fixture.attacher.createBeneficiary(id)).rejects.toMatchObject({ code });
    expect(fixture.attacher.inFlight).toBe(1);
    release();
    await created;
    expect(fixture.attacher.inFlight).toBe(0);
    expect(fixture.countCalls('createRecipient')).toBe(1);
    expect(fixture.tables.readColumn('beneficiary', id, 'stage')).toBe('known');
    expect(fixture.exchanges.at(-1)).toMatchObject({ subject: 'new' });
    expect(fixture.events).toEqual([['attached'], ['wake']]);
  });

  test('is awaited when Paydesk quits, and its refusal is reported to the clerk', async ({ fixture }) => {
    fixture.setFault('createRecipient', { kind: 'status', status: 422 });
    const created = fixture.attacher.createBeneficiary(fixture.addDraft()).catch((thrown: unknown) => thrown);
    await fixture.attacher.whenSettled();
    const thrown = await created;
    expect(thrown).toBeInstanceOf(PaydeskError);
    expect(thrown).toMatchObject({ code: 'service-refused' });
    expect(fixture.attacher.inFlight).toBe(0);
    await eventually(() => expect(fixture.events).toEqual([['attached'], ['wake']]));
  });
});
