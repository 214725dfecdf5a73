import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
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
import {
  callsOf,
  documents,
  over,
  received,
  rowsOf,
  send,
  startWork,
  untilHead,
  untilRow,
  type Work,
} from './work.ts';

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Names of keys that have to arrive as they were signed. */
const keys = [
  'Rechnung 2026 + Anlage.pdf',
  'ü/請求書 ①.pdf',
  '100%/50%25 off.pdf',
  "a'b(c)!*~_-&b=c;d,e@f:g$h.pdf",
  'x#y?z//[1]{2}.pdf',
];

/** Documents whose names are as awkward as the keys. */
const files = {
  'Rechnung 2026 + Anlage.pdf': pdf('plus', 300_000),
  '請求書 ①.png': png('unicode'),
  '100% (50%25).jpg': jpeg('percent'),
  'a&b=c;d,e@f$h.svg': svg('signs'),
};

/** Lets the practice company give links of another storage, which hands on what it stored. */
function giveLinksOf(
  work: Work,
  linkOf: (key: string) => string,
): (key: string, bytes: Buffer, type: string) => Promise<void> {
  const links = new Map<string, string>();
  work.simulator.faults.set('uploadDocuments', {
    kind: 'rewrite',
    change(value) {
      const { items } = value as { items: { link: string; url: string; key: string }[] };
      const given = items.map((item) => {
        const key = `${links.size + 1}/${keys[links.size % keys.length]}`;
        links.set(key, item.link);
        return { ...item, link: linkOf(key) };
      });
      return { items: given };
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

async function workWithS3(
  link: PresignOptions = {},
  options: S3StoreOptions = {},
): Promise<{ work: Work; store: S3Store }> {
  const work = await startWork();
  const handOn = giveLinksOf(work, (key) => store.presign(key, link));
  const store: S3Store = await startS3Store({
    now: work.clock.now,
    onStored: (key, { bytes, type }) => handOn(key, bytes, type),
    ...options,
  });
  return { work, store };
}

const expectedDocuments = Object.entries(files)
  .map(([name, bytes]) => ({ name, sha256: hash(bytes) }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));
const hashesOf = (stored: Iterable<{ readonly bytes: Buffer }>) =>
  [...stored].map(({ bytes }) => hash(bytes)).sort();
const expectedHashes = Object.values(files).map(hash).sort();

test('documents reach a storage that verifies signatures of AWS, byte for byte, and are attached', async () => {
  const { work, store } = await workWithS3();
  const { batchId } = await send(work, files);
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-Ahlström')).toEqual(expectedDocuments);
  expect(hashesOf(store.objects.values())).toEqual(expectedHashes);
  expect(store.refusals).toEqual([]);
  expect(store.arrived).toHaveLength(Object.keys(files).length);
});

test('documents reach a storage with the rules of Azure, byte for byte, and are attached', async () => {
  const work = await startWork();
  const handOn = giveLinksOf(work, (key) => store.linkOf(key));
  const types = new Map<string, string>();
  const store: BlobStore = await startBlobStore({
    now: work.clock.now,
    onStored: (key, { bytes, type }) => {
      types.set(key, type);
      return handOn(key, bytes, type);
    },
  });
  const { batchId } = await send(work, files);
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-Ahlström')).toEqual(expectedDocuments);
  expect(hashesOf(store.blobs.values())).toEqual(expectedHashes);
  expect([...types.values()].sort()).toEqual(['application/pdf', 'image/jpeg', 'image/png', 'image/svg+xml']);
  expect(store.refusals).toEqual([]);
});

test('links that need other headers stop the batch after three documents, and the clerk reads which headers', async () => {
  const { work, store } = await workWithS3({ headers: { 'content-md5': '1B2M2Y8AsgTpgAmY7PhCfg==' } });
  const { batchId } = await send(work, documents(8));
  const head = await untilHead(work, batchId, { state: 'paused', pauseReason: 'link-unusable' });
  expect(t('documentsFrame.notices.paused.link-unusable.title', { number: head.number })).toContain(
    'the upload links can’t be used',
  );
  expect(
    t('documentsFrame.notices.paused.link-unusable.detail', { headers: head.pauseDetail ?? '' }),
  ).toContain('headers that Paydesk does not send: content-md5.');
  const failed = (await rowsOf(work, batchId)).filter(({ state }) => state === 'failed');
  expect(failed.length).toBeGreaterThanOrEqual(3);
  const words = failed.map(({ reason }) => (reason === null ? '' : reasonMessage(reason).full));
  expect(new Set(words)).toEqual(
    new Set([
      `The upload link for 127.0.0.1:${store.port} requires headers that Paydesk does not send: content-md5. Nothing was sent, and the file is fine. Ask your IT department or the service for upload links without these headers, then retry.`,
    ]),
  );
  expect(store.arrived).toEqual([]);
  expect(callsOf(work.simulator, 'upload')).toEqual([]);
});

test('a link with the checksum of an empty file fails its document, and the clerk reads why', async () => {
  const { work, store } = await workWithS3({ parameters: { 'x-amz-checksum-crc32': 'AAAAAA==' } });
  const { batchId } = await send(work, { 'a.pdf': pdf('a') });
  const { reason } = await untilRow(work, batchId, 'a.pdf', { state: 'failed' });
  if (reason === null) throw new Error('There is no reason');
  expect(reasonMessage(reason).full).toBe(
    'The upload link contains the checksum of an empty file, so the storage refuses any other file (400: “BadDigest”). Nothing was stored, and the file is fine. Ask your IT department or the service for upload links without a checksum, then retry.',
  );
  expect(store.arrived).toHaveLength(1);
});

test('a storage whose other request is not finished is asked again, and the document is attached', async () => {
  let refusals = 2;
  const { work, store } = await workWithS3(
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
  const { batchId } = await send(work, { 'a.pdf': pdf('a') });
  await over(work, batchId);
  expect(store.arrived).toHaveLength(3);
  expect(received(work.simulator, 'rcp-Ahlström')).toEqual([{ name: 'a.pdf', sha256: hash(pdf('a')) }]);
});
