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
import { test } from './company-test.ts';

/** Source of a worker that appends to a file until `stop` is set. */
const writerSource = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { appendFileSync } = require('node:fs');
  const stop = new Int32Array(workerData.stop);
  parentPort.postMessage('writing');
  while (Atomics.load(stop, 0) === 0) appendFileSync(workerData.path, 'more and more');
`;

test('a file that grows during its check waits, and is checked once it is complete', async ({ fixture }) => {
  const [path = ''] = await writeFiles(fixture.folder, { 'scan.pdf': pdf('growing', 1_000_000) });
  const stop = new SharedArrayBuffer(4);
  const worker = new Worker(writerSource, { eval: true, workerData: { path, stop } });
  await new Promise((resolve) => worker.once('message', resolve));
  const batchId = await fixture.drop(path);
  // On a busy disk the writer may pause for a whole check, so the check is repeated.
  const selection = await fixture.selectionOf(batchId);
  await eventually(async () => {
    const { state, reason } = await fixture.rowOf(batchId, 'scan.pdf');
    if (state === 'ready') {
      await fixture.call('documents.change', { action: 'recheck', ...selection });
      await fixture.untilChecked(batchId);
    }
    expect({ state, reason }).toMatchObject({ state: 'waiting-for-file', reason: { code: 'file-locked' } });
  });
  Atomics.store(new Int32Array(stop), 0, 1);
  await new Promise((resolve) => worker.once('exit', resolve));

  await fixture.changeDocuments('recheck', batchId);
  await fixture.untilChecked(batchId);
  const bytes = await readFile(path);
  const row = await fixture.rowOf(batchId, 'scan.pdf');
  expect(row).toMatchObject({ state: 'ready', size: bytes.length });
  const { sha256 } = await fixture.call('documents.detail', { documentId: row.id });
  expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test('a file that changed since its check shows both sizes after a new check', async ({ fixture }) => {
  const [path = ''] = await writeFiles(fixture.folder, { 'scan.pdf': pdf('a') });
  const batchId = await fixture.drop(path);
  const { id, size } = await fixture.rowOf(batchId, 'scan.pdf');
  await writeFile(path, pdf('a', 5_000));
  await fixture.changeDocuments('recheck', batchId);
  await fixture.untilChecked(batchId);
  const detail = await fixture.call('documents.detail', { documentId: id });
  expect(detail).toMatchObject({ state: 'ready', sizeBefore: size });
  expect(detail.size).toBeGreaterThanOrEqual(5_000);
});

const reason = z.object({ reason: documentReasonSchema.nullable() });
const inspectionSchema = z.object({ found: z.array(reason), inspected: reason, again: reason });
const canDropRights = process.getuid?.() === 0;

/** Inspects a path in a process without root rights, and returns the reasons of the found files and of both checks. */
async function inspectUnprivileged(path: string) {
  const child = fileURLToPath(new URL('unprivileged-child.ts', import.meta.url));
  const rights = canDropRights ? { uid: 65_534, gid: 65_534 } : {};
  const { stdout } = await promisify(execFile)(process.execPath, [child, path], rights);
  const { found, inspected, again } = inspectionSchema.parse(JSON.parse(stdout));
  return [...found, inspected, again].map((entry) => entry.reason);
}

test.skipIf(process.platform === 'win32')(
  'a file or folder without read permission is listed with the reason',
  async ({ fixture }) => {
    const accessDenied = { code: 'unreadable', facts: { system: 'EACCES' } };
    const [path = ''] = await writeFiles(fixture.folder, { 'closed/scan.pdf': pdf('secret') });
    const folder = join(fixture.folder, 'closed');
    const parents = [join(fixture.folder, '../..'), join(fixture.folder, '..'), fixture.folder, folder];
    for (const parent of parents) await chmod(parent, 0o755);
    await chmod(path, 0o000);
    expect(await inspectUnprivileged(path)).toEqual([null, accessDenied, accessDenied]);
    await chmod(folder, 0o000);
    expect((await inspectUnprivileged(folder))[0]).toEqual(accessDenied);
  },
);
