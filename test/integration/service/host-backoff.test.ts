/** @file A host that has asked one feature for a pause gets no requests of the others. */
import { expect } from 'vitest';
import type { RouteName } from '../../../src/main/practice/http/route-names.ts';
import { eventually } from '../../fakes/eventually.ts';
import { type DocumentsFixture, sampleDocuments, test } from '../features/documents/documents-fixture.ts';

// The clock also follows real time: half of the pause is left for a machine with much other work.
const throttle = { kind: 'throttle', status: 429, retryAfterSeconds: 300, times: 1 } as const;
const january = { since: '2026-01-01', till: '2026-01-31' };
const february = { since: '2026-02-01', till: '2026-02-28' };

/** Requests a statement of one period, and approves the host of its download. */
async function requestStatement(fixture: DocumentsFixture, period = january): Promise<number> {
  const statementRequest = { profileId: 'test-profile', format: 'csv', email: '' } as const;
  await fixture.call('statements.request', { ...statementRequest, periods: [period], walletIds: [1001] });
  const text = JSON.stringify(fixture.simulator.events().at(-1));
  await fixture.call('statements.addEvents', { action: 'paste', text });
  const quarantine = await fixture.call('statements.quarantine', { offset: 0, limit: 1 });
  for (const { id } of quarantine.rows) await fixture.call('statements.decide', { id, decision: 'take' });
  const { rows } = await fixture.call('statements.list', { state: null, offset: 0, limit: 2 });
  return Math.max(...rows.map(({ id }) => id));
}

const untilStored = (fixture: DocumentsFixture, id: number) =>
  eventually(async () =>
    expect(await fixture.call('statements.get', { id })).toMatchObject({ state: 'stored' }),
  );

/** Gives requests the time to arrive: calls another host and the store several times. */
async function settle(fixture: DocumentsFixture, batchId: number): Promise<void> {
  const callsBefore = fixture.callsOf('wallets').length;
  for (let turn = 0; turn < 3; turn += 1) {
    await fixture.call('statements.wallets', {});
    await fixture.rowsOf(batchId);
  }
  expect(fixture.callsOf('wallets')).toHaveLength(callsBefore + 3);
}

/** Skips the pause, and expects that a route is called only at its end. */
async function expectPaused(fixture: DocumentsFixture, route: RouteName, batchId: number): Promise<void> {
  const calls = fixture.callsOf(route).length;
  await settle(fixture, batchId);
  fixture.clock.skip(150_000);
  await settle(fixture, batchId);
  expect(fixture.callsOf(route)).toHaveLength(calls);
  fixture.clock.skip(151_000);
}

test('a host that asked for a pause at a download gets no document, and the reverse', async ({ fixture }) => {
  fixture.simulator.faults.set('statementDownload', throttle);
  const id = await requestStatement(fixture);
  await eventually(() => expect(fixture.callsOf('statementDownload')).toHaveLength(1));
  const { batchId: heldBatch } = await fixture.send(sampleDocuments(1, 'held '));
  const held = { host: expect.any(String), until: expect.any(String) };
  await fixture.untilBatchSummary(heldBatch, { held });
  await fixture.untilRow(heldBatch, 'held 1.pdf', { state: 'ready' });
  await expectPaused(fixture, 'upload', heldBatch);
  // No attempt is counted, so the link is still used.
  expect(fixture.simulator.state.linksIssued).toBe(1);
  await fixture.untilFinished(heldBatch);
  await untilStored(fixture, id);
  fixture.simulator.faults.set('upload', throttle);
  const { batchId: throttledBatch } = await fixture.send(sampleDocuments(1));
  await fixture.untilRow(throttledBatch, '1.pdf', { state: 'waiting-to-retry' });
  const otherId = await requestStatement(fixture, february);
  await expectPaused(fixture, 'statementDownload', throttledBatch);
  await untilStored(fixture, otherId);
  await fixture.untilFinished(throttledBatch);
});
