/** @file Asking the process of a drive, with the types of the intake. */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { AskOptions, DriveProcess } from '../../../files/drive-process.ts';
import {
  type IntakeProgress,
  type IntakeReply,
  type IntakeRequest,
  intakeProgressSchema,
  intakeReplySchema,
} from './messages.ts';

/** What goes with a request. */
export interface IntakeAskOptions extends Omit<AskOptions, 'onProgress'> {
  readonly onProgress?: (progress: IntakeProgress) => void;
}

/** Asks; rejects like {@link DriveProcess.ask}. */
export async function ask(
  process: DriveProcess,
  request: IntakeRequest,
  { onProgress, ...options }: IntakeAskOptions = {},
): Promise<IntakeReply> {
  const reply = await process.ask(request, {
    ...options,
    onProgress: (body) => onProgress?.(intakeProgressSchema.parse(body)),
  });
  return intakeReplySchema.parse(reply);
}

/** Lets go of what a session holds, whenever the drive comes to it. */
export function endSession(process: DriveProcess | null, session: number): void {
  if (process === null || process.hasEnded) return;
  process.ask({ ask: 'close' }, { session, endsSession: true }).catch(() => undefined);
}

/** Throws `unexpected`. */
export function unexpectedReply(reply: IntakeReply): never {
  throw new PaydeskError('unexpected', `The intake answered ${reply.answer}`);
}

/** What is thrown when nothing waits for a drive any more. */
export function ended(): PaydeskError {
  return new PaydeskError('cancelled', 'Paydesk ends');
}
