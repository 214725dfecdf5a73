import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { reasonMessage } from '../../../src/shared/document-reason-message.ts';
import { t } from '../../../src/shared/messages/index.ts';
import { type BlobStore, startBlobStore } from '../../fakes/blob-store.ts';
import { jpeg, pdf, png, svg } from '../../fakes/files.ts';
import {
  type PresignOptions,
  type S3Store,
  type S3StoreOptions,
  startS3Store,
} from '../../fakes/s3-store.ts';
import { type DocumentsFixture, sampleDocuments, test } from './documents-fixture.ts';

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

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
  options: S3StoreOptions = {},
): Promise<{ store: S3Store }> {
  const forward = issueLinksOf(fixture, (key) => store.presign(key, link));
  const store: S3Store = await startS3Store({
    now: fixture.clock.now,
    onStored: (key, { bytes, type }) => forward(key, bytes, type),
    ...options,
  });
  return { store };
}

const expectedDocuments = Object.entries(files)
  .map(([name, bytes]) => ({ name, sha256: hash(bytes) }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));
const hashesOf = (stored: Iterable<{ readonly bytes: Buffer }>) =>
  [...stored].map(({ bytes }) => hash(bytes)).sort();
const expectedHashes = Object.values(files).map(hash).sort();

test('documents are stored byte for byte at a storage that verifies AWS signatures, and are attached', async ({
  fixture,
}) => {
  const { store } = await startWithS3(fixture);
  const { batchId } = await fixture.send(files);
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toEqual(expectedDocuments);
  expect(hashesOf(store.objects.values())).toEqual(expectedHashes);
  expect(store.refusals).toEqual([]);
  expect(store.receivedRequests).toHaveLength(Object.keys(files).length);
});

test('documents are stored byte for byte at a storage with the rules of Azure, and are attached', async ({
  fixture,
}) => {
  const forward = issueLinksOf(fixture, (key) => store.linkOf(key));
  const types = new Map<string, string>();
  const store: BlobStore = await startBlobStore({
    now: fixture.clock.now,
    onStored: (key, { bytes, type }) => {
      types.set(key, type);
      return forward(key, bytes, type);
    },
  });
  const { batchId } = await fixture.send(files);
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toEqual(expectedDocuments);
  expect(hashesOf(store.blobs.values())).toEqual(expectedHashes);
  expect([...types.values()].sort()).toEqual(['application/pdf', 'image/jpeg', 'image/png', 'image/svg+xml']);
  expect(store.refusals).toEqual([]);
});

test('links that require other headers pause the batch after three documents, with the names of the headers', async ({
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

test('a conflict with another request at the storage is retried until the document is attached', async ({
  fixture,
}) => {
  let refusals = 2;
  const { store } = await startWithS3(
    fixture,
    {},
    {
      instead: () => {
        if (refusals === 0) return undefined;
        refusals -= 1;
        const body =
          '<Error><Code>OperationAborted</Code><Message>A conflicting operation is in progress</Message></Error>';
        return { status: 409, headers: { 'content-type': 'application/xml' }, body };
      },
    },
  );
  const { batchId } = await fixture.send({ 'a.pdf': pdf('a') });
  await fixture.untilFinished(batchId);
  expect(store.receivedRequests).toHaveLength(3);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toEqual([{ name: 'a.pdf', sha256: hash(pdf('a')) }]);
});
