/** @file Shows 20,000 queued documents after a start: from the sign-in until the last batch is listed. */

import { startPhases } from '../../../src/shared/start-phases.ts';
import { startBatch } from '../../faults/kills/job-steps.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { measured, median } from '../measurement.ts';
import {
  addBeneficiaries,
  drop,
  limitUploads,
  type Program,
  startProgram,
  untilChecked,
} from '../program.ts';
import { writeDocuments } from '../sample-documents.ts';
import { readPageMoments, signInAndList } from '../start-marks.ts';
import { dropPageCache } from '../start-times.ts';

const size = 4_000;
/** Slow enough that nearly all documents are still queued when the program starts again. */
const bytesPerSecond = 40_000;
const maxListedMs = 300;
const startCount = 3;

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 20_000, 1_000);
  const documents = await writeDocuments(context, count, size);
  await using first = await startProgram({ folder: context.folder });
  context.say('Queueing them');
  await first.signIn();
  await addBeneficiaries(first, documents);
  await limitUploads(first, bytesPerSecond);
  const batchId = await drop(first, documents.root);
  await untilChecked(first, batchId);
  await startBatch(first, batchId);
  await quitDuringWork(first);
  const times: Record<'cold' | 'warm', number[]> = { cold: [], warm: [] };
  for (let index = 0; index < startCount; index += 1) {
    dropPageCache();
    times.cold.push(await list(first, context.folder));
    times.warm.push(await list(first, context.folder));
  }
  for (const kind of ['cold', 'warm'] as const)
    yield measured(`${kind} start with ${count} documents, last batch listed`, 'ms', median(times[kind]), {
      atMost: maxListedMs,
    });
};

/** Quits as the clerk does, and confirms that the rest is sent later. */
async function quitDuringWork({ paydesk }: Program): Promise<void> {
  await paydesk.answerDialogs({ button: 0 });
  await paydesk.quit();
}

/** Starts Paydesk again on the same data, signs in, and measures until the list shows its documents. */
async function list({ simulator }: Program, folder: string): Promise<number> {
  await using program = await startProgram({ folder, windowless: false, company: simulator });
  const { page } = program.paydesk;
  await page.evaluate(readPageMoments, startPhases.signInUsable);
  const { apiKey } = simulator.credentials;
  const listedMs = await page.evaluate(signInAndList, { profileId: 'test-profile', apiKey, keep: 'session' });
  await quitDuringWork(program);
  return listedMs;
}
