/** @file Shows 20,000 queued documents after a start: from the sign-in until the last batch is listed, and is sent again. */

import { startPhases } from '../../../src/shared/start-phases.ts';
import { pollUntil } from '../../e2e/launch/calls.ts';
import { startBatch } from '../../faults/kills/job-steps.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { measured, median } from '../measurement.ts';
import { memoryOf } from '../processes.ts';
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
const maxFirstUploadMs = 3_000;
const maxPeakMegabytes = 350;
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
  const { peak } = await memoryOf(first.pid);
  yield measured(`peak of the main process with ${count} queued documents`, 'MB', peak / 1_000_000, {
    atMost: maxPeakMegabytes,
  });
  await quitDuringWork(first);
  const times: Record<'cold' | 'warm', Awaited<ReturnType<typeof list>>[]> = { cold: [], warm: [] };
  for (let index = 0; index < startCount; index += 1) {
    dropPageCache();
    times.cold.push(await list(first, context.folder));
    times.warm.push(await list(first, context.folder));
  }
  for (const kind of ['cold', 'warm'] as const)
    for (const [name, phase, atMost] of [
      ['sign-in answered', 'answered', null],
      ['last batch listed since the sign-in', 'listed', maxListedMs],
      ['first upload since the sign-in', 'uploaded', maxFirstUploadMs],
    ] as const)
      yield measured(
        `${kind} start with ${count} documents, ${name}`,
        'ms',
        median(times[kind].map((time) => time[phase])),
        { atMost },
      );
};

/** Quits as the clerk does, and confirms that the rest is sent later. */
async function quitDuringWork({ paydesk }: Program): Promise<void> {
  await paydesk.answerDialogs({ button: 0 });
  await paydesk.quit();
}

/** Starts Paydesk again on the same data, signs in, and measures until the list shows its documents, and one is uploaded. */
async function list({ simulator }: Program, folder: string) {
  await using program = await startProgram({ folder, windowless: false, company: simulator });
  const { page } = program.paydesk;
  await page.evaluate(readPageMoments, startPhases.signInUsable);
  const { apiKey } = simulator.credentials;
  const stored = simulator.state.objects.size;
  const signedInAt = performance.now();
  const times = await page.evaluate(signInAndList, { profileId: 'test-profile', apiKey, keep: 'session' });
  await pollUntil(
    async () => simulator.state.objects.size,
    (size) => size > stored,
  );
  const uploaded = performance.now() - signedInAt;
  await quitDuringWork(program);
  return { ...times, uploaded };
}
