import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import type { RouteName } from '../../../src/main/simulator/route-names.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import type { Fault } from '../../simulator/faults.ts';
import { test } from './company-test.ts';
import { type DocumentsFixture, sampleDocuments } from './documents-fixture.ts';

const smallDocument = pdf('the document');
/** A document that is read while it is sent. */
const largeDocument = pdf('the document', 9_000_000);
const receivedOnce = (bytes: Buffer) => [
  { name: 'a.pdf', sha256: createHash('sha256').update(bytes).digest('hex') },
];

/** Sends one document while the service fails once. */
async function sendWithFault(
  fixture: DocumentsFixture,
  route: RouteName,
  fault: Fault,
  bytes = smallDocument,
): Promise<number> {
  fixture.simulator.faults.set(route, { ...fault, times: 1 });
  return (await fixture.send({ 'a.pdf': bytes })).batchId;
}

async function historyOf(fixture: DocumentsFixture, batchId: number) {
  const { id } = await fixture.rowOf(batchId, 'a.pdf');
  return (await fixture.call('documents.detail', { documentId: id })).history;
}

const statusFault: Fault = { kind: 'status', status: 500 };
const datedThrottle: Fault = {
  kind: 'throttle',
  status: 503,
  retryAfterSeconds: 0,
  retryAfterFormat: 'date',
};

test.for<[string, 'uploadDocuments' | 'upload', Fault]>([
  ['500', 'uploadDocuments', statusFault],
  ['500', 'upload', statusFault],
  ['503 with a date', 'uploadDocuments', datedThrottle],
  ['503 with a date', 'upload', datedThrottle],
  ['a connection dropped in the body', 'uploadDocuments', { kind: 'reset', at: 'body' }],
  ['a connection dropped in the body', 'upload', { kind: 'reset', at: 'body' }],
  ['an answer that is cut off', 'upload', { kind: 'reset-in-answer' }],
  ['an effect without an answer', 'uploadDocuments', { kind: 'effect-then-reset' }],
  ['an effect and then 500', 'upload', { kind: 'effect-then-status' }],
])(
  '%s at %s is retried with a new link until the document is attached',
  async ([, route, fault], { fixture }) => {
    const bytes = route === 'upload' ? largeDocument : smallDocument;
    const batchId = await sendWithFault(fixture, route, fault, bytes);
    await fixture.untilFinished(batchId);
    expect(fixture.receivedDocuments('rcp-Ahlström')).toEqual(receivedOnce(bytes));
    expect(fixture.callsOf('uploadDocuments')).toHaveLength(2);
    expect(fixture.callsOf('upload')).toHaveLength(route === 'upload' ? 2 : 1);
    expect((await historyOf(fixture, batchId)).map(({ kind }) => kind)).toContain('retrying');
  },
);

test.for(['uploadDocuments', 'upload'] as const)(
  'a missing answer at %s times out after 30 seconds, and the document is sent again',
  async (route, { fixture }) => {
    const batchId = await sendWithFault(fixture, route, { kind: 'hang' }, largeDocument);
    await fixture.untilRow(batchId, 'a.pdf', { state: route === 'upload' ? 'sending' : 'linking' });
    // The timeout starts when the last byte was sent.
    await eventually(() => {
      const [transfer] = fixture.batchSummaryOf(batchId)?.transfers ?? [];
      expect(transfer?.sent).toBe(route === 'upload' ? largeDocument.length : 0);
    });
    await eventually(() => expect(fixture.callsOf(route)).toHaveLength(1));
    fixture.clock.skip(31_000);
    await fixture.untilFinished(batchId);
    expect(fixture.receivedDocuments('rcp-Ahlström')).toEqual(receivedOnce(largeDocument));
    const retryEntry = (await historyOf(fixture, batchId)).find(({ kind }) => kind === 'retrying');
    expect(retryEntry?.reason?.code).toBe('no-answer');
  },
);

test('an answer that the storage sends before it has received all bytes is ignored', async ({ fixture }) => {
  const fault = { kind: 'early-answer', status: 200, afterBytes: 100_000, connectionAfter: 'drain' } as const;
  await fixture.untilFinished(await sendWithFault(fixture, 'upload', fault, largeDocument));
  expect(fixture.receivedDocuments('rcp-Ahlström')).toEqual(receivedOnce(largeDocument));
});

