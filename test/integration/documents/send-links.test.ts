import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { reasonMessage } from '../../../src/shared/document-reason-message.ts';
import { t } from '../../../src/shared/messages/index.ts';
import { eventually } from '../../fakes/eventually.ts';
import { jpeg, pdf, png, svg } from '../../fakes/files.ts';
import { type PresignOptions, type S3Store, startS3Store } from '../../fakes/s3-store.ts';
import type { FaultedCall } from '../../simulator/faults.ts';
import { test } from './company-test.ts';
import { type DocumentsFixture, sampleDocuments } from './documents-fixture.ts';

const minuteMs = 60_000;
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('an expired link is replaced exactly once, and the same bytes are sent', async ({ fixture }) => {
  const bytes = pdf('a', 9_000_000);
  fixture.simulator.faults.set('upload', { kind: 'expired-link', times: 1 });
  const { batchId } = await fixture.send({ 'a.pdf': bytes });
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toEqual([{ name: 'a.pdf', sha256: hash(bytes) }]);
  expect(fixture.callsOf('uploadDocuments')).toHaveLength(2);
  expect(fixture.callsOf('upload').map(({ status }) => status)).toEqual([403, 200]);
  const { history } = await fixture.detailOf(batchId, 'a.pdf');
  expect(history.map(({ kind }) => kind)).not.toContain('retrying');
});

test.for([
  ['forward', 11 * minuteMs],
  ['back', -11 * minuteMs],
] as const)(
  'a link is discarded unused when the clock moved %s by more than ten minutes',
  async ([, shiftMs], { fixture }) => {
    const change = (value: unknown) => {
      fixture.clock.shiftWallTime(shiftMs);
      return value;
    };
    fixture.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change, times: 1 });
    const { batchId } = await fixture.send({ 'a.pdf': pdf('a') });
    await fixture.untilFinished(batchId);
    expect(fixture.callsOf('uploadDocuments')).toHaveLength(2);
    expect(fixture.callsOf('upload')).toHaveLength(1);
  },
);

test('a document does not fail when two of its links expire unused', async ({ fixture }) => {
  let shiftMs = 0;
  const change = (value: unknown) => {
    shiftMs += 11 * minuteMs;
    fixture.clock.shiftWallTime(shiftMs);
    return value;
  };
  fixture.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change, times: 2 });
  const { batchId } = await fixture.send({ 'a.pdf': pdf('a') });
  await fixture.untilFinished(batchId);
  expect(fixture.callsOf('upload').map(({ status }) => status)).toEqual([200]);
});

test('in hours of failures, every link is used, and none is older than ten minutes', async ({ fixture }) => {
  fixture.random.fraction = 0.99;
  fixture.simulator.faults.set('upload', { kind: 'status', status: 503, probability: 0.2 });
  const { batchId } = await fixture.send(sampleDocuments(15));
  const activeStates = new Set(['ready', 'linking', 'sending']);
  for (let waitingCount = 1; waitingCount > 0; ) {
    // The clock advances only while nothing is being sent, so that no request times out.
    await eventually(async () => {
      const states = Object.values(await fixture.statesOf(batchId));
      expect(states.filter((state) => activeStates.has(state))).toEqual([]);
      waitingCount = states.filter((state) => state === 'waiting-to-retry').length;
    });
    if (waitingCount > 0) fixture.clock.skip(minuteMs);
  }
  await fixture.untilFinished(batchId);
  const uploads = fixture.callsOf('upload');
  expect(Math.max(...uploads.map(({ linkAgeMs }) => linkAgeMs ?? 0))).toBeLessThan(10 * minuteMs);
  expect(uploads.length).toBeGreaterThan(15);
  expect(fixture.simulator.state.linksIssued).toBe(uploads.length);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(15);
});

test('a document whose link is refused waits for an upload slot again', async ({ fixture }) => {
  let uploadCount = 0;
  const countUploads = ({ number }: FaultedCall) => {
    uploadCount = number;
    return true;
  };
  // The first upload is refused while others already wait for its slot.
  fixture.simulator.faults.set(
    'upload',
    { kind: 'delay', milliseconds: 1_500, times: 1, when: countUploads },
    { kind: 'expired-link', times: 1 },
    { kind: 'hang', skip: 12 },
  );
  const { batchId } = await fixture.send(sampleDocuments(40));
  // The 29 links: twelve documents are stored, eight are being sent, eight wait for a slot, and one has its second link.
  await eventually(() => expect(fixture.simulator.state.linksIssued).toBe(29));
  await eventually(() => expect(uploadCount).toBeGreaterThanOrEqual(21));
  await fixture.rowsOf(batchId);
  await fixture.rowsOf(batchId);
  expect(uploadCount).toBe(21);
  fixture.simulator.faults.clear();
  await fixture.untilFinished(batchId);
});

