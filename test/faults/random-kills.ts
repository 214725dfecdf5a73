/** @file Kills a process that reports what it stored, at random moments of a fixed seed. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Number of kills of a test. */
export const rounds = Number(process.env['PAYDESK_KILLS'] ?? 16);

/** Returns a generator of whole numbers below a limit, from a fixed seed. */
export function createNumbers(): (limit: number) => number {
  let state = 20_261;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
}

interface Kill {
  /** True for the report after which the process is killed; `count` is its number in this process. */
  readonly isLast: (count: number, reported: number) => boolean;
  /** Turns of the event loop between that report and the kill. */
  readonly turns: () => number;
}

/** Kills a process that reports ascending numbers. Returns the last reported number once the process has ended. */
export async function killAfterReport(victim: ChildProcess, { isLast, turns }: Kill): Promise<number> {
  const ended = once(victim, 'exit');
  let reported = 0;
  for (let count = 1; ; count += 1) {
    const [sequence] = await once(victim, 'message');
    reported = Number(sequence);
    if (isLast(count, reported)) break;
  }
  for (let left = turns(); left > 0; left -= 1) await nextTurn();
  victim.on('message', (sequence) => {
    reported = Math.max(reported, Number(sequence));
  });
  victim.kill('SIGKILL');
  await ended;
  return reported;
}