async function expectRefusedOnce(fixture: DocumentsFixture, batchId: number): Promise<void> {
  const uploadCount = fixture.callsOf('upload').length;
  await fixture.untilFinished(batchId, 'done-with-problems');
  const row = await fixture.rowOf(batchId, 'a.pdf');
  expect(row).toMatchObject({ state: 'failed', group: 'problem', reason: { code: 'answer-not-understood' } });
  expect(fixture.callsOf('upload')).toHaveLength(uploadCount);
  await fixture.changeDocuments('retry', batchId);
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toEqual(receivedOnce(smallDocument));
}

test.for<[string, Fault]>([
  ['truncated JSON', { kind: 'truncated-json' }],
  ['a body that is too large', { kind: 'huge-body', bytes: 20_000_000 }],
  ['too few items', { kind: 'items', change: 'too-few' }],
])(
  'an answer to a link request with %s is rejected as a whole, and a retry works',
  async ([, fault], { fixture }) => {
    await expectRefusedOnce(fixture, await sendWithFault(fixture, 'uploadDocuments', fault));
  },
);

const itemsSchema = z.object({ items: z.array(z.record(z.string(), z.string())) });

test.for(['key', 'link'] as const)(
  'an answer to a link request with the %s of another document is rejected as a whole, and a retry works',
  async (field, { fixture }) => {
    let earlierField: string | undefined;
    const rememberField = (value: unknown) => {
      earlierField = itemsSchema.parse(value).items[0]?.[field];
      return value;
    };
    fixture.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change: rememberField });
    await fixture.untilFinished((await fixture.send({ 'other.pdf': pdf('other') }, 'Other')).batchId);

    const change = (value: unknown) => ({
      items: itemsSchema.parse(value).items.map((item) => ({ ...item, [field]: earlierField })),
    });
    await expectRefusedOnce(
      fixture,
      await sendWithFault(fixture, 'uploadDocuments', { kind: 'rewrite', change }),
    );
  },
);

test('a document may get the same key and link at its next attempt', async ({ fixture }) => {
  let firstAnswer: unknown = null;
  const change = (value: unknown) => {
    firstAnswer ??= value;
    return firstAnswer;
  };
  fixture.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change });
  await fixture.untilFinished(await sendWithFault(fixture, 'upload', statusFault));
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(1);
});

test.for([
  ['uploadDocuments', 200],
  ['upload', 511],
  ['login', 200],
] as const)(
  'a web page instead of an answer (%s, %i) pauses the batch until the service answers again',
  async ([route, status], { fixture }) => {
    if (route === 'login') fixture.clock.skip(51 * 60_000);
    fixture.simulator.faults.set(route, { kind: 'html', status });
    const { batchId } = await fixture.send(sampleDocuments(3));
    const summary = await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'web-page' });
    expect(summary.pauseDetail).toMatch(/^127\.0\.0\.1:\d+$/);
    await eventually(async () => {
      const states = (await fixture.rowsOf(batchId)).map(({ state }) => state);
      expect(new Set(states)).toEqual(new Set(['ready']));
    });
    fixture.simulator.faults.clear();
    fixture.clock.skip(60_000);
    await fixture.untilFinished(batchId);
    expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(3);
    const { history } = await fixture.detailOf(batchId, '1.pdf');
    expect(history.map(({ kind }) => kind)).not.toContain('failed');
  },
);

test('a document fails after six attempts and can be retried by the clerk', async ({ fixture }) => {
  fixture.simulator.faults.set('upload', { kind: 'status', status: 503 });
  const { batchId } = await fixture.send({ 'a.pdf': smallDocument });
  await fixture.untilFinished(batchId, 'done-with-problems');
  expect(await fixture.rowOf(batchId, 'a.pdf')).toMatchObject({
    state: 'failed',
    reason: { code: 'too-many-tries', facts: { tries: 6, last: 'service-busy', status: 503 } },
  });
  expect(fixture.callsOf('upload')).toHaveLength(6);
  expect(fixture.simulator.state.linksIssued).toBe(6);

  fixture.simulator.faults.clear();
  await fixture.changeDocuments('retry', batchId);
  await fixture.untilFinished(batchId);
});

