/** @file Requests to the process of a drive, with errors for the clerk. */
import type { z } from 'zod';
import { PaydeskError } from '../../shared/errors.ts';
import { type DriveProcess, Interrupted, type RequestOptions } from './drive-process.ts';
import type { DriveProcesses } from './drive-processes.ts';
import { type Failed, toError } from './failure.ts';

/** Maps an error for the clerk: `drive-not-responding`, or `cancelled` when Paydesk ends. Others are unchanged. */
function toClerkError(thrown: unknown): unknown {
  if (!(thrown instanceof Interrupted)) return thrown;
  if (thrown.cause === 'closed') return new PaydeskError('cancelled', 'Paydesk ends');
  return new PaydeskError('drive-not-responding', 'The drive does not respond', { retryable: true });
}

/** Returns the process for the drive of a path. Rejects with `drive-not-responding`. */
export async function processFor(drives: DriveProcesses, path: string): Promise<DriveProcess> {
  try {
    return drives.processOf(await drives.driveOf(path), false);
  } catch (thrown) {
    throw toClerkError(thrown);
  }
}

/** Sends a request. Rejects with `drive-not-responding`, `cancelled`, or the system's error. */
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
