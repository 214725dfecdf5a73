/** @file Wrong, jumping and stopped clocks of the service and of this computer. */
import { expect } from 'vitest';
import { eventually } from '../fakes/eventually.ts';
import { test } from '../integration/features/documents/company-test.ts';
import { sampleDocuments } from '../integration/features/documents/documents-fixture.ts';
import { actAt } from '../practice/faults.ts';
import { expectAttached, finishBatch } from './finish-batch.ts';

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

test.for(offsets)(
  'a service clock that is 20 minutes %s causes no additional logins, and a Retry-After date is read by that clock',
  async ([, offsetMs], { paydesk }) => {
    const fixture = await paydesk.openCompany({ simulator: { time: () => Date.now() + offsetMs } });
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
    expect(fixture.simulator.state).toMatchObject({ logins: 1, linksIssued: 2 });
  },
);

test.for(jumps)(
  'documents are stored and attached once when the clock of this computer jumps %s by a day during uploads',
  async ([, jumpMs], { paydesk }) => {
    const fixture = await paydesk.openCompany({ simulator: { time: Date.now } });
    const jump = actAt(3, () => fixture.clock.shiftWallTime(jumpMs));
    fixture.simulator.faults.set('upload', jump);
    const files = sampleDocuments(10);
    const { batchId } = await fixture.send(files);
    await fixture.untilFinished(batchId);
    await expectAttached(fixture, batchId, files);
    expect(fixture.simulator.calls().filter(({ status }) => status === 401 || status === 403)).toEqual([]);
  },
);

test('sleep before the answer to an update leaves an unknown outcome', async ({ fixture }) => {
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