test('three equal refusals pause the batch with the message of the service', async ({ fixture }) => {
  const body = JSON.stringify({ message: 'Uploads are closed for this company' });
  fixture.simulator.faults.set('uploadDocuments', { kind: 'status', status: 422, body });
  const { batchId } = await fixture.send(sampleDocuments(20));
  const summary = await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'refused' });
  expect(summary.pauseDetail).toMatch(/^127\.0\.0\.1:\d+ 422 Uploads are closed for this company$/);
  await eventually(() => expect(fixture.testApp.topic('batches')[0]?.transfers).toEqual([]));
  const failedRows = (await fixture.rowsOf(batchId)).filter(({ state }) => state === 'failed');
  expect(failedRows.length).toBeGreaterThanOrEqual(3);
  expect(failedRows.length).toBeLessThanOrEqual(7);
  expect(failedRows[0]?.reason).toMatchObject({
    code: 'service-refused',
    facts: { status: 422, message: 'Uploads are closed for this company' },
  });
  const requestCount = fixture.callsOf('uploadDocuments').length;
  fixture.clock.skip(3_600_000);
  expect(fixture.callsOf('uploadDocuments')).toHaveLength(requestCount);

  fixture.simulator.faults.clear();
  await fixture.changeDocuments('retry', batchId, ...failedRows.map(({ name }) => name));
  await fixture.call('documents.batch', { action: 'resume', batchId });
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(20);
});

/** Size of a link request for one file, in bytes. */
const oneFileRequestBytes = '[{"fileName":"1.pdf","fileType":"application/pdf"}]'.length;

test('refusals of single files fail only those files', async ({ fixture }) => {
  let callCount = 0;
  fixture.simulator.faults.set('uploadDocuments', {
    kind: 'status',
    status: 422,
    when: () => {
      callCount += 1;
      return callCount % 3 === 0;
    },
  });
  const { batchId } = await fixture.send(sampleDocuments(12));
  await fixture.untilFinished(batchId, 'done-with-problems');
  const failedRows = (await fixture.rowsOf(batchId)).filter(({ state }) => state === 'failed');
  // A refused request for several files does not fail any of them.
  const refusals = fixture.callsOf('uploadDocuments').filter(({ status }) => status === 422);
  const singleFileRefusals = refusals.filter(({ requestBytes }) => requestBytes < 1.5 * oneFileRequestBytes);
  expect(failedRows.length).toBeGreaterThan(0);
  expect(failedRows).toHaveLength(singleFileRefusals.length);
});

test.for([
  ['uploadDocuments', 'beneficiary'],
  ['upload', 'storage'],
] as const)('Retry-After at %s applies to all calls to the same host', async ([route, host], { fixture }) => {
  fixture.simulator.faults.set(route, { kind: 'throttle', status: 429, retryAfterSeconds: 90, times: 1 });
  const { batchId } = await fixture.send(sampleDocuments(30));
  const summary = await eventually(() => {
    const currentSummary = fixture.batchSummaryOf(batchId);
    expect(currentSummary?.held?.host).toBeDefined();
    expect(currentSummary?.transfers).toEqual([]);
    return currentSummary;
  });
  const remainingMs = Date.parse(summary?.held?.until ?? '') - fixture.clock.now();
  expect(remainingMs).toBeGreaterThan(60_000);
  expect(remainingMs).toBeLessThanOrEqual(90_000);
  expect(summary?.held?.host).toMatch(/^127\.0\.0\.1:\d+$/);
  expect(summary?.state).toBe('running');
  const countCalls = () => fixture.simulator.calls().filter((call) => call.host === host).length;
  const callsBefore = countCalls();
  fixture.clock.skip(60_000);
  await fixture.rowsOf(batchId);
  expect(countCalls()).toBe(callsBefore);
  fixture.clock.skip(30_000);
  await fixture.untilFinished(batchId);
  expect(fixture.batchSummaryOf(batchId)?.held ?? null).toBeNull();
});
