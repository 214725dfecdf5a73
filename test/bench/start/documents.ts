/** @file Shows 20,000 queued documents after a start: from the sign-in until the last batch is listed. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startPhases } from '../../../src/shared/start-phases.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { measured, median } from '../measurement.ts';
import { addBeneficiaries, begin, drop, type Program, startProgram, untilChecked } from '../program.ts';
import { writeSampleDocuments } from '../sample-documents.ts';
import { type ListedTimes, readPageMoments, signInAndList } from '../start-marks.ts';
import { dropPageCache } from '../start-times.ts';

const size = 4_000;
/** Slow enough that nearly all documents are still queued when the program starts again. */
const bytesPerSecond = 40_000;
const maxListedMs = 300;
const startCount = 3;
const appearance = { theme: 'system', contrast: false } as const;

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 20_000, 1_000);
  context.say(`Writing ${count} files`);
  const sampleDocuments = await writeSampleDocuments(join(context.folder, 'drop'), count, size);
  const home = join(context.folder, 'home');
  await mkdir(home);
  const first = await startProgram({ folder: home });
  try {
    context.say('Queueing them');
    await queue(first);
    await quitDuringWork(first);
    await first.paydesk.close();
    const times: Record<'cold' | 'warm', ListedTimes[]> = { cold: [], warm: [] };
    for (let index = 0; index < startCount; index += 1) {
      dropPageCache();
      times.cold.push(await list(first, home));
      times.warm.push(await list(first, home));
    }
    for (const kind of ['cold', 'warm'] as const) {
      const what = `${kind} start with ${count} documents`;
      yield measured(`${what}, sign-in answered`, 'ms', median(times[kind].map(({ answered }) => answered)));
      yield measured(
        `${what}, last batch listed since the sign-in`,
        'ms',
        median(times[kind].map(({ listed }) => listed)),
        { bound: { of: 'value', atMost: maxListedMs } },
      );
    }
  } finally {
    await first.close();
  }

  /** Adds the documents and begins to send them. */
  async function queue(program: Program): Promise<void> {
    await program.signIn();
    await addBeneficiaries(program, sampleDocuments);
    await program.call('settings.change', {
      appearance,
      largeFileMegabytes: 25,
      uploadBytesPerSecond: bytesPerSecond,
    });
    const batchId = await drop(program, sampleDocuments.root);
    await untilChecked(program, batchId);
    await begin(program, batchId);
  }
};

/** Quits as the clerk does, and confirms that the rest is sent later. */
async function quitDuringWork({ paydesk }: Program): Promise<void> {
  await paydesk.answerDialogs({ button: 0 });
  await paydesk.quit();
}

/** Starts Paydesk again on the same data, signs in, and measures until the list shows its documents. */
async function list({ simulator }: Program, folder: string): Promise<ListedTimes> {
  const program = await startProgram({ folder, windowless: false, company: simulator });
  try {
    const { page } = program.paydesk;
    await page.evaluate(readPageMoments, startPhases.signInUsable);
    const { apiKey } = simulator.credentials;
    const times = await page.evaluate(signInAndList, { profileId: 'test-profile', apiKey, keep: 'session' });
    await quitDuringWork(program);
    return times;
  } finally {
    await program.close();
  }
}
