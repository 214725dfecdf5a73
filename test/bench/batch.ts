/** @file A batch of a bench from the drop to its end. */

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

/** How long its two halves took, in milliseconds: the clerk's own time between them does not count. */
export interface BatchTimes {
  readonly checking: number;
  readonly sending: number;
}

/** Takes a folder in, gives it to its beneficiaries, and sends it to the last attach. */
export async function sendAll(program: Program, sampleDocuments: SampleDocuments): Promise<BatchTimes> {
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
  const attached = [...program.simulator.state.recipients.values()].flatMap(({ documents }) => documents);
  if (attached.length !== sampleDocuments.paths.length) {
    throw new Error(`${attached.length} of ${sampleDocuments.paths.length} documents are attached`);
  }
  return { checking, sending };
}