/** Keys with special characters, which must arrive as they were signed. */
const keys = [
  'Rechnung 2026 + Anlage.pdf',
  'ü/請求書 ①.pdf',
  '100%/50%25 off.pdf',
  "a'b(c)!*~_-&b=c;d,e@f:g$h.pdf",
  'x#y?z//[1]{2}.pdf',
];

/** Documents whose names have special characters as well. */
const files = {
  'Rechnung 2026 + Anlage.pdf': pdf('plus', 300_000),
  '請求書 ①.png': png('unicode'),
  '100% (50%25).jpg': jpeg('percent'),
  'a&b=c;d,e@f$h.svg': svg('signs'),
};

/** Makes the practice company issue links of another storage. Returns a function that forwards stored bytes to the company. */
function issueLinksOf(
  fixture: DocumentsFixture,
  linkOf: (key: string) => string,
): (key: string, bytes: Buffer, type: string) => Promise<void> {
  const links = new Map<string, string>();
  fixture.simulator.faults.set('uploadDocuments', {
    kind: 'rewrite',
    change(value) {
      const { items } = value as { items: { link: string; url: string; key: string }[] };
      const itemsOfStorage = items.map((item) => {
        const key = `${links.size + 1}/${keys[links.size % keys.length]}`;
        links.set(key, item.link);
        return { ...item, link: linkOf(key) };
      });
      return { items: itemsOfStorage };
    },
  });
  return async (key, bytes, type) => {
    const answer = await fetch(links.get(key) ?? '', {
      method: 'PUT',
      headers: { 'content-type': type },
      body: new Uint8Array(bytes),
    });
    if (answer.status !== 200) throw new Error(`The practice company answered ${answer.status}`);
  };
}

async function startWithS3(
  fixture: DocumentsFixture,
  link: PresignOptions = {},
): Promise<{ store: S3Store }> {
  const forward = issueLinksOf(fixture, (key) => store.presign(key, link));
  const store: S3Store = await startS3Store({
    now: fixture.clock.now,
    onStored: (key, { bytes, type }) => forward(key, bytes, type),
  });
  return { store };
}

const expectedDocuments = Object.entries(files)
  .map(([name, bytes]) => ({ name, sha256: hash(bytes) }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));
const hashesOf = (stored: Iterable<{ readonly bytes: Buffer }>) =>
  [...stored].map(({ bytes }) => hash(bytes)).sort();
const expectedHashes = Object.values(files).map(hash).sort();

test('documents are stored byte for byte at a storage that verifies AWS signatures', async ({ fixture }) => {
  const { store } = await startWithS3(fixture);
  const { batchId } = await fixture.send(files);
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toEqual(expectedDocuments);
  expect(hashesOf(store.objects.values())).toEqual(expectedHashes);
  expect(store.refusals).toEqual([]);
  expect(store.receivedRequests).toHaveLength(Object.keys(files).length);
});

test('links that require other headers pause the batch with the names of the headers', async ({
  fixture,
}) => {
  const { store } = await startWithS3(fixture, { headers: { 'content-md5': '1B2M2Y8AsgTpgAmY7PhCfg==' } });
  const { batchId } = await fixture.send(sampleDocuments(8));
  const summary = await fixture.untilBatchSummary(batchId, {
    state: 'paused',
    pauseReason: 'link-unusable',
  });
  expect(t('documentsFrame.notices.paused.link-unusable.title', { number: summary.number })).toContain(
    'the upload links can’t be used',
  );
  expect(
    t('documentsFrame.notices.paused.link-unusable.detail', { headers: summary.pauseDetail ?? '' }),
  ).toContain('headers that Paydesk does not send: content-md5.');
  const failedRows = (await fixture.rowsOf(batchId)).filter(({ state }) => state === 'failed');
  expect(failedRows.length).toBeGreaterThanOrEqual(3);
  const messages = failedRows.map(({ reason }) => (reason === null ? '' : reasonMessage(reason).full));
  expect(new Set(messages)).toEqual(
    new Set([
      `The upload link for 127.0.0.1:${store.port} requires headers that Paydesk does not send: content-md5. Nothing was sent, and the file is fine. Ask your IT department or the service for upload links without these headers, then retry.`,
    ]),
  );
  expect(store.receivedRequests).toEqual([]);
  expect(fixture.callsOf('upload')).toEqual([]);
});

test('a link with the checksum of an empty file fails its document with a message', async ({ fixture }) => {
  const { store } = await startWithS3(fixture, { parameters: { 'x-amz-checksum-crc32': 'AAAAAA==' } });
  const { batchId } = await fixture.send({ 'a.pdf': pdf('a') });
  const { reason } = await fixture.untilRow(batchId, 'a.pdf', { state: 'failed' });
  if (reason === null) throw new Error('There is no reason');
  expect(reasonMessage(reason).full).toBe(
    'The upload link contains the checksum of an empty file, so the storage refuses any other file (400: “BadDigest”). Nothing was stored, and the file is fine. Ask your IT department or the service for upload links without a checksum, then retry.',
  );
  expect(store.receivedRequests).toHaveLength(1);
});

