/** @file Large documents that are read again before they are sent. */
import { createHash } from 'node:crypto';
import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CheckedFile } from '../../../src/main/features/documents/intake/messages.ts';
import { maxDocumentBytesInMemory, reread } from '../../../src/main/features/documents/intake/reread.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

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

const fileChanged = { kind: 'not-sendable', reason: { code: 'file-changed', facts: {} } };

test('a large document whose time and size are those of its check is only read when it is sent', async () => {
  const { readAgain } = await writeDocument();
  expect(await readAgain()).toEqual({ result: { kind: 'large' }, isRead: false });
});

test('a large document that was written again with other bytes is changed before anything is sent', async () => {
  const { path, readAgain } = await writeDocument();
  await writeFile(path, Buffer.alloc(size, 'other'));
  await utimes(path, new Date(), new Date(Date.now() + 5_000));
  expect(await readAgain()).toEqual({ result: fileChanged, isRead: true });
});

test('a large document that was written again with the same bytes is sent', async () => {
  const { path, readAgain } = await writeDocument();
  await utimes(path, new Date(), new Date(Date.now() + 5_000));
  expect(await readAgain()).toEqual({ result: { kind: 'large' }, isRead: true });
});
