/** @file Runs a batch of a benchmark from the drop to the last attach operation. */

import {
  addBeneficiaries,
  begin,
  drop,
  milliseconds,
  type Program,
  untilChecked,
  untilDone,
} from './program.ts';
import type { SampleDocuments } from './sample-documents.ts';

/** Durations of adding and of sending, in milliseconds, without the clerk's time between them. */
interface BatchTimes {
  readonly checking: number;
  readonly sending: number;
}

/** Documents that the company has attached to recipients. */
function countAttached({ simulator }: Program): number {
  return [...simulator.state.recipients.values()].reduce((sum, { documents }) => sum + documents.length, 0);
}

/** Adds a folder, assigns its files to their beneficiaries, and sends everything. */
export async function sendAll(program: Program, sampleDocuments: SampleDocuments): Promise<BatchTimes> {
  const attachedBefore = countAttached(program);
  await program.signIn();
  await addBeneficiaries(program, sampleDocuments);
  let batchId = 0;
  const checking = await milliseconds(async () => {
    batchId = await drop(program, sampleDocuments.root);
    await untilChecked(program, batchId);
  });
  const sending = await milliseconds(async () => {
    await begin(program, batchId);
    await untilDone(program, batchId);
  });
  const attached = countAttached(program) - attachedBefore;
  if (attached !== sampleDocuments.paths.length)
    throw new Error(`${attached} of ${sampleDocuments.paths.length} documents are attached`);
  return { checking, sending };
}
