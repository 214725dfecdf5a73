import { expect, test } from 'vitest';
import type { Intake } from '../../../src/main/features/documents/intake/intake.ts';
import type { StreamedChunk } from '../../../src/main/features/documents/intake/stream.ts';
import { bodyOfBytes, bodyOfFile } from '../../../src/main/features/documents/transfer/body.ts';
import type { OutgoingBody } from '../../../src/main/service/http-messages.ts';
import { readAll } from './read-all.ts';

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
  [{ code: 'file-changed', facts: {} }, { code: 'file-changed' }],
  [
    { code: 'file-missing', facts: {} },
    { code: 'file-missing', details: { reason: 'file-missing' } },
  ],
  [
    { code: 'drive-away', facts: {} },
    { code: 'file-missing', details: { reason: 'drive-away' } },
  ],
  [
    { code: 'cloud-only', facts: {} },
    { code: 'file-missing', details: { reason: 'cloud-only' } },
  ],
  [
    { code: 'file-locked', facts: {} },
    { code: 'file-locked', details: { reason: 'file-locked' } },
  ],
  [
    { code: 'unreadable', facts: { system: 'EACCES' } },
    { code: 'file-unreadable', details: { cause: 'EACCES' } },
  ],
  [
    { code: 'is-folder', facts: {} },
    { code: 'file-unreadable', details: { cause: 'is-folder' } },
  ],
] as const)('a read that fails with %o ends the request with %o', async (reason, expected) => {
  const beginning = Buffer.from('the beginning');
  const { sent, error } = await readAll(
    createBodyYielding({ kind: 'bytes', bytes: beginning }, { kind: 'not-sendable', reason }),
  );
  expect(sent.equals(beginning)).toBe(true);
  expect(error).toMatchObject(expected);
});
