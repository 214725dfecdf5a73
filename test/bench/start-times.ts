/** @file Starts a program once and measures the phases of its start. */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPhases } from '../../src/shared/start-phases.ts';
import { launchInElectron } from '../e2e/launch/in-electron.ts';
import { launchInHost } from '../e2e/launch/in-host.ts';
import type { Paydesk } from '../e2e/launch/paydesk.ts';
import { programImport } from '../host/start-mark.ts';
import { median } from './measurement.ts';
import { type Moments, readMainMoments, readPageMoments } from './start-marks.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where a program runs. */
export type Shell = 'host' | 'Electron';

/** The phases of a start. Each value is the milliseconds since the process was started. */
export interface StartTimes {
  /** The program begins to be loaded: Node or Electron has started. */
  readonly process: number;
  readonly mainEvaluated: number;
  readonly windowCreated: number;
  /** `null` for a program that is loaded with its entry. */
  readonly programLoaded: number | null;
  /** `null` for a program without a database. */
  readonly storeOpen: number | null;
  readonly firstPaint: number;
  readonly usable: number;
}

/** A measured start, and the files of the page that were loaded until it was usable. */
export interface Start {
  readonly times: StartTimes;
  readonly loaded: readonly string[];
}

interface StartOptions {
  readonly shell: Shell;
  /** Path of the built main of the program. */
  readonly program: string;
  readonly userDataDir: string;
}

/** The shells of this machine: Electron only where its binary was installed and a screen can be reached. */
export function availableShells(): Shell[] {
  const isInstalled = existsSync(join(root, 'node_modules', 'electron', 'path.txt'));
  const hasDisplay = process.platform !== 'linux' || (process.env['DISPLAY'] ?? '') !== '';
  return isInstalled && hasDisplay ? ['host', 'Electron'] : ['host'];
}

/** Removes files from the memory of the system, so that they are read from the disk. False when this is not permitted. */
export function dropPageCache(): boolean {
  try {
    // Only pages that are on the disk can be dropped.
    spawnSync('sync');
    writeFileSync('/proc/sys/vm/drop_caches', '3');
    return true;
  } catch {
    return false;
  }
}

function launch({ shell, program, userDataDir }: StartOptions): Promise<Paydesk> {
  // Only the cache of the program itself counts, not the cache that keeps tests fast.
  const options = { userDataDir, program, env: { NODE_COMPILE_CACHE: '' } };
  return shell === 'host' ? launchInHost(options) : launchInElectron(options);
}

function timesOf(spawnedAt: number, main: Moments, page: Moments): StartTimes {
  const since = (moment: number | undefined) => {
    if (moment === undefined) throw new Error('A phase of the start has no mark');
    return moment - spawnedAt;
  };
  const sinceIfMarked = (moment: number | undefined) => (moment === undefined ? null : since(moment));
  return {
    process: since(main[programImport] ?? main['bootstrap']),
    mainEvaluated: since(main[startPhases.mainEvaluated]),
    windowCreated: since(main[startPhases.windowCreated]),
    programLoaded: sinceIfMarked(main[startPhases.programLoaded]),
    storeOpen: sinceIfMarked(main[startPhases.storeOpen]),
    firstPaint: since(page['first-contentful-paint']),
    usable: since(page[startPhases.signInUsable]),
  };
}

/** Starts a program, waits until its window is usable, and quits it as the clerk does, so that its caches are stored. */
export async function measureStart(options: StartOptions): Promise<Start> {
  await mkdir(options.userDataDir, { recursive: true });
  const spawnedAt = performance.timeOrigin + performance.now();
  const paydesk = await launch(options);
  try {
    const { moments, loaded } = await paydesk.page.evaluate(readPageMoments, startPhases.signInUsable);
    const main = await paydesk.evaluate(readMainMoments, null);
    await paydesk.quit();
    return { times: timesOf(spawnedAt, main, moments), loaded };
  } finally {
    await paydesk.close();
  }
}

/** The median of each phase over several starts. */
export function medianTimes(starts: readonly Start[]): StartTimes {
  const of = (pick: (times: StartTimes) => number) => median(starts.map(({ times }) => pick(times)));
  const ofIfMarked = (pick: (times: StartTimes) => number | null) =>
    starts.some(({ times }) => pick(times) === null) ? null : of((times) => pick(times) ?? 0);
  return {
    process: of(({ process: value }) => value),
    mainEvaluated: of(({ mainEvaluated }) => mainEvaluated),
    windowCreated: of(({ windowCreated }) => windowCreated),
    programLoaded: ofIfMarked(({ programLoaded }) => programLoaded),
    storeOpen: ofIfMarked(({ storeOpen }) => storeOpen),
    firstPaint: of(({ firstPaint }) => firstPaint),
    usable: of(({ usable }) => usable),
  };
}
