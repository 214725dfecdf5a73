/** @file Documents that are read again by a drive's process, and whose bytes arrive through sockets. */
import { createHash } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RereadDocument } from '../../../src/main/features/documents/intake/byte-connections.ts';
import type { CheckedFile } from '../../../src/main/features/documents/intake/messages.ts';
import type { ChildProcess } from '../../../src/main/platform.ts';
import { errorOf } from '../../fakes/error-of.ts';
import { createRealIntake } from '../../fakes/intake.ts';
import { startProcess } from '../../fakes/platform.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

/** More than the sockets of a process. */
const count = 100;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const contents: Buffer[] = [];
const checkedFiles: CheckedFile[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  for (let index = 0; index < count; index += 1) {
    const content = Buffer.alloc(20_000 + 7 * index, `document ${index}`);
    const path = join(folder.path, `${index}.pdf`);
    writeFileSync(path, content);
    contents.push(content);
    checkedFiles.push({
      path,
      size: content.length,
      modifiedAt: null,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
  }
});
afterAll(() => folder.remove());

const at = <Item>(items: readonly Item[], index: number): Item => items[index] ?? expect.fail('no such item');

function bytesOf(document: RereadDocument): Buffer {
  if (document.kind !== 'bytes') return expect.fail(`the document is ${document.kind}`);
  return Buffer.from(document.bytes);
}

test('a hundred documents at once have their own bytes, whose memory is freed as soon as they are used', async () => {
  const intake = createRealIntake();
  try {
    for (const round of [1, 2]) {
      const equal = await Promise.all(
        checkedFiles.map(async (checked, index) => {
          const document = await intake.reread(checked);
          const isEqual = bytesOf(document).equals(at(contents, index));
          if (document.kind === 'bytes') document.free();
          return isEqual;
        }),
      );
      expect([round, equal.filter((isEqual) => !isEqual)]).toEqual([round, []]);
    }
  } finally {
    intake.close();
  }
});

test('the bytes of a document are empty once its memory is freed', async () => {
  const intake = createRealIntake();
  try {
    const document = await intake.reread(at(checkedFiles, 0));
    if (document.kind !== 'bytes') return expect.fail(`the document is ${document.kind}`);
    document.free();
    expect(document.bytes.length).toBe(0);
  } finally {
    intake.close();
  }
});

test('documents after a changed and a cancelled one have their own bytes', async () => {
  const controller = new AbortController();
  const cancelledFile = at(checkedFiles, 2);
  const intake = createRealIntake(undefined, {
    start(...args) {
      const child = startProcess(...args);
      const send = (message: unknown) => {
        child.send(message);
        if (JSON.stringify(message).includes(cancelledFile.sha256)) controller.abort();
      };
      return { ...child, send };
    },
  });
  try {
    const changedPath = join(folder.path, 'changed.pdf');
    writeFileSync(changedPath, at(contents, 0));
    appendFileSync(changedPath, 'more');
    const changed = { ...at(checkedFiles, 0), path: changedPath };
    expect(await intake.reread(changed)).toMatchObject({
      kind: 'not-sendable',
      reason: { code: 'file-changed' },
    });
    expect(bytesOf(await intake.reread(at(checkedFiles, 1))).equals(at(contents, 1))).toBe(true);
    // The process has the request, and still sends its bytes.
    expect(await errorOf(intake.reread(cancelledFile, controller.signal))).toMatchObject({
      code: 'cancelled',
    });
    for (const index of [3, 4])
      expect(bytesOf(await intake.reread(at(checkedFiles, index))).equals(at(contents, index))).toBe(true);
  } finally {
    intake.close();
  }
});

test('a document is read again by another process when the first one is killed', async () => {
  const children: ChildProcess[] = [];
  const intake = createRealIntake(undefined, {
    start(...args) {
      const child = startProcess(...args);
      children.push(child);
      return child;
    },
  });
  try {
    expect(bytesOf(await intake.reread(at(checkedFiles, 0))).equals(at(contents, 0))).toBe(true);
    at(children, 0).kill();
    expect(bytesOf(await intake.reread(at(checkedFiles, 1))).equals(at(contents, 1))).toBe(true);
    expect(children).toHaveLength(2);
  } finally {
    intake.close();
  }
});
