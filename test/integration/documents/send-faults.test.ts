import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Fault } from '../../../src/main/simulator/faults.ts';
import type { RouteName } from '../../../src/main/simulator/route.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import {
  callsOf,
  documents,
  headOf,
  over,
  received,
  rowOf,
  rowsOf,
  select,
  send,
  shareWork,
  startWork,
  untilHead,
  untilRow,
} from './work.ts';

const shared = shareWork();
const bytes = pdf('the document', 9_000_000);
const sha256 = createHash('sha256').update(bytes).digest('hex');
let tests = 0;

/** One large document, sent past a fault that happens once to a beneficiary of its own. */
async function sendPast(route: 'uploadDocuments' | 'upload', fault: Fault) {
  const work = shared();
  tests += 1;
  const label = `Beneficiary ${tests}`;
  const before = work.simulator.calls().length;
  work.simulator.faults.set(route, { ...fault, times: 1 });
  const { batchId } = await send(work, { 'a.pdf': bytes }, label);
  return {
    work,
    batchId,
    calls: (of: RouteName) =>
      work.simulator
        .calls()
        .slice(before)
        .filter((call) => call.route === of),
    received: () => received(work.simulator, `rcp-${label}`),
    async history() {
      const { id } = await rowOf(work, batchId, 'a.pdf');
      return (await work.call('documents.detail', { documentId: id })).history.reverse();
    },
  };
}

const passing: [string, Fault][] = [
  ['500', { kind: 'status', status: 500 }],
  ['503', { kind: 'status', status: 503 }],
  ['408', { kind: 'status', status: 408 }],
  ['429 at once', { kind: 'throttle', status: 429, retryAfterSeconds: 0 }],
  ['503 with a date', { kind: 'throttle', status: 503, retryAfterSeconds: 0, as: 'date' }],
  ['a connection that breaks at the headers', { kind: 'reset', at: 'headers' }],
  ['a connection that breaks in the body', { kind: 'reset', at: 'body' }],
  ['an answer that breaks off', { kind: 'reset-in-answer' }],
  ['an answer that is too short', { kind: 'short-body' }],
  ['an effect without an answer', { kind: 'effect-then-reset' }],
  ['an effect and then 500', { kind: 'effect-then-status' }],
];

test.each(
  passing.flatMap(([name, fault]) =>
    (['uploadDocuments', 'upload'] as const).map((route) => ({ name, route, fault })),
  ),
)('$name at $route is tried again with a fresh link, and ends attached', async ({ route, fault }) => {
  const sent = await sendPast(route, fault);
  await over(sent.work, sent.batchId);
  expect(sent.received()).toEqual([{ name: 'a.pdf', sha256 }]);
  expect(sent.calls('uploadDocuments')).toHaveLength(2);
  expect(sent.calls('upload')).toHaveLength(route === 'upload' ? 2 : 1);
  expect((await sent.history()).map(({ kind }) => kind)).toContain('retrying');
});

test.each(['uploadDocuments', 'upload'] as const)(
  'silence at %s is given up after half a minute, and the document is sent again',
  async (route) => {
    const { work, batchId, ...sent } = await sendPast(route, { kind: 'hang' });
    await untilRow(work, batchId, 'a.pdf', { state: route === 'upload' ? 'sending' : 'linking' });
    // The silence begins when the last byte has left.
    await eventually(() => {
      const [transfer] = headOf(work, batchId)?.transfers ?? [];
      expect(transfer?.sent).toBe(route === 'upload' ? bytes.length : 0);
    });
    await eventually(() => {
      work.clock.skip(31_000);
      expect(sent.calls('uploadDocuments').length).toBeGreaterThan(1);
    });
    await over(work, batchId);
    expect(sent.received()).toEqual([{ name: 'a.pdf', sha256 }]);
    const retrying = (await sent.history()).find(({ kind }) => kind === 'retrying');
    expect(retrying?.reason?.code).toBe('no-answer');
  },
);

test('a store that answers before it has all bytes is not believed', async () => {
  const sent = await sendPast('upload', {
    kind: 'early-answer',
    status: 200,
    afterBytes: 100_000,
    rest: 'drain',
  });
  await over(sent.work, sent.batchId);
  expect(sent.received()).toEqual([{ name: 'a.pdf', sha256 }]);
});

