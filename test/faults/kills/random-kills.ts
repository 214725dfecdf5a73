/** @file Kills processes that report what they stored, at random moments of a fixed seed. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import type { Library } from '../../../src/main/storage/library/library.ts';
import { openLibrary } from '../../fakes/library-store.ts';
import { createFakeVault } from '../../fakes/platform/vault.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';
import { forkProgram } from '../fork-program.ts';
import { openVictimLibrary, type victimSchema } from './victim-library.ts';

interface Kill<Report> {
  /** True for the report after which the process is killed; `count` is its number in this process. */
  readonly isLast: (count: number, report: Report) => boolean;
  /** Turns of the event loop between that report and the kill. */
  readonly turns: () => number;
}

interface KillRounds<Report> {
  /** Number of kills. */
  readonly rounds: number;
  /** What a process reports after each step that is durable. */
  readonly report: z.ZodType<Report>;
  /** Returns when the process of a round is killed. */
  readonly kill: (round: number) => Kill<Report>;
  /** Expects what was reported in the library. */
  readonly verify: (library: Library, reported: Report) => Promise<void>;
}

/** Kills a process. Returns its last report once it has ended. */
async function killAfterReport<Report>(
  victim: ChildProcess,
  report: z.ZodType<Report>,
  { isLast, turns }: Kill<Report>,
): Promise<Report> {
  const ended = once(victim, 'exit');
  const nextMessage = async (): Promise<unknown> => (await once(victim, 'message'))[0];
  let reported = report.parse(await nextMessage());
  for (let count = 1; !isLast(count, reported); count += 1) reported = report.parse(await nextMessage());
  victim.on('message', (message) => {
    reported = report.parse(message);
  });
  for (let left = turns(); left > 0; left -= 1) await nextTurn();
  victim.kill('SIGKILL');
  await ended;
  return reported;
}

/**
 * Starts the process of a clerk and kills it, again and again, with one library. Returns the last report.
 */
export async function killInRounds<Report>(
  work: z.infer<typeof victimSchema>['work'],
  { rounds, report, kill, verify }: KillRounds<Report>,
): Promise<Report | null> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const vault = createFakeVault();
  const dataFolder = folder.path;
  const firstLibrary = openLibrary({ dataFolder, vault });
  await firstLibrary.seal('proof', {}, []);
  await firstLibrary.close();
  const named = { dataFolder, secrets: [...vault.secrets] };
  let reported: Report | null = null;
  for (let round = 0; round < rounds; round += 1) {
    const child = forkProgram(new URL('clerk-victim.ts', import.meta.url), { ...named, work });
    reported = await killAfterReport(child, report, kill(round));
    const library = openVictimLibrary(named);
    await verify(library, reported);
    await library.close();
  }
  return reported;
}
