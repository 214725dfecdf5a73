/** @file Starts a program once and measures the phases of its start. */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPhases } from '../../src/shared/start-phases.ts';
import { launchInElectron } from '../e2e/launch/in-electron.ts';
import { launchInHost } from '../e2e/launch/in-host.ts';
import { programImport } from '../host/start-mark.ts';
import { median } from './measurement.ts';
import { type Moments, readMainMoments, readPageMoments } from './start-marks.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where a program runs. */
export type Shell = 'host' | 'Electron';

/** The phases of a start by the name of their mark. `process`: Node or Electron has started. */
const phases = {
  process: programImport,
  mainEvaluated: startPhases.mainEvaluated,
  windowCreated: startPhases.windowCreated,
  programLoaded: startPhases.programLoaded,
  storeOpen: startPhases.storeOpen,
  firstPaint: 'first-contentful-paint',
  usable: startPhases.signInUsable,
} as const;

/** Milliseconds since the process was started; `NaN` for a phase that the bare window does not have. */
export type StartTimes = Readonly<Record<keyof typeof phases, number>>;

/** A measured start, and the files of the page that were loaded until it was usable. */
export interface Start {
  readonly times: StartTimes;
  readonly loaded: readonly string[];
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

function timesBy(timeOf: (phase: keyof StartTimes) => number): StartTimes {
  return {
    process: timeOf('process'),
    mainEvaluated: timeOf('mainEvaluated'),
    windowCreated: timeOf('windowCreated'),
    programLoaded: timeOf('programLoaded'),
    storeOpen: timeOf('storeOpen'),
    firstPaint: timeOf('firstPaint'),
    usable: timeOf('usable'),
  };
}

/**
 * Starts a program, of which `program` is the built main, waits until its window is usable, and quits it as the clerk does, so
 * that its caches are stored.
 */
export async function measureStart(shell: Shell, program: string, userDataDir: string): Promise<Start> {
  await mkdir(userDataDir, { recursive: true });
  const spawnedAt = performance.timeOrigin + performance.now();
  // Only the cache of the program itself counts, not the cache that keeps tests fast.
  const options = { userDataDir, program, env: { NODE_COMPILE_CACHE: '' } };
  const paydesk = await (shell === 'host' ? launchInHost(options) : launchInElectron(options));
  try {
    const { moments, loaded } = await paydesk.page.evaluate(readPageMoments, startPhases.signInUsable);
    const main = await paydesk.evaluate(readMainMoments, null);
    await paydesk.quit();
    const marks: Moments = { [programImport]: main['bootstrap'] ?? Number.NaN, ...main, ...moments };
    return { times: timesBy((phase) => (marks[phases[phase]] ?? Number.NaN) - spawnedAt), loaded };
  } finally {
    await paydesk.close();
  }
}

/** The median of each phase over several starts. */
export function medianTimes(starts: readonly Start[]): StartTimes {
  return timesBy((phase) => median(starts.map(({ times }) => times[phase])));
}
