/** @file Asking the process of a drive for what is done to files and folders of the clerk's. */
import type { z } from 'zod';
import { PaydeskError } from '../../shared/errors.ts';
import { type DriveProcess, Interrupted, type RequestOptions } from './drive-process.ts';
import type { DriveProcesses } from './drive-processes.ts';
import { type Failed, toError } from './failure.ts';

/** A reply of the thread that is no failure. */
export type Succeeded<Reply> = Exclude<Reply, Failed>;

/** The error for the clerk: `drive-not-responding`, or `cancelled` when Paydesk ends. Anything else stays as it is. */
function toClerkError(thrown: unknown): unknown {
  if (!(thrown instanceof Interrupted)) return thrown;
  if (thrown.cause === 'closed') return new PaydeskError('cancelled', 'Paydesk ends');
  return new PaydeskError('drive-not-responding', 'The drive does not respond', { retryable: true });
}

/** The process of the drive that a path is on. Rejects with `drive-not-responding` while that does not respond. */
export async function processFor(drives: DriveProcesses, path: string): Promise<DriveProcess> {
  try {
    return drives.processOf(await drives.driveOf(path), false);
  } catch (thrown) {
    throw toClerkError(thrown);
  }
}

/** Asks a process. Rejects with `drive-not-responding`, `cancelled`, or what the system refused. */
export async function requestFromProcess<Reply extends { readonly answer: string }>(
  process: DriveProcess,
  request: unknown,
  schema: z.ZodType<Reply | Failed>,
  options?: RequestOptions,
): Promise<Reply> {
  try {
    const reply = schema.parse(await process.request(request, options));
    if (isFailed(reply)) throw toError(reply);
    return reply;
  } catch (thrown) {
    throw toClerkError(thrown);
  }
}

function isFailed<Reply extends { readonly answer: string }>(reply: Reply | Failed): reply is Failed {
  return reply.answer === 'failed';
}
