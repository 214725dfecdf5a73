/** @file Scrolling through 10,000 documents while they are sent under a bandwidth limit. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { scrollList } from '../../e2e/launch/watch-window.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { addBeneficiaries, begin, drop, type Program, startProgram, untilChecked } from '../program.ts';
import { writeSampleDocuments } from '../sample-documents.ts';
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
const scrollPixels = 100;
const scrollDurationMs = 5_000;
const warmUpDurationMs = 5_000;
const appearance = { theme: 'system', contrast: false } as const;

async function scroll(program: Program): Promise<ScrollTimes> {
  const { page } = program.paydesk;
  const scrollOnce = async () => {
    const scrollOptions = { pixels: scrollPixels, pages: 0, milliseconds: scrollDurationMs };
    if ((await page.evaluate(scrollList, scrollOptions)) === 0) throw new Error('The list did not scroll');
  };
  const gaps = await framesDuring(page, scrollOnce);
  const readTimes = await watchWindow(program);
  await scrollOnce();
  return { gaps, traced: await readTimes() };
}

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 10_000, 1_000);
  context.say(`Writing ${count} files`);
  const sampleDocuments = await writeSampleDocuments(join(context.folder, 'drop'), count, size);
  const home = join(context.folder, 'home');
  await mkdir(home);
  const program = await startProgram({ folder: home, windowless: false });
  const { call, paydesk } = program;
  const { page } = paydesk;
  try {
    await program.signIn();
    await addBeneficiaries(program, sampleDocuments);
    await call('settings.change', {
      appearance,
      largeFileMegabytes: 25,
      uploadBytesPerSecond: bytesPerSecond,
    });
    await page.getByRole('button', { name: 'Choose files…' }).waitFor();
    const idle = await idleFrames(page);
    const batchId = await drop(program, sampleDocuments.root);
    await untilChecked(program, batchId);
    await begin(program, batchId);
    await page.getByRole('heading', { level: 2, name: /^Sending/ }).waitFor();
    await page.getByRole('row').nth(10).waitFor();
    context.say('Scrolling while they are sent');
    // Without it, the first seconds compile the scripts of the window, which the same scrolling at rest need not.
    await page.evaluate(scrollList, { pixels: scrollPixels, pages: 0, milliseconds: warmUpDurationMs });
    const readMessages = await watchMessages(program);
    const times = await scroll(program);
    const messages = await readMessages();
    const stored = program.simulator.state.objects.size;
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
  } finally {
    await program.close();
  }
};
