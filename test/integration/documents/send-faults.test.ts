import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import type { RouteName } from '../../../src/main/simulator/route-names.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import type { Fault } from '../../simulator/faults.ts';
import { type DocumentsFixture, sampleDocuments, test } from './documents-fixture.ts';

const documentBytes = pdf('the document', 9_000_000);
const sha256 = createHash('sha256').update(documentBytes).digest('hex');
let testCount = 0;

/** Sends one large document to a new beneficiary while the service fails once. */
async function sendWithFault(fixture: DocumentsFixture, route: 'uploadDocuments' | 'upload', fault: Fault) {
  testCount += 1;
  const label = `Beneficiary ${testCount}`;
  const callCountBefore = fixture.simulator.calls().length;
  fixture.simulator.faults.set(route, { ...fault, times: 1 });
  const { batchId } = await fixture.send({ 'a.pdf': documentBytes }, label);
  return {
    fixture,
    batchId,
    calls: (routeName: RouteName) =>
      fixture.simulator
        .calls()
        .slice(callCountBefore)
        .filter((call) => call.route === routeName),
    received: () => fixture.receivedDocuments(`rcp-${label}`),
    async history() {
      const { id } = await fixture.rowOf(batchId, 'a.pdf');
      return (await fixture.call('documents.detail', { documentId: id })).history.reverse();
    },
  };
}

const temporaryFaults: [string, Fault][] = [
  ['500', { kind: 'status', status: 500 }],
  ['503', { kind: 'status', status: 503 }],
  ['408', { kind: 'status', status: 408 }],
  ['429 with an immediate retry', { kind: 'throttle', status: 429, retryAfterSeconds: 0 }],
  ['503 with a date', { kind: 'throttle', status: 503, retryAfterSeconds: 0, retryAfterFormat: 'date' }],
  ['a connection dropped at the headers', { kind: 'reset', at: 'headers' }],
  ['a connection dropped in the body', { kind: 'reset', at: 'body' }],
  ['an answer that is cut off', { kind: 'reset-in-answer' }],
  ['an answer that is too short', { kind: 'short-body' }],
  ['an effect without an answer', { kind: 'effect-then-reset' }],
  ['an effect and then 500', { kind: 'effect-then-status' }],
];

test.for(
  temporaryFaults.flatMap(([name, fault]) =>
    (['uploadDocuments', 'upload'] as const).map((route) => ({ name, route, fault })),
  ),
)(
  '$name at $route is retried with a new link until the document is attached',
  async ({ route, fault }, { shared }) => {
    const sent = await sendWithFault(shared, route, fault);
    await sent.fixture.untilFinished(sent.batchId);
    expect(sent.received()).toEqual([{ name: 'a.pdf', sha256 }]);
    expect(sent.calls('uploadDocuments')).toHaveLength(2);
    expect(sent.calls('upload')).toHaveLength(route === 'upload' ? 2 : 1);
    expect((await sent.history()).map(({ kind }) => kind)).toContain('retrying');
  },
);

test.for(['uploadDocuments', 'upload'] as const)(
  'a missing answer at %s times out after 30 seconds, and the document is sent again',
  async (route, { shared }) => {
    const { fixture, batchId, ...sent } = await sendWithFault(shared, route, { kind: 'hang' });
    await fixture.untilRow(batchId, 'a.pdf', { state: route === 'upload' ? 'sending' : 'linking' });
    // The timeout starts when the last byte was sent.
    await eventually(() => {
      const [transfer] = fixture.batchSummaryOf(batchId)?.transfers ?? [];
      expect(transfer?.sent).toBe(route === 'upload' ? documentBytes.length : 0);
    });
    await eventually(() => {
      fixture.clock.skip(31_000);
      expect(sent.calls('uploadDocuments').length).toBeGreaterThan(1);
    });
    await fixture.untilFinished(batchId);
    expect(sent.received()).toEqual([{ name: 'a.pdf', sha256 }]);
    const retryEntry = (await sent.history()).find(({ kind }) => kind === 'retrying');
    expect(retryEntry?.reason?.code).toBe('no-answer');
  },
);

test('an answer that the storage sends before it has received all bytes is ignored', async ({ shared }) => {
  const sent = await sendWithFault(shared, 'upload', {
    kind: 'early-answer',
    status: 200,
    afterBytes: 100_000,
    connectionAfter: 'drain',
  });
  await sent.fixture.untilFinished(sent.batchId);
  expect(sent.received()).toEqual([{ name: 'a.pdf', sha256 }]);
});

const invalidAnswers: [string, Fault][] = [
  ['truncated JSON', { kind: 'truncated-json' }],
  ['an empty body', { kind: 'empty-body' }],
  ['a body that is too large', { kind: 'huge-body', bytes: 20_000_000 }],
  ['too few items', { kind: 'items', change: 'too-few' }],
  ['too many items', { kind: 'items', change: 'too-many' }],
  ['no items', { kind: 'items', change: 'empty' }],
  ['no items field', { kind: 'items', change: 'absent' }],
  ['items that are not an array', { kind: 'items', change: 'not-an-array' }],
  ['an item without a link', { kind: 'items', change: 'missing-link' }],
  ['an item without a key', { kind: 'items', change: 'missing-key' }],
];

