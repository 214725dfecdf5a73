/** @file Wrong, jumping and stopped clocks of the service and of this computer. */
import { expect } from 'vitest';
import { eventually } from '../fakes/eventually.ts';
import {
  type DocumentsFixture,
  sampleDocuments,
  startDocumentsFixture,
  test,
} from '../integration/documents/documents-fixture.ts';
import { advanceWhenIdle, expectAttached, finishBatch } from './finish-batch.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const offsets = [
  ['ahead', 20 * minuteMs],
  ['behind', -20 * minuteMs],
] as const;
const jumps = [
  ['forward', dayMs],
  ['back', -dayMs],
] as const;

async function advanceUntilAttached(fixture: DocumentsFixture, batchId: number): Promise<void> {
  await eventually(async () => {
    await advanceWhenIdle(fixture, batchId);
    expect(new Set(Object.values(await fixture.statesOf(batchId)))).toEqual(new Set(['attached']));
  });
}

test.for(offsets)(
  'a service clock that is 20 minutes %s causes neither additional logins nor additional links',
  async ([, offsetMs]) => {
    const fixture = await startDocumentsFixture({ simulator: { time: () => Date.now() + offsetMs } });
    const files = sampleDocuments(8);
    const { batchId } = await fixture.send(files);
    await fixture.untilFinished(batchId);
    await expectAttached(fixture, batchId, files);
    expect(fixture.simulator.state.logins).toBe(1);
    expect(fixture.simulator.state.linksIssued).toBe(8);
  },
);

test.for(offsets)(
  'a Retry-After date is read by the clock of the service when this clock is 20 minutes %s',
  async ([, offsetMs]) => {
    const fixture = await startDocumentsFixture({ simulator: { time: () => Date.now() + offsetMs } });
    fixture.simulator.faults.set('upload', {
      kind: 'throttle',
      status: 429,
      retryAfterSeconds: 90,
      retryAfterFormat: 'date',
      times: 1,
    });
    const files = sampleDocuments(1);
    const { batchId } = await fixture.send(files);
    const { retryAt } = await fixture.untilRow(batchId, '1.pdf', { state: 'waiting-to-retry' });
    const waitMs = Date.parse(retryAt ?? '') - fixture.clock.now();
    expect(waitMs).toBeGreaterThan(60_000);
    expect(waitMs).toBeLessThanOrEqual(91_000);
    fixture.clock.skip(91_000);
    await fixture.untilFinished(batchId);
    await expectAttached(fixture, batchId, files);
  },
);

test.for(jumps)(
  'waiting documents are sent soon when the clock of this computer jumps %s by a day',
  async ([, jumpMs]) => {
    const fixture = await startDocumentsFixture({ simulator: { time: Date.now } });
    fixture.simulator.faults.set('upload', {
      kind: 'throttle',
      status: 429,
      retryAfterSeconds: 60,
      skip: 3,
      times: 4,
    });
    const files = sampleDocuments(10);
    const { batchId } = await fixture.send(files);
    await eventually(async () => {
      const states = Object.values(await fixture.statesOf(batchId));
      expect(states).toContain('waiting-to-retry');
      for (const state of ['linking', 'sending']) expect(states).not.toContain(state);
    });
    fixture.clock.shiftWallTime(jumpMs);
    const startedAt = fixture.clock.monotonic();
    await advanceUntilAttached(fixture, batchId);
    expect(fixture.clock.monotonic() - startedAt).toBeLessThan(15 * minuteMs);
    await fixture.untilFinished(batchId);
    await expectAttached(fixture, batchId, files);
  },
);

test.for(jumps)(
  'a delayed update is sent soon when the clock of this computer jumps %s by a day',
  async ([, jumpMs]) => {
    const fixture = await startDocumentsFixture({ simulator: { time: Date.now } });
    fixture.simulator.faults.set('updateRecipient', {
      kind: 'throttle',
      status: 429,
      retryAfterSeconds: 60,
      times: 1,
    });
    const files = sampleDocuments(2);
    const { batchId } = await fixture.send(files);
    await eventually(async () => {
      expect(fixture.callsOf('updateRecipient')).toHaveLength(1);
      expect(new Set(Object.values(await fixture.statesOf(batchId)))).toEqual(new Set(['stored']));
    });
    fixture.clock.shiftWallTime(jumpMs);
    await advanceUntilAttached(fixture, batchId);
    await fixture.untilFinished(batchId);
    await expectAttached(fixture, batchId, files);
    expect(fixture.callsOf('updateRecipient')).toHaveLength(2);
  },
);

test.for(jumps)(
  'documents are stored and attached once when the clock of this computer jumps %s by a day during uploads',
  async ([, jumpMs]) => {
    const fixture = await startDocumentsFixture({ simulator: { time: Date.now } });
    let uploadCount = 0;
    fixture.simulator.faults.set('upload', {
      kind: 'delay',
      milliseconds: 0,
      when: () => {
        uploadCount += 1;
        if (uploadCount === 3) fixture.clock.shiftWallTime(jumpMs);
        return false;
      },
    });
    const files = sampleDocuments(10);
    const { batchId } = await fixture.send(files);
    await fixture.untilFinished(batchId);
    await expectAttached(fixture, batchId, files);
    expect(fixture.simulator.calls().filter(({ status }) => status === 401 || status === 403)).toEqual([]);
  },
);

test('two hours of sleep during uploads lead to new links, one login and every document attached once', async ({
  fixture,
}) => {
  fixture.simulator.faults.set('upload', { kind: 'hang', skip: 3, times: 4 });
  const files = sampleDocuments(12);
  const { batchId } = await fixture.send(files);
  // The sleep starts after all complete uploads are known to be stored, because a lost answer is uploaded again.
  await eventually(async () => {
    const states = Object.values(await fixture.statesOf(batchId));
    expect(states.filter((state) => state === 'stored')).toHaveLength(8);
    expect(fixture.callsOf('upload').filter(({ fault }) => fault === 'hang')).toHaveLength(4);
  });
  fixture.platform.suspend();
  fixture.clock.skip(120 * minuteMs);
  fixture.platform.resume();
  await finishBatch(fixture, batchId);
  await expectAttached(fixture, batchId, files);
  expect(fixture.simulator.state.logins).toBe(2);
  const storedUploads = fixture.callsOf('upload').filter(({ status }) => status === 200);
  expect(storedUploads).toHaveLength(12);
  for (const { linkAgeMs } of storedUploads) expect(linkAgeMs).toBeLessThan(15 * minuteMs);
});

test('two hours of sleep before the answer to an update leave an unknown outcome that is not repeated automatically', async ({
  fixture,
}) => {
  fixture.simulator.faults.set('updateRecipient', { kind: 'effect-then-hang', times: 1 });
  const files = sampleDocuments(3);
  const { batchId } = await fixture.send(files);
  await eventually(() => {
    expect(fixture.callsOf('updateRecipient')).toHaveLength(1);
  });
  fixture.platform.suspend();
  fixture.clock.skip(120 * minuteMs);
  fixture.platform.resume();
  await fixture.untilFinished(batchId, 'done-with-problems');
  expect((await fixture.rowsOf(batchId)).map(({ state }) => state)).toEqual(Array(3).fill('attach-unknown'));
  expect(fixture.callsOf('updateRecipient')).toHaveLength(1);
  expect(await finishBatch(fixture, batchId)).toBe(1);
  expect(fixture.callsOf('updateRecipient')).toHaveLength(1);
  await expectAttached(fixture, batchId, files);
});
