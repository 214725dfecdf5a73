/** @file The program's intake of documents, with real processes. */
import { systemClock } from '../../src/main/concurrency/clock.ts';
import { createIntake, type Intake } from '../../src/main/features/documents/intake/intake-client.ts';
import { createDriveProcesses } from '../../src/main/files/drive-processes.ts';
import type { Clock, Processes } from '../../src/main/platform/platform.ts';
import { entries } from './entries.ts';
import { createFakePlatform } from './platform/platform.ts';

/** Creates the intake; its processes start on demand and end with `close`. */
export function createRealIntake(
  clock: Clock = systemClock,
  processes: Processes = createFakePlatform(clock).processes,
): Intake {
  return createIntake(createDriveProcesses({ processes, clock, os: 'linux', entry: entries.files }));
}

/** An intake that finds and checks nothing. */
export const idleIntake: Intake = {
  groupByDrive: async (files) => (files.length === 0 ? [] : [[...files]]),
  async *walk() {},
  async *chunks() {},
  async *readBytes() {},
  inspect: async () => [],
  probe: async () => [],
  reread: () => Promise.reject(new Error('Nothing is sent here')),
  close: () => undefined,
};
