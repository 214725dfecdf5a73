/** @file Large documents that are read again before they are sent. */
import { createHash } from 'node:crypto';
import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CheckedFile } from '../../../../src/main/features/documents/intake/messages.ts';
import { maxDocumentBytesInMemory, reread } from '../../../../src/main/features/documents/intake/reread.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';

const size = maxDocumentBytesInMemory + 1;

/** Writes a document, and counts the answers of its drive while it is read again. */
async function writeDocument() {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const path = join(folder.path, 'large.pdf');
  const bytes = Buffer.alloc(size, 'paydesk');
  await writeFile(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const checked: CheckedFile = { path, size, modifiedAt: (await stat(path)).mtimeMs, sha256 };
  const readAgain = async () => {
    let reads = 0;
    const result = await reread(checked, {
      onProgress() {
        reads += 1;
      },
      onComputing: () => undefined,
    });
    return { result, isRead: reads > 0 };
  };
  return { path, readAgain };
}

const later = new Date('2026-05-01');

test.each([
  ['is that of its check is only read when it is sent', {}, { result: { kind: 'large' }, isRead: false }],
  ['changed is read before anything is sent', { later }, { result: { kind: 'large' }, isRead: true }],
  [
    'changed together with its bytes is not sent',
    { later, content: 'other' },
    { result: { kind: 'not-sendable', reason: { code: 'file-changed', facts: {} } }, isRead: true },
  ],
])('a large document whose time %s', async (_, change: { later?: Date; content?: string }, expected) => {
  const { path, readAgain } = await writeDocument();
  if (change.content !== undefined) await writeFile(path, Buffer.alloc(size, change.content));
  if (change.later !== undefined) await utimes(path, change.later, change.later);
  expect(await readAgain()).toEqual(expected);
});
