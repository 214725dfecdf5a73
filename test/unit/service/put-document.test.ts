/** @file One upload to its link: the request, the redirect that is followed, and the answer. */
import { expect, test } from 'vitest';
import type { Purpose } from '../../../src/main/service/http/exchange.ts';
import { HttpFailure } from '../../../src/main/service/http/failure.ts';
import type { Incoming, Outgoing } from '../../../src/main/service/http/http-messages.ts';
import { putDocument } from '../../../src/main/service/put-document.ts';
import { Secret } from '../../../src/main/service/secret.ts';
import { bodyOf } from '../../fakes/servers/service.ts';
import { incoming } from './http/incoming.ts';

const path = '/company/a.pdf?X-Amz-SignedHeaders=host&X-Amz-Signature=00';
const globalLink = `https://bucket.s3.amazonaws.com${path}`;
const regionalLink = `https://bucket.s3.eu-west-1.amazonaws.com${path}`;
const body = bodyOf(Buffer.from('%PDF'));
const stored = incoming('', { requestId: 'req-7' });
const redirect = (status: number, location: string | null) =>
  incoming('', { status, location: location === null ? null : new Secret('redirect-link', location) });

/** Uploads `a.pdf` to storages that give these answers in order. */
async function put(link: string, answers: readonly (Incoming | Error)[], storageHosts: string[] = []) {
  const sent: { purpose: Purpose; outgoing: Outgoing }[] = [];
  const progress: number[] = [];
  const abortController = new AbortController();
  const outcome = await putDocument(
    {
      rules: { allowHttpLoopback: false, storageHosts },
      now: () => 0,
      async send(purpose, outgoing) {
        const answer = answers[sent.length];
        sent.push({ purpose, outgoing });
        if (answer === undefined || answer instanceof Error) throw answer ?? new Error('No answer is left');
        return answer;
      },
    },
    new Secret('upload-link', link),
    'a.pdf',
    body,
    { signal: abortController.signal, onSent: (bytes) => void progress.push(bytes) },
  ).catch((thrown: unknown) => thrown);
  for (const { outgoing } of sent) outgoing.onSent?.(4);
  return { outcome, sent, progress, signal: abortController.signal };
}

test('an upload goes to its link with its type and its length, and reports nothing of the link', async () => {
  const { outcome, sent, progress, signal } = await put(globalLink, [stored]);
  expect(outcome).toEqual({ requestId: 'req-7' });
  expect(sent).toHaveLength(1);
  const [{ purpose, outgoing } = { purpose: null, outgoing: null }] = sent;
  expect(purpose).toEqual({ kind: 'upload', subject: 'a.pdf', request: 'PUT bucket.s3.amazonaws.com' });
  expect(outgoing).toMatchObject({
    method: 'PUT',
    headers: { 'content-type': 'application/pdf' },
    maxAnswerBytes: 65_536,
    stallTimeoutMs: 30_000,
  });
  expect(outgoing?.url.href).toBe(globalLink);
  expect(outgoing?.headers).not.toHaveProperty('x-ms-blob-type');
  expect(outgoing?.body).toBe(body);
  expect(outgoing?.signal).toBe(signal);
  expect(outgoing?.secrets.map((secret) => secret.reveal())).toEqual([globalLink, globalLink]);
  expect(progress).toEqual([4]);
});

test('an upload to a blob has the header of the blob type', async () => {
  const { sent } = await put('https://a.blob.core.windows.net/c/a.pdf?sv=2024-11-04&sr=b&sig=a', [stored]);
  const headers = { 'content-type': 'application/pdf', 'x-ms-blob-type': 'BlockBlob' };
  expect(sent[0]?.outgoing.headers).toEqual(headers);
});

test('a redirect to the regional host is followed once, and both links stay secret', async () => {
  const redirects = [
    redirect(307, regionalLink),
    redirect(307, regionalLink.replace('eu-west-1', 'eu-west-2')),
  ];
  const { outcome, sent } = await put(globalLink, [...redirects.slice(0, 1), stored]);
  expect(outcome).toEqual({ requestId: 'req-7' });
  expect(sent.map(({ outgoing }) => outgoing.url.href)).toEqual([globalLink, regionalLink]);
  expect(sent[1]?.purpose.request).toBe('PUT bucket.s3.eu-west-1.amazonaws.com');
  expect(sent[1]?.outgoing.secrets.map((secret) => secret.reveal())).toEqual([globalLink, regionalLink]);
  const redirectedTwice = await put(globalLink, [...redirects, stored]);
  const details = { host: 'bucket.s3.eu-west-1.amazonaws.com', status: 307 };
  expect(redirectedTwice.outcome).toMatchObject({ code: 'service-refused', details });
  expect(redirectedTwice.sent).toHaveLength(2);
});

test.each<[number, string | null, string[]]>([
  ...[200, 301, 302, 303, 308].map((status): [number, string, string[]] => [status, regionalLink, []]),
  [307, null, []],
  [307, regionalLink.replace('bucket', 'other'), []],
  [307, regionalLink, ['bucket.s3.amazonaws.com']],
])('an answer of %i with the location %s is not followed by a profile with the hosts %j', async (...row) => {
  const [status, location, storageHosts] = row;
  const { outcome, sent } = await put(globalLink, [redirect(status, location), stored], storageHosts);
  expect(sent).toHaveLength(1);
  expect(outcome).toMatchObject(status === 200 ? { requestId: 'req-1' } : { code: 'service-refused' });
});

test('nothing is sent to a link or redirect target whose signed headers Paydesk does not send', async () => {
  const signContentMd5 = (link: string) => link.replace('=host', '=host%3Bcontent-md5');
  const unusable = {
    code: 'link-unusable',
    details: { host: 'bucket.s3.amazonaws.com', problem: 'signed-headers', headers: 'content-md5' },
  };
  const unusableLink = await put(signContentMd5(globalLink), [stored]);
  expect(unusableLink.outcome).toMatchObject(unusable);
  expect(unusableLink.sent).toEqual([]);
  const unusableTarget = await put(globalLink, [redirect(307, signContentMd5(regionalLink)), stored]);
  expect(unusableTarget.outcome).toMatchObject({ code: 'link-unusable' });
  expect(unusableTarget.sent).toHaveLength(1);
});

test('a refusal is reported with its code, and with the link as the cause when it has the checksum of an empty file', async () => {
  const refusal = incoming('<Error><Code>BadDigest</Code></Error>', {
    status: 400,
    contentType: 'application/xml',
  });
  expect((await put(globalLink, [refusal])).outcome).toMatchObject({
    code: 'service-refused',
    requestId: 'req-1',
    details: { host: 'bucket.s3.amazonaws.com', status: 400, message: 'BadDigest' },
  });
  const { outcome } = await put(`${globalLink}&x-amz-checksum-crc32=AAAAAA%3D%3D`, [refusal]);
  expect(outcome).toMatchObject({ code: 'link-unusable', details: { problem: 'empty-checksum' } });
});

test('network failures are mapped to errors, and errors of the body are passed on', async () => {
  const failure = new HttpFailure('timed-out', 'bucket.s3.amazonaws.com', true, '');
  expect((await put(globalLink, [failure])).outcome).toMatchObject({ code: 'timed-out', retryable: true });
  const broken = new Error('The disk was removed');
  expect((await put(globalLink, [broken])).outcome).toBe(broken);
});
