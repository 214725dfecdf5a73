import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { documentReasonSchema } from '../../../src/shared/model/document.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { checked, drop, rowOf, select, shareWork } from './work.ts';

const shared = shareWork();

/** Writes at the end of a file, again and again, until it is told to stop. */
const writer = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { appendFileSync } = require('node:fs');
  const stop = new Int32Array(workerData.stop);
  parentPort.postMessage('writing');
  while (Atomics.load(stop, 0) === 0) appendFileSync(workerData.path, 'more and more');
`;

test('a file that grows while it is checked waits, and is checked in full when it has come to rest', async () => {
  const work = shared();
  const [path = ''] = await writeFiles(work.folder, { 'scan.pdf': pdf('growing', 30_000_000) });
  const stop = new SharedArrayBuffer(4);
  const worker = new Worker(writer, { eval: true, workerData: { path, stop } });
  await new Promise((resolve) => worker.once('message', resolve));
  const batchId = await drop(work, path);
  // A busy disk can hold the writer up for as long as one check takes; not for every one.
  const selection = await select(work, batchId);
  await eventually(async () => {
    const { state, reason } = await rowOf(work, batchId, 'scan.pdf');
    if (state === 'ready') {
      await work.call('documents.recheck', selection);
      await checked(work, batchId);
    }
    expect({ state, reason }).toMatchObject({ state: 'waiting-for-file', reason: { code: 'file-locked' } });
  });
  Atomics.store(new Int32Array(stop), 0, 1);
  await new Promise((resolve) => worker.once('exit', resolve));

  await work.call('documents.recheck', await select(work, batchId));
  await checked(work, batchId);
  const bytes = await readFile(path);
  const row = await rowOf(work, batchId, 'scan.pdf');
  expect(row).toMatchObject({ state: 'ready', size: bytes.length });
  const { sha256 } = await work.call('documents.detail', { documentId: row.id });
  expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test('a file that changed since its check shows both sizes once it is looked at again', async () => {
  const work = shared();
  const [path = ''] = await writeFiles(work.folder, { 'scan.pdf': pdf('a') });
  const batchId = await drop(work, path);
  const { id, size } = await rowOf(work, batchId, 'scan.pdf');
  await writeFile(path, pdf('a', 5_000));
  await work.call('documents.recheck', await select(work, batchId));
  await checked(work, batchId);
  const after = await work.call('documents.detail', { documentId: id });
  expect(after).toMatchObject({ state: 'ready', sizeBefore: size });
  expect(after.size).toBeGreaterThanOrEqual(5_000);
});

const reason = z.object({ reason: documentReasonSchema.nullable() });
const seen = z.object({ found: z.array(reason), inspected: reason, again: reason });
const canDropRights = process.getuid?.() === 0;

/** What somebody without special rights sees at a path. */
async function seenByOthers(path: string) {
  const child = fileURLToPath(new URL('unprivileged-child.ts', import.meta.url));
  const rights = canDropRights ? { uid: 65_534, gid: 65_534 } : {};
  const { stdout } = await promisify(execFile)(process.execPath, [child, path], rights);
  return seen.parse(JSON.parse(stdout));
}

const refused = { code: 'unreadable', facts: { system: 'EACCES' } };

test.skipIf(process.platform === 'win32')('a file that may not be read is a row that says so', async () => {
  const work = shared();
  const [path = ''] = await writeFiles(work.folder, { 'scan.pdf': pdf('secret') });
  const above = [join(work.folder, '../..'), join(work.folder, '..'), work.folder];
  for (const folder of above) await chmod(folder, 0o755);
  await chmod(path, 0o000);
  const { found, inspected, again } = await seenByOthers(path);
  expect(found.map((one) => one.reason)).toEqual([null]);
  expect([inspected.reason, again.reason]).toEqual([refused, refused]);
});

test.skipIf(process.platform === 'win32')(
  'a folder that may not be listed is a row that says so',
  async () => {
    const work = shared();
    await writeFiles(work.folder, { 'closed/scan.pdf': pdf('secret') });
    const folder = join(work.folder, 'closed');
    await chmod(join(work.folder, '../..'), 0o755);
    await chmod(folder, 0o000);
    const { found } = await seenByOthers(folder);
    expect(found.map((one) => one.reason)).toEqual([refused]);
  },
);
