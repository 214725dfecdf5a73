/** @file Cold and warm starts until the sign-in is usable, beside a bare window with an empty React page. */
import { extname, join } from 'node:path';
import { buildBareWindow } from '../bare-window.ts';
import { type BenchContext, type BenchPart, scaled } from '../bench.ts';
import { bytesOf, findStartImports, findStaticImports } from '../loaded-bytes.ts';
import { type Measurement, measured } from '../measurement.ts';
import {
  availableShells,
  dropPageCache,
  measureStart,
  medianTimes,
  root,
  type Shell,
  type Start,
  type StartTimes,
} from '../start-times.ts';

const startCount = 5;
const maxMainEvaluationMs = 60;
const maxAfterBareWindowMs = 350;
const maxFirstScriptKilobytes = 160;
const bytesPerKilobyte = 1_000;

const paydeskMain = join(root, 'out', 'main', 'index.js');

/** Starts of one program in one shell. */
interface Starts {
  readonly cold: Start[];
  readonly warm: Start[];
}

/**
 * Starts both programs by turns, so that both have the same load beside them: cold with a new data folder, and once more
 * with the same one. A cold start reads everything from the disk where the system permits to drop its memory of files, and
 * has no compiled code in either case.
 */
async function measureStarts(
  { folder, say }: BenchContext,
  shell: Shell,
  bareMain: string,
  count: number,
): Promise<{ readonly paydesk: Starts; readonly bare: Starts }> {
  const paydesk: Starts = { cold: [], warm: [] };
  const bare: Starts = { cold: [], warm: [] };
  const programs = [
    { program: bareMain, starts: bare, name: 'bare' },
    { program: paydeskMain, starts: paydesk, name: 'paydesk' },
  ];
  for (let pair = 0; pair < count; pair += 1) {
    for (const { program, starts, name } of programs) {
      const userDataDir = join(folder, `${shell}-${name}-${pair}`);
      if (!dropPageCache()) say('The files of a cold start stay in memory: dropping them is not permitted');
      starts.cold.push(await measureStart({ shell, program, userDataDir }));
      starts.warm.push(await measureStart({ shell, program, userDataDir }));
    }
  }
  return { paydesk, bare };
}

function* phaseMeasurements(what: string, paydesk: StartTimes, bare: StartTimes): Generator<Measurement> {
  const programLoaded = paydesk.programLoaded ?? paydesk.mainEvaluated;
  const storeOpen = paydesk.storeOpen ?? programLoaded;
  yield measured(`${what}, until the program is loaded`, 'ms', paydesk.process, { peer: bare.process });
  yield measured(`${what}, main evaluated`, 'ms', paydesk.mainEvaluated - paydesk.process, {
    peer: bare.mainEvaluated - bare.process,
    bound: { of: 'value', atMost: maxMainEvaluationMs },
  });
  yield measured(
    `${what}, from there until the window is created`,
    'ms',
    paydesk.windowCreated - paydesk.mainEvaluated,
    { peer: bare.windowCreated - bare.mainEvaluated },
  );
  yield measured(
    `${what}, beside the page, until the rest of main is loaded`,
    'ms',
    programLoaded - paydesk.windowCreated,
  );
  yield measured(
    `${what}, beside the page, from there until the store is open`,
    'ms',
    storeOpen - programLoaded,
  );
  yield measured(
    `${what}, from the window until the first paint`,
    'ms',
    paydesk.firstPaint - paydesk.windowCreated,
    { peer: bare.firstPaint - bare.windowCreated },
  );
  yield measured(
    `${what}, from there until the sign-in is usable`,
    'ms',
    paydesk.usable - paydesk.firstPaint,
  );
  yield measured(`${what}, sign-in usable, beside the bare window`, 'ms', paydesk.usable, {
    peer: bare.usable,
  });
  yield measured(`${what}, sign-in usable after the bare window`, 'ms', paydesk.usable - bare.usable, {
    bound: { of: 'value', atMost: maxAfterBareWindowMs },
  });
}

/** The bytes of main, and those of the page by kind, as stored and compressed. */
async function* byteMeasurements(loaded: readonly string[]): AsyncGenerator<Measurement> {
  const entry = await bytesOf(await findStaticImports(paydeskMain));
  yield measured('scripts of main until the window is created', 'KB', entry.raw / bytesPerKilobyte);
  yield measured('scripts of main until the window is created, gzip', 'KB', entry.gzip / bytesPerKilobyte);
  const main = await bytesOf(await findStartImports(paydeskMain));
  yield measured('scripts of main until the sign-in is usable', 'KB', main.raw / bytesPerKilobyte);
  yield measured('scripts of main until the sign-in is usable, gzip', 'KB', main.gzip / bytesPerKilobyte);
  const filesOf = (extension: string) =>
    new Set(
      loaded
        .filter((path) => extname(path) === extension)
        .map((path) => join(root, 'out', 'renderer', ...path.split('/'))),
    );
  const scripts = await bytesOf(filesOf('.js'));
  yield measured('scripts of the window until the sign-in is usable', 'KB', scripts.raw / bytesPerKilobyte);
  yield measured(
    'scripts of the window until the sign-in is usable, gzip',
    'KB',
    scripts.gzip / bytesPerKilobyte,
    { bound: { of: 'value', atMost: maxFirstScriptKilobytes } },
  );
  const styles = await bytesOf(filesOf('.css'));
  yield measured('styles of the window', 'KB', styles.raw / bytesPerKilobyte);
  yield measured('styles of the window, gzip', 'KB', styles.gzip / bytesPerKilobyte);
  const fonts = await bytesOf(filesOf('.woff2'));
  yield measured('fonts of the window, compressed by themselves', 'KB', fonts.raw / bytesPerKilobyte);
}

export const part: BenchPart = async function* (context) {
  const count = scaled(context, startCount);
  const bareMain = await buildBareWindow(join(context.folder, 'bare-window'));
  let loaded: readonly string[] = [];
  for (const shell of availableShells()) {
    context.say(`${count} cold and ${count} warm starts in ${shell}, each beside the bare window`);
    const { paydesk, bare } = await measureStarts(context, shell, bareMain, count);
    for (const kind of ['cold', 'warm'] as const)
      yield* phaseMeasurements(
        `${kind} start in ${shell}`,
        medianTimes(paydesk[kind]),
        medianTimes(bare[kind]),
      );
    loaded = paydesk.warm[0]?.loaded ?? [];
  }
  yield* byteMeasurements(loaded);
};
