import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { expect } from 'vitest';
import { z } from 'zod';
import { documentReasonSchema } from '../../../src/shared/model/document.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { test } from './documents-fixture.ts';

/** Source of a worker that appends to a file until `stop` is set. */
const writerSource = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { appendFileSync } = require('node:fs');
  const stop = new Int32Array(workerData.stop);
  parentPort.postMessage('writing');
  while (Atomics.load(stop, 0) === 0) appendFileSync(workerData.path, 'more and more');
`;

test('a file that grows during its check waits, and is checked completely once it no longer changes', async ({
  shared,
}) => {
  const [path = ''] = await writeFiles(shared.folder, { 'scan.pdf': pdf('growing', 30_000_000) });
  const stop = new SharedArrayBuffer(4);
  const worker = new Worker(writerSource, { eval: true, workerData: { path, stop } });
  await new Promise((resolve) => worker.once('message', resolve));
  const batchId = await shared.drop(path);
  // On a busy disk the writer may pause for a whole check, so the check is repeated.
  const selection = await shared.selectionOf(batchId);
  await eventually(async () => {
    const { state, reason } = await shared.rowOf(batchId, 'scan.pdf');
    if (state === 'ready') {
      await shared.call('documents.change', { action: 'recheck', ...selection });
      await shared.untilChecked(batchId);
    }
    expect({ state, reason }).toMatchObject({ state: 'waiting-for-file', reason: { code: 'file-locked' } });
  });
  Atomics.store(new Int32Array(stop), 0, 1);
  await new Promise((resolve) => worker.once('exit', resolve));

  await shared.changeDocuments('recheck', batchId);
  await shared.untilChecked(batchId);
  const bytes = await readFile(path);
  const row = await shared.rowOf(batchId, 'scan.pdf');
  expect(row).toMatchObject({ state: 'ready', size: bytes.length });
  const { sha256 } = await shared.call('documents.detail', { documentId: row.id });
  expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test('a file that changed since its check shows both sizes after a new check', async ({ shared }) => {
  const [path = ''] = await writeFiles(shared.folder, { 'scan.pdf': pdf('a') });
  const batchId = await shared.drop(path);
  const { id, size } = await shared.rowOf(batchId, 'scan.pdf');
  await writeFile(path, pdf('a', 5_000));
  await shared.changeDocuments('recheck', batchId);
  await shared.untilChecked(batchId);
  const detail = await shared.call('documents.detail', { documentId: id });
  expect(detail).toMatchObject({ state: 'ready', sizeBefore: size });
  expect(detail.size).toBeGreaterThanOrEqual(5_000);
});

const reason = z.object({ reason: documentReasonSchema.nullable() });
const inspectionSchema = z.object({ found: z.array(reason), inspected: reason, again: reason });
const canDropRights = process.getuid?.() === 0;

/** Inspects a path in a process without root rights, and returns the found files and reasons. */
async function inspectUnprivileged(path: string) {
  const child = fileURLToPath(new URL('unprivileged-child.ts', import.meta.url));
  const rights = canDropRights ? { uid: 65_534, gid: 65_534 } : {};
  const { stdout } = await promisify(execFile)(process.execPath, [child, path], rights);
  return inspectionSchema.parse(JSON.parse(stdout));
}

const accessDenied = { code: 'unreadable', facts: { system: 'EACCES' } };

test.skipIf(process.platform === 'win32')(
  'a file without read permission is listed with the reason',
  async ({ shared }) => {
    const [path = ''] = await writeFiles(shared.folder, { 'scan.pdf': pdf('secret') });
    const parents = [join(shared.folder, '../..'), join(shared.folder, '..'), shared.folder];
    for (const folder of parents) await chmod(folder, 0o755);
    await chmod(path, 0o000);
    const { found: foundFiles, inspected, again: rereadFile } = await inspectUnprivileged(path);
    expect(foundFiles.map((entry) => entry.reason)).toEqual([null]);
    expect([inspected.reason, rereadFile.reason]).toEqual([accessDenied, accessDenied]);
  },
);

test.skipIf(process.platform === 'win32')(
  'a folder without read permission is listed with the reason',
  async ({ shared }) => {
    await writeFiles(shared.folder, { 'closed/scan.pdf': pdf('secret') });
    const folder = join(shared.folder, 'closed');
    await chmod(join(shared.folder, '../..'), 0o755);
    await chmod(folder, 0o000);
    const { found: foundFiles } = await inspectUnprivileged(folder);
    expect(foundFiles.map((entry) => entry.reason)).toEqual([accessDenied]);
  },
);