const useless: [string, Fault][] = [
  ['half an answer', { kind: 'truncated-json' }],
  ['nothing', { kind: 'empty-body' }],
  ['far too much', { kind: 'huge-body', bytes: 20_000_000 }],
  ['too few items', { kind: 'items', change: 'too-few' }],
  ['too many items', { kind: 'items', change: 'too-many' }],
  ['no items', { kind: 'items', change: 'empty' }],
  ['no list', { kind: 'items', change: 'absent' }],
  ['something else than a list', { kind: 'items', change: 'not-an-array' }],
  ['an item without a link', { kind: 'items', change: 'missing-link' }],
  ['an item without a key', { kind: 'items', change: 'missing-key' }],
];

/** What an answer for another document gave is given again. */
const repeated: [string, 'key' | 'link'][] = [
  ['an item with the key of another document', 'key'],
  ['an item with the link of another document', 'link'],
];

async function expectRefusedOnce({ work, batchId, ...sent }: Awaited<ReturnType<typeof sendPast>>) {
  await over(work, batchId, 'done-with-problems');
  const row = await rowOf(work, batchId, 'a.pdf');
  expect(row).toMatchObject({ state: 'failed', group: 'problem', reason: { code: 'answer-not-understood' } });
  expect(sent.calls('upload')).toEqual([]);
  await work.call('documents.retry', await select(work, batchId));
  await over(work, batchId);
  expect(sent.received()).toEqual([{ name: 'a.pdf', sha256 }]);
}

test.each(useless)('%s in place of links is used in no part; a retry works', async (_, fault) => {
  await expectRefusedOnce(await sendPast('uploadDocuments', fault));
});

test.each([
  ['uploadDocuments', 200],
  ['uploadDocuments', 511],
  ['upload', 200],
  ['login', 200],
] as const)(
  'a page for a person in place of the answer (%s, %i) lets everything wait until the way is free',
  async (route, status) => {
    const work = await startWork();
    if (route === 'login') work.clock.skip(51 * 60_000);
    work.simulator.faults.set(route, { kind: 'html', status });
    const { batchId } = await send(work, documents(6));
    const head = await untilHead(work, batchId, { state: 'paused', pauseReason: 'web-page' });
    expect(head.pauseDetail).toMatch(/^127\.0\.0\.1:\d+$/);
    await eventually(async () => {
      const states = (await rowsOf(work, batchId)).map(({ state }) => state);
      expect(new Set(states)).toEqual(new Set(['ready']));
    });
    work.simulator.faults.clear();
    work.clock.skip(60_000);
    await over(work, batchId);
    expect(received(work.simulator, 'rcp-Ahlström')).toHaveLength(6);
    const { id } = await rowOf(work, batchId, '1.pdf');
    const { history } = await work.call('documents.detail', { documentId: id });
    expect(history.map(({ kind }) => kind)).not.toContain('failed');
  },
);

const itemsSchema = z.object({ items: z.array(z.record(z.string(), z.string())) });

test.each(repeated)('%s in place of links is used in no part; a retry works', async (_, field) => {
  const work = shared();
  let earlier: string | undefined;
  const remember = (value: unknown) => {
    earlier = itemsSchema.parse(value).items[0]?.[field];
    return value;
  };
  work.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change: remember });
  const other = await send(work, { 'other.pdf': pdf('other') }, `Other ${field}`);
  await over(work, other.batchId);

  const change = (value: unknown) => ({
    items: itemsSchema.parse(value).items.map((item) => ({ ...item, [field]: earlier })),
  });
  await expectRefusedOnce(await sendPast('uploadDocuments', { kind: 'rewrite', change }));
});

test('an item without a url is enough, because nothing is ever sent there', async () => {
  const sent = await sendPast('uploadDocuments', { kind: 'items', change: 'missing-url' });
  await over(sent.work, sent.batchId);
  expect(sent.calls('uploadDocuments')).toHaveLength(1);
});

test('a document may get its own key and link again', async () => {
  const work = await startWork();
  let first: unknown = null;
  const change = (value: unknown) => {
    first ??= value;
    return first;
  };
  work.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change });
  work.simulator.faults.set('upload', { kind: 'status', status: 500, times: 1 });
  const { batchId } = await send(work, { 'a.pdf': pdf('a') });
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-Ahlström')).toHaveLength(1);
});

