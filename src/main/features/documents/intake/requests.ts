/** @file Asking the process of a drive, with the types of the intake. */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { DriveProcess, RequestOptions } from '../../../files/drive-process.ts';
import {
  type IntakeProgress,
  type IntakeReply,
  type IntakeRequest,
  intakeProgressSchema,
  intakeReplySchema,
} from './messages.ts';

/** What goes with a request. */
export interface IntakeRequestOptions extends Omit<RequestOptions, 'onProgress'> {
  readonly onProgress?: (progress: IntakeProgress) => void;
}

/** Asks; rejects like {@link DriveProcess.request}. */
export async function sendIntakeRequest(
  process: DriveProcess,
  request: IntakeRequest,
  { onProgress, ...options }: IntakeRequestOptions = {},
): Promise<IntakeReply> {
  const reply = await process.request(request, {
    ...options,
    onProgress: (body) => onProgress?.(intakeProgressSchema.parse(body)),
  });
  return intakeReplySchema.parse(reply);
}

/** Lets go of what a session holds, whenever the drive comes to it. */
export function endSession(process: DriveProcess | null, session: number): void {
  if (process === null || process.hasEnded) return;
  process.request({ sendIntakeRequest: 'close' }, { session, endsSession: true }).catch(() => undefined);
}

/** Throws `unexpected`. */
export function unexpectedReply(reply: IntakeReply): never {
  throw new PaydeskError('unexpected', `The intake answered ${reply.answer}`);
}

/** What is thrown when nothing waits for a drive any more. */
export function closedError(): PaydeskError {
  return new PaydeskError('cancelled', 'Paydesk ends');
}
