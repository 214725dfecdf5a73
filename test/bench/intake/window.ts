/** @file 10,000 files dropped into the window: stalls of the window while they are added and scrolled. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pollUntil } from '../../e2e/launch/calls.ts';
import { scrollList } from '../../e2e/launch/watch-window.ts';
import type { BenchPart } from '../bench.ts';
import { scaled } from '../bench.ts';
import { measured } from '../measurement.ts';
import { addBeneficiaries, milliseconds, startProgram } from '../program.ts';
import { writeSampleDocuments } from '../sample-documents.ts';
import { idleFrames, messageMeasurement, watchMessages, watchWindow, windowMeasurements } from '../window.ts';

const size = 20_000;
const scrolling = 6_000;

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 10_000, 500);
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
    await page.getByRole('button', { name: 'Choose files…' }).waitFor();
    const idle = await idleFrames(page);
    const messages = await watchMessages(program);
    const dropped = await watchWindow(program);
    context.say('Dropping them');
    const took = await milliseconds(async () => {
      await paydesk.drop('main', [sampleDocuments.root]);
      await pollUntil(
        async () => (await call('documents.earlier', { offset: 0, limit: 1 })).rows[0],
        (batch) => batch?.state === 'draft',
        600_000,
      );
      await page.getByRole('row').nth(10).waitFor();
    });
    const taking = await dropped();
    const sent = await messages();
    const scrolled = await watchWindow(program);
    context.say('Scrolling by pages');
    const reached = await page.evaluate(scrollList, { pixels: 0, pages: 1, milliseconds: scrolling });
    const paging = await scrolled();
    if (reached === 0) throw new Error('The list did not scroll');
    yield measured('all files are checked, with the window', 's', took / 1_000);
    yield* windowMeasurements('while files are taken in', taking, idle);
    yield messageMeasurement('while files are taken in', sent);
    yield* windowMeasurements('while the list is scrolled by pages', paging, idle);
  } finally {
    await program.close();
  }
};
