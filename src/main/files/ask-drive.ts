/** @file Asking the process of a drive for what is done to files and folders of the clerk's. */
import type { z } from 'zod';
import { PaydeskError } from '../../shared/errors.ts';
import { type AskOptions, type DriveProcess, Interrupted } from './drive-process.ts';
import type { DriveProcesses } from './drive-processes.ts';
import { errorOf, type Failed } from './failure.ts';

/** A reply of the thread that is no failure. */
export type Done<Reply> = Exclude<Reply, Failed>;

/** The error for the clerk: `drive-not-responding`, or `cancelled` when Paydesk ends. Anything else stays as it is. */
function errorFor(thrown: unknown): unknown {
  if (!(thrown instanceof Interrupted)) return thrown;
  if (thrown.why === 'closed') return new PaydeskError('cancelled', 'Paydesk ends');
  return new PaydeskError('drive-not-responding', 'The drive does not respond', { retryable: true });
}

/** The process of the drive that a path is on. Rejects with `drive-not-responding` while that does not respond. */
export async function processFor(drives: DriveProcesses, path: string): Promise<DriveProcess> {
  try {
    return drives.processOf(await drives.driveOf(path), false);
  } catch (thrown) {
    throw errorFor(thrown);
  }
}

/** Asks a process. Rejects with `drive-not-responding`, `cancelled`, or what the system refused. */
export async function askProcess<Reply extends { readonly answer: string }>(
  process: DriveProcess,
  request: unknown,
  schema: z.ZodType<Reply | Failed>,
  options?: AskOptions,
): Promise<Reply> {
  try {
    const reply = schema.parse(await process.ask(request, options));
    if (isFailed(reply)) throw errorOf(reply);
    return reply;
  } catch (thrown) {
    throw errorFor(thrown);
  }
}

function isFailed<Reply extends { readonly answer: string }>(reply: Reply | Failed): reply is Failed {
  return reply.answer === 'failed';
}
