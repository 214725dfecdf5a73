import { expect, test } from 'vitest';
import type { Intake } from '../../../../../src/main/features/documents/intake/intake-client.ts';
import type { StreamedChunk } from '../../../../../src/main/features/documents/intake/stream.ts';
import {
  bodyOfBytes,
  bodyOfFile,
} from '../../../../../src/main/features/documents/transfer/send-document.ts';
import type { OutgoingBody } from '../../../../../src/main/service/http/http-messages.ts';
import { readAll } from '../read-all.ts';

const size = 2 * 1024 * 1024 + 7;
const bytes = Buffer.alloc(size, 'paydesk');

test('bytes from memory are sent completely, and again on every attempt', async () => {
  const body = bodyOfBytes(bytes);
  expect(body.size).toBe(size);
  expect((await readAll(body)).sent.equals(bytes)).toBe(true);
  expect((await readAll(body)).sent.equals(bytes)).toBe(true);
});

test('no chunk of bytes from memory is empty', async () => {
  const lengths: number[] = [];
  for await (const chunk of bodyOfBytes(Buffer.alloc(128 * 1024)).chunks()) lengths.push(chunk.length);
  expect(lengths).toEqual([64 * 1024, 64 * 1024]);
});

/** Returns a body whose file yields these chunks. */
function createBodyYielding(...chunks: StreamedChunk[]): OutgoingBody {
  const intake: Pick<Intake, 'chunks'> = {
    async *chunks() {
      yield* chunks;
    },
  };
  return bodyOfFile(intake, { path: '/proofs/a.pdf', size, modifiedAt: null, sha256: '' });
}

test.each([
  ['file-changed', {}, 'file-changed', {}],
  ['file-missing', {}, 'file-missing', { reason: 'file-missing' }],
  ['drive-away', {}, 'file-missing', { reason: 'drive-away' }],
  ['cloud-only', {}, 'file-missing', { reason: 'cloud-only' }],
  ['file-locked', {}, 'file-locked', { reason: 'file-locked' }],
  ['unreadable', { system: 'EACCES' }, 'file-unreadable', { cause: 'EACCES' }],
  ['is-folder', {}, 'file-unreadable', { cause: 'is-folder' }],
] as const)('a read that fails with %s %o ends requests with %s %o', async (reason, facts, code, details) => {
  const beginning = Buffer.from('the beginning');
  const failure = { kind: 'not-sendable', reason: { code: reason, facts } } as const;
  const { sent, error } = await readAll(createBodyYielding({ kind: 'bytes', bytes: beginning }, failure));
  expect(sent.equals(beginning)).toBe(true);
  expect(error).toMatchObject({ code, details });
});
