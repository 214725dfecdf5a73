/** @file Adds folders of files to a program, and sends their documents. */
import { startBatch } from '../faults/kills/job-steps.ts';
import { addBeneficiaries, drop, milliseconds, type Program, untilChecked, untilDone } from './program.ts';
import type { SampleDocuments } from './sample-documents.ts';

/** Drops a folder and waits until its files are listed and checked. */
export async function checkFolder(
  program: Program,
  folder: string,
): Promise<{ readonly batchId: number; readonly durationMs: number }> {
  let batchId = 0;
  const durationMs = await milliseconds(async () => {
    batchId = await drop(program, folder);
    await untilChecked(program, batchId);
  });
  return { batchId, durationMs };
}

/** Checks a folder and discards its batch, because the first files include one-time costs of the start. */
export async function warmUp(program: Program, folder: string): Promise<void> {
  const { batchId } = await checkFolder(program, folder);
  await program.call('documents.batch', { action: 'discard', batchId });
}

/** Documents that the company has attached to recipients. */
function countAttached({ simulator }: Program): number {
  return [...simulator.state.recipients.values()].reduce((sum, { documents }) => sum + documents.length, 0);
}

/**
 * Adds a folder, assigns its files to their beneficiaries, and sends everything. Returns the durations of adding and of sending in
 * milliseconds, without the clerk's time between them.
 */
export async function sendAll(
  program: Program,
  sampleDocuments: SampleDocuments,
): Promise<{ readonly checking: number; readonly sending: number }> {
  const attachedBefore = countAttached(program);
  await program.signIn();
  await addBeneficiaries(program, sampleDocuments);
  const { batchId, durationMs: checking } = await checkFolder(program, sampleDocuments.root);
  const sending = await milliseconds(async () => {
    await startBatch(program, batchId);
    await untilDone(program, batchId);
  });
  const attached = countAttached(program) - attachedBefore;
  if (attached !== sampleDocuments.paths.length)
    throw new Error(`${attached} of ${sampleDocuments.paths.length} documents are attached`);
  return { checking, sending };
}