/** Answers that repeat a field of an answer for another document. */
const repeatedFields: [string, 'key' | 'link'][] = [
  ['an item with the key of another document', 'key'],
  ['an item with the link of another document', 'link'],
];

async function expectRefusedOnce({ fixture, batchId, ...sent }: Awaited<ReturnType<typeof sendWithFault>>) {
  await fixture.untilFinished(batchId, 'done-with-problems');
  const row = await fixture.rowOf(batchId, 'a.pdf');
  expect(row).toMatchObject({ state: 'failed', group: 'problem', reason: { code: 'answer-not-understood' } });
  expect(sent.calls('upload')).toEqual([]);
  await fixture.changeDocuments('retry', batchId);
  await fixture.untilFinished(batchId);
  expect(sent.received()).toEqual([{ name: 'a.pdf', sha256 }]);
}

test.for(invalidAnswers)(
  'an answer to a link request with %s is rejected as a whole, and a retry works',
  async ([, fault], { shared }) => {
    await expectRefusedOnce(await sendWithFault(shared, 'uploadDocuments', fault));
  },
);

test.for([
  ['uploadDocuments', 200],
  ['uploadDocuments', 511],
  ['upload', 200],
  ['login', 200],
] as const)(
  'a web page instead of an answer (%s, %i) pauses the batch until the service answers again',
  async ([route, status], { fixture }) => {
    if (route === 'login') fixture.clock.skip(51 * 60_000);
    fixture.simulator.faults.set(route, { kind: 'html', status });
    const { batchId } = await fixture.send(sampleDocuments(6));
    const summary = await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'web-page' });
    expect(summary.pauseDetail).toMatch(/^127\.0\.0\.1:\d+$/);
    await eventually(async () => {
      const states = (await fixture.rowsOf(batchId)).map(({ state }) => state);
      expect(new Set(states)).toEqual(new Set(['ready']));
    });
    fixture.simulator.faults.clear();
    fixture.clock.skip(60_000);
    await fixture.untilFinished(batchId);
    expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(6);
    const { id } = await fixture.rowOf(batchId, '1.pdf');
    const { history } = await fixture.call('documents.detail', { documentId: id });
    expect(history.map(({ kind }) => kind)).not.toContain('failed');
  },
);

const itemsSchema = z.object({ items: z.array(z.record(z.string(), z.string())) });

test.for(repeatedFields)(
  'an answer to a link request with %s is rejected as a whole, and a retry works',
  async ([, field], { shared }) => {
    let earlierField: string | undefined;
    const rememberField = (value: unknown) => {
      earlierField = itemsSchema.parse(value).items[0]?.[field];
      return value;
    };
    shared.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change: rememberField });
    const otherBatch = await shared.send({ 'other.pdf': pdf('other') }, `Other ${field}`);
    await shared.untilFinished(otherBatch.batchId);

    const change = (value: unknown) => ({
      items: itemsSchema.parse(value).items.map((item) => ({ ...item, [field]: earlierField })),
    });
    await expectRefusedOnce(await sendWithFault(shared, 'uploadDocuments', { kind: 'rewrite', change }));
  },
);

test('an item without a url is accepted, because nothing is sent there', async ({ shared }) => {
  const sent = await sendWithFault(shared, 'uploadDocuments', { kind: 'items', change: 'missing-url' });
  await sent.fixture.untilFinished(sent.batchId);
  expect(sent.calls('uploadDocuments')).toHaveLength(1);
});

test('a document may get the same key and link at its next attempt', async ({ fixture }) => {
  let firstAnswer: unknown = null;
  const change = (value: unknown) => {
    firstAnswer ??= value;
    return firstAnswer;
  };
  fixture.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change });
  fixture.simulator.faults.set('upload', { kind: 'status', status: 500, times: 1 });
  const { batchId } = await fixture.send({ 'a.pdf': pdf('a') });
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(1);
});

test('a document fails after six attempts and can be retried by the clerk', async ({ fixture }) => {
  fixture.simulator.faults.set('upload', { kind: 'status', status: 503 });
  const { batchId } = await fixture.send({ 'a.pdf': pdf('a') });
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

test.for(['uploadDocuments', 'upload'] as const)(
  'a service that sent Retry-After (%s) is not called earlier',
  async (route, { fixture }) => {
    fixture.simulator.faults.set(route, { kind: 'throttle', status: 429, retryAfterSeconds: 90, times: 1 });
    const { batchId } = await fixture.send({ 'a.pdf': pdf('a') });
    const row = await fixture.untilRow(batchId, 'a.pdf', { state: 'waiting-to-retry', group: 'queued' });
    expect(row.reason?.code).toBe('service-busy');
    const waitMs = Date.parse(row.retryAt ?? '') - fixture.clock.now();
    expect(waitMs).toBeGreaterThan(60_000);
    expect(waitMs).toBeLessThanOrEqual(90_000);
    fixture.clock.skip(60_000);
    expect(await fixture.rowOf(batchId, 'a.pdf')).toMatchObject({ state: 'waiting-to-retry' });
    fixture.clock.skip(30_000);
    await fixture.untilFinished(batchId);
    expect(fixture.callsOf(route)).toHaveLength(2);
  },
);

test('the same refusal three times pauses the batch with the message of the service before all documents fail', async ({
  fixture,
}) => {
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