test('a document is tried six times, and then the clerk is asked', async () => {
  const work = await startWork();
  work.simulator.faults.set('upload', { kind: 'status', status: 503 });
  const { batchId } = await send(work, { 'a.pdf': pdf('a') });
  await over(work, batchId, 'done-with-problems');
  expect(await rowOf(work, batchId, 'a.pdf')).toMatchObject({
    state: 'failed',
    reason: { code: 'too-many-tries', facts: { tries: 6, last: 'service-busy', status: 503 } },
  });
  expect(callsOf(work.simulator, 'upload')).toHaveLength(6);
  expect(work.simulator.state.linksIssued).toBe(6);

  work.simulator.faults.clear();
  await work.call('documents.retry', await select(work, batchId));
  await over(work, batchId);
});

test.each(['uploadDocuments', 'upload'] as const)(
  'a service that says when to come back (%s) is not asked earlier',
  async (route) => {
    const work = await startWork();
    work.simulator.faults.set(route, { kind: 'throttle', status: 429, retryAfterSeconds: 90, times: 1 });
    const { batchId } = await send(work, { 'a.pdf': pdf('a') });
    const row = await untilRow(work, batchId, 'a.pdf', { state: 'waiting-to-retry', group: 'queued' });
    expect(row.reason?.code).toBe('service-busy');
    const wait = Date.parse(row.retryAt ?? '') - work.clock.now();
    expect(wait).toBeGreaterThan(60_000);
    expect(wait).toBeLessThanOrEqual(90_000);
    work.clock.skip(60_000);
    expect(await rowOf(work, batchId, 'a.pdf')).toMatchObject({ state: 'waiting-to-retry' });
    work.clock.skip(30_000);
    await over(work, batchId);
    expect(callsOf(work.simulator, route)).toHaveLength(2);
  },
);

test('the same refusal three times pauses the batch with the service’s words, and spares the rest', async () => {
  const work = await startWork();
  const body = JSON.stringify({ message: 'Uploads are closed for this company' });
  work.simulator.faults.set('uploadDocuments', { kind: 'status', status: 422, body });
  const { batchId } = await send(work, documents(20));
  const head = await untilHead(work, batchId, { state: 'paused', pauseReason: 'refused' });
  expect(head.pauseDetail).toMatch(/^127\.0\.0\.1:\d+ 422 Uploads are closed for this company$/);
  await eventually(() => expect(work.testApp.topic('batches')[0]?.transfers).toEqual([]));
  const failed = (await rowsOf(work, batchId)).filter(({ state }) => state === 'failed');
  expect(failed.length).toBeGreaterThanOrEqual(3);
  expect(failed.length).toBeLessThanOrEqual(7);
  expect(failed[0]?.reason).toMatchObject({
    code: 'service-refused',
    facts: { status: 422, message: 'Uploads are closed for this company' },
  });
  const asked = callsOf(work.simulator, 'uploadDocuments').length;
  work.clock.skip(3_600_000);
  expect(callsOf(work.simulator, 'uploadDocuments')).toHaveLength(asked);

  work.simulator.faults.clear();
  await work.call('documents.retry', await select(work, batchId, ...failed.map(({ name }) => name)));
  await work.call('documents.resume', { batchId });
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-Ahlström')).toHaveLength(20);
});

/** Bytes of a request for the link of one file. */
const oneName = '[{"fileName":"1.pdf","fileType":"application/pdf"}]'.length;

test('refusals that are about single files fail those files alone', async () => {
  const work = await startWork();
  let calls = 0;
  work.simulator.faults.set('uploadDocuments', {
    kind: 'status',
    status: 422,
    when: () => {
      calls += 1;
      return calls % 3 === 0;
    },
  });
  const { batchId } = await send(work, documents(12));
  await over(work, batchId, 'done-with-problems');
  const failed = (await rowsOf(work, batchId)).filter(({ state }) => state === 'failed');
  // A refusal of several files at once says of none of them that it was meant.
  const refusals = callsOf(work.simulator, 'uploadDocuments').filter(({ status }) => status === 422);
  const forOneFile = refusals.filter(({ requestBytes }) => requestBytes < 1.5 * oneName);
  expect(failed.length).toBeGreaterThan(0);
  expect(failed).toHaveLength(forOneFile.length);
});
