/** @file Documents that are read again by a drive's process, and whose bytes arrive through sockets. */
import { createHash } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { RereadDocument } from '../../../../../src/main/features/documents/intake/byte-connections.ts';
import type { CheckedFile } from '../../../../../src/main/features/documents/intake/messages.ts';
import type { ChildProcess } from '../../../../../src/main/platform/platform.ts';
import { createRealIntake } from '../../../../fakes/intake.ts';
import { startProcess } from '../../../../fakes/platform/platform.ts';
import { temporaryFolder } from '../../../../fakes/test-app.ts';

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

/** Returns the intake, the processes that it has started, and a function that compares a document that was read again. */
function openIntake(onSend: (message: unknown) => void = () => undefined) {
  const children: ChildProcess[] = [];
  const intake = createRealIntake(undefined, {
    start(...args) {
      const child = startProcess(...args);
      children.push(child);
      const send = (message: unknown) => {
        child.send(message);
        onSend(message);
      };
      return { ...child, send };
    },
  });
  onTestFinished(() => intake.close());
  const expectOwnBytes = async (index: number) =>
    expect(bytesOf(await intake.reread(at(checkedFiles, index))).equals(at(contents, index))).toBe(true);
  return { intake, children, expectOwnBytes };
}

test('a hundred documents at once have their own bytes, whose memory is freed as soon as they are used', async () => {
  const { intake } = openIntake();
  for (const round of [1, 2]) {
    const results = await Promise.all(
      checkedFiles.map(async (checked, index) => {
        const document = await intake.reread(checked);
        const isEqual = bytesOf(document).equals(at(contents, index));
        if (document.kind === 'bytes') document.free();
        return { isEqual, isFreed: document.kind === 'bytes' && document.bytes.length === 0 };
      }),
    );
    expect([round, results.filter(({ isEqual }) => !isEqual)]).toEqual([round, []]);
    // Documents that arrive in messages have no memory of their own.
    expect(results.some(({ isFreed }) => isFreed)).toBe(true);
  }
});

test('documents after a changed and a cancelled one have their own bytes', async () => {
  const controller = new AbortController();
  const cancelledFile = at(checkedFiles, 2);
  const { intake, expectOwnBytes } = openIntake((message) => {
    if (JSON.stringify(message).includes(cancelledFile.sha256)) controller.abort();
  });
  const path = join(folder.path, 'changed.pdf');
  writeFileSync(path, at(contents, 0));
  appendFileSync(path, 'more');
  const changed = { kind: 'not-sendable', reason: { code: 'file-changed' } };
  expect(await intake.reread({ ...at(checkedFiles, 0), path })).toMatchObject(changed);
  await expectOwnBytes(1);
  // The process has the request, and still sends its bytes.
  const code = 'cancelled';
  await expect(intake.reread(cancelledFile, controller.signal)).rejects.toMatchObject({ code });
  for (const index of [3, 4]) await expectOwnBytes(index);
});

test('a document is read again by another process when the first one is killed', async () => {
  const { children, expectOwnBytes } = openIntake();
  await expectOwnBytes(0);
  at(children, 0).kill();
  await expectOwnBytes(1);
  expect(children).toHaveLength(2);
});
