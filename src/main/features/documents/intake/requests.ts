/** @file Typed requests of the intake to the process of a drive. */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { DriveProcess, RequestOptions } from '../../../files/drive-process.ts';
import {
  type IntakeProgress,
  type IntakeReply,
  type IntakeRequest,
  intakeProgressSchema,
  intakeReplySchema,
} from './messages.ts';

/** Options of a request. */
interface IntakeRequestOptions extends Omit<RequestOptions, 'onProgress'> {
  readonly onProgress?: (progress: IntakeProgress) => void;
}

/** Sends a request and returns its reply. Rejects like {@link DriveProcess.request}. */
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

/** Releases the resources of a session, without waiting for the drive. */
export function endSession(process: DriveProcess | null, session: number): void {
  if (process === null || process.hasEnded) return;
  process.request({ ask: 'close' }, { session, endsSession: true }).catch(() => undefined);
}

/** Throws `unexpected`. */
export function unexpectedReply(reply: IntakeReply): never {
  throw new PaydeskError('unexpected', `The intake answered ${reply.answer}`);
}

/** Returns the error of an intake that was closed. */
export function closedError(): PaydeskError {
  return new PaydeskError('cancelled', 'Paydesk is quitting');
}
