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
      starts.cold.push(await measureStart(shell, program, userDataDir));
      starts.warm.push(await measureStart(shell, program, userDataDir));
    }
  }
  return { paydesk, bare };
}

/** What is measured of a start, from one phase to another. The bare window has no main that is loaded beside the page. */
const steps: readonly (readonly [name: string, from: keyof StartTimes | null, to: keyof StartTimes])[] = [
  ['until the program is loaded', null, 'process'],
  ['main evaluated', 'process', 'mainEvaluated'],
  ['from there until the window is created', 'mainEvaluated', 'windowCreated'],
  ['beside the page, until the rest of main is loaded', 'windowCreated', 'programLoaded'],
  ['beside the page, from there until the store is open', 'programLoaded', 'storeOpen'],
  ['from the window until the first paint', 'windowCreated', 'firstPaint'],
  ['from there until the sign-in is usable', 'firstPaint', 'usable'],
  ['sign-in usable, beside the bare window', null, 'usable'],
];

function* phaseMeasurements(what: string, paydesk: StartTimes, bare: StartTimes): Generator<Measurement> {
  for (const [name, from, to] of steps) {
    const duration = (times: StartTimes) => times[to] - (from === null ? 0 : times[from]);
    const peer = duration(bare);
    yield measured(`${what}, ${name}`, 'ms', duration(paydesk), {
      peer: Number.isNaN(peer) ? null : peer,
      atMost: to === 'mainEvaluated' ? maxMainEvaluationMs : null,
    });
  }
  yield measured(`${what}, sign-in usable after the bare window`, 'ms', paydesk.usable - bare.usable, {
    atMost: maxAfterBareWindowMs,
  });
}

/** The bytes of main, and those of the page by kind, as stored and compressed. Fonts are compressed by themselves. */
async function* byteMeasurements(loaded: readonly string[]): AsyncGenerator<Measurement> {
  const filesOf = (extension: string) =>
    new Set(
      loaded
        .filter((path) => extname(path) === extension)
        .map((path) => join(root, 'out', 'renderer', ...path.split('/'))),
    );
  const scripts = 'scripts of the window until the sign-in is usable';
  for (const [name, files] of [
    ['scripts of main until the window is created', await findStaticImports(paydeskMain)],
    ['scripts of main until the sign-in is usable', await findStartImports(paydeskMain)],
    [scripts, filesOf('.js')],
    ['styles of the window', filesOf('.css')],
    ['fonts of the window', filesOf('.woff2')],
  ] as const) {
    const { raw, gzip } = await bytesOf(files);
    yield measured(name, 'KB', raw / bytesPerKilobyte);
    yield measured(`${name}, gzip`, 'KB', gzip / bytesPerKilobyte, {
      atMost: name === scripts ? maxFirstScriptKilobytes : null,
    });
  }
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