/** Revokes all tokens once the bytes of the first document have arrived. */
function revokeAfterUpload(fixture: DocumentsFixture, afterRevocation: () => void = () => undefined): void {
  const { faults } = fixture.simulator;
  let isRevoked = false;
  const when = () => {
    if (!isRevoked) {
      isRevoked = true;
      fixture.simulator.revokeTokens();
      afterRevocation();
    }
    return false;
  };
  faults.set('upload', { kind: 'delay', milliseconds: 0, when });
}

test('a token revoked during uploads causes a single login', async ({ fixture }) => {
  revokeAfterUpload(fixture);
  const { batchId } = await fixture.send(sampleDocuments(12));
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(12);
  expect(fixture.simulator.state.logins).toBe(2);
});

test('a batch is paused when the key is refused, and continues after a sign-in', async ({ fixture }) => {
  revokeAfterUpload(fixture, () => fixture.simulator.faults.set('login', { kind: 'status', status: 401 }));
  const { batchId } = await fixture.send(sampleDocuments(6));
  await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'sign-in' });
  expect(fixture.testApp.topic('session')).toMatchObject({
    state: 'interrupted',
    error: { code: 'key-refused' },
    profile: { id: fixture.profileId },
  });
  const states = new Set(Object.values(await fixture.statesOf(batchId)));
  expect([...states].filter((state) => state !== 'ready' && state !== 'stored')).toEqual([]);

  // Resuming without a session changes nothing; a sign-in continues the batch.
  await fixture.call('documents.batch', { action: 'resume', batchId });
  await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'sign-in' });
  fixture.simulator.faults.clear();
  await fixture.signIn();
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(6);
});

test('a temporary login failure neither ends the session nor fails a document', async ({ fixture }) => {
  revokeAfterUpload(fixture, () =>
    fixture.simulator.faults.set('login', { kind: 'status', status: 500, times: 2 }),
  );
  const { batchId } = await fixture.send(sampleDocuments(1));
  await eventually(() => expect(fixture.callsOf('login').length).toBeGreaterThan(1));
  for (let wait = 0; wait < 4; wait += 1) {
    await eventually(async () => expect((await fixture.rowOf(batchId, '1.pdf')).state).not.toBe('attaching'));
    fixture.clock.skip(minuteMs);
  }
  await fixture.untilFinished(batchId);
  expect(fixture.testApp.topic('session')).toMatchObject({ state: 'signed-in' });
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(1);
});

test.for([
  ['services', 'ready'],
  ['updateRecipient', 'stored'],
] as const)(
  'a 403 of the wrong environment (%s) pauses the batch without failing documents',
  async ([target, state], { fixture }) => {
    fixture.simulator.faults.set(target, { kind: 'wrong-environment' });
    const { batchId } = await fixture.send(sampleDocuments(6));
    await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'wrong-environment' });
    const callCount = fixture.simulator.calls().length;
    expect(new Set(Object.values(await fixture.statesOf(batchId)))).toEqual(new Set([state]));
    fixture.clock.skip(10 * minuteMs);
    expect(fixture.simulator.calls()).toHaveLength(callCount);

    fixture.simulator.faults.clear();
    await fixture.call('documents.batch', { action: 'resume', batchId });
    await fixture.untilFinished(batchId);
    expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(6);
  },
);

test('a sign-out stops a batch, and the next sign-in continues it', async ({ fixture }) => {
  fixture.simulator.faults.set('upload', { kind: 'hang' });
  const { batchId } = await fixture.send(sampleDocuments(3));
  await fixture.untilRow(batchId, '1.pdf', { state: 'sending' });
  await fixture.call('session.signOut', { forgetKey: false });
  await eventually(() => expect(fixture.batchSummaryOf(batchId)).toBeUndefined());
  await expect(fixture.reviewOf(batchId)).rejects.toMatchObject({
    code: 'sign-in-needed',
  });
  fixture.simulator.faults.clear();
  await fixture.signIn();
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(3);
});

test('a retry while the session is interrupted pauses the batch until a sign-in', async ({ fixture }) => {
  fixture.simulator.faults.set('uploadDocuments', { kind: 'status', status: 422, times: 1 });
  const { batchId } = await fixture.send(sampleDocuments(1));
  await fixture.untilFinished(batchId, 'done-with-problems');
  fixture.simulator.revokeTokens();
  fixture.simulator.faults.set('login', { kind: 'status', status: 401 });
  const { batchId: nextBatchId } = await fixture.send(sampleDocuments(1, 'next '), 'Other');
  await fixture.untilBatchSummary(nextBatchId, { state: 'paused', pauseReason: 'sign-in' });
  await fixture.changeDocuments('retry', batchId);
  await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'sign-in' });
  fixture.simulator.faults.clear();
  await fixture.signIn();
  await fixture.untilFinished(batchId);
  await fixture.untilFinished(nextBatchId);
});
