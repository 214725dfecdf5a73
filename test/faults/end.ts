/** @file How a test of a fault ends: everything settled, and the service has what the clerk meant it to have. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { eventually } from '../fakes/eventually.ts';
import { batchOf, received, rowsOf, select, type Work } from '../integration/documents/work.ts';
import { settleByPortal } from './steps.ts';

/** Milliseconds that pass between two looks of the clerk; what hangs is given up after a few of them. */
const between = 5_000;

/** States in which the answer to a request is awaited. */
const inFlight = ['linking', 'sending', 'attaching'];

/**
 * Lets time pass while nothing is on its way, so that a busy machine is not taken for a silent service. With
 * `throughTransfers` it passes while documents are sent as well, for calls that hang.
 */
export async function passTime(work: Work, batchId: number, throughTransfers = false): Promise<void> {
  const waitedFor = throughTransfers ? ['attaching'] : inFlight;
  const rows = await rowsOf(work, batchId);
  if (!rows.some(({ state }) => waitedFor.includes(state))) work.clock.skip(between);
}

/**
 * Lets time pass, settles unknown outcomes by what the portal shows, retries what failed and resumes what is paused,
 * until the batch is done. Gives the number of outcomes that were unknown on the way.
 */
export async function finish(work: Work, batchId: number): Promise<number> {
  let unknown = 0;
  await eventually(async () => {
    unknown += await settleByPortal(work.testApp, work.simulator);
    const { state } = await batchOf(work, batchId);
    if (state === 'paused') await work.call('documents.resume', { batchId });
    if (state === 'done-with-problems') {
      await work.call('documents.retry', await select(work, batchId));
    }
    work.clock.skip(between);
    expect((await batchOf(work, batchId)).state).toBe('done');
  });
  return unknown;
}

/** Every document of the batch is attached, and the recipient has exactly these files, byte for byte, each once. */
export async function expectAttached(
  work: Work,
  batchId: number,
  files: Readonly<Record<string, Buffer>>,
  recipientId = 'rcp-Ahlström',
): Promise<void> {
  const expected = Object.entries(files)
    .map(([name, bytes]) => ({ name, sha256: createHash('sha256').update(bytes).digest('hex') }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(received(work.simulator, recipientId)).toEqual(expected);
  const rows = (await rowsOf(work, batchId)).filter(
    (row) => row.beneficiary?.recipientId === recipientId && row.state !== 'attached',
  );
  expect(rows).toEqual([]);
  expect(await work.call('beneficiaries.unknownOutcomes', {})).toEqual([]);
}
