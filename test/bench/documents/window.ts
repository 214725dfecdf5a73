/** @file 10,000 files dropped into the window, and their list while they are sent under a bandwidth limit. */

import { startBatch } from '../../faults/kills/job-steps.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { addBeneficiaries, limitUploads, type Program, startProgram, untilChecked } from '../program.ts';
import { writeDocuments } from '../sample-documents.ts';
import { scrollList } from '../watch-window.ts';
import {
  frameMeasurements,
  framesDuring,
  idleFrames,
  messageMeasurement,
  type ScrollTimes,
  watchMessages,
  watchWindow,
  windowMeasurements,
} from '../window.ts';

const size = 4_000;
/** 50 documents per second: 80 Mbit/s with scans of 200 KB. */
const bytesPerSecond = 200_000;
/** Three times the speed of a mouse wheel, so that every frame has new rows. */
const wheel = { pixels: 100, pages: 0, milliseconds: 5_000 };

async function scroll(program: Program): Promise<ScrollTimes> {
  const { page } = program.paydesk;
  const scrollOnce = async () => {
    if ((await page.evaluate(scrollList, wheel)) === 0) throw new Error('The list did not scroll');
  };
  const gaps = await framesDuring(page, scrollOnce);
  const readTimes = await watchWindow(program);
  await scrollOnce();
  return { gaps, traced: await readTimes() };
}

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 10_000, 2_000);
  const documents = await writeDocuments(context, count, size);
  await using program = await startProgram({ folder: context.folder, windowless: false });
  const { call, paydesk, simulator } = program;
  const { page } = paydesk;
  await program.signIn();
  await addBeneficiaries(program, documents);
  await limitUploads(program, bytesPerSecond);
  await page.getByRole('button', { name: 'Choose files…' }).waitFor();
  const idle = await idleFrames(page);

  context.say('Dropping them');
  const readMessagesOfIntake = await watchMessages(program);
  const readTimesOfIntake = await watchWindow(program);
  await paydesk.drop('main', [documents.root]);
  await page.getByRole('row').nth(10).waitFor();
  const batchId = (await call('documents.earlier', { offset: 0, limit: 1 })).rows[0]?.id ?? 0;
  await untilChecked(program, batchId);
  yield* windowMeasurements('while files are taken in', await readTimesOfIntake(), idle);
  yield messageMeasurement('while files are taken in', await readMessagesOfIntake());

  await startBatch(program, batchId);
  await page.getByRole('heading', { level: 2, name: /^Sending/ }).waitFor();
  await page.getByRole('row').nth(10).waitFor();
  context.say('Scrolling while they are sent');
  // Without it, the first seconds compile the scripts of the window, which the same scrolling at rest need not.
  await page.evaluate(scrollList, wheel);
  const readMessages = await watchMessages(program);
  const times = await scroll(program);
  const messages = await readMessages();
  const stored = simulator.state.objects.size;
  if (stored === 0 || stored === count)
    throw new Error(`${stored} of ${count} were sent while the list was scrolled`);
  context.say('Scrolling while it is paused');
  await call('documents.batch', { action: 'pause', batchId });
  await page.getByRole('heading', { level: 2, name: /^Paused/ }).waitFor();
  const pausedTimes = await scroll(program);
  const description = `while ${count} documents are sent and scrolled`;
  yield* frameMeasurements(description, times, pausedTimes);
  yield* windowMeasurements(description, { ...times.traced, gaps: times.gaps }, idle);
  yield messageMeasurement(description, messages);
};
