/** @file Errors of the system as messages from the process of a drive. */
import { z } from 'zod';
import { UnexpectedEntryError } from './guarded-folder.ts';

/** The reply of a failed operation. */
export const failedSchema = z.object({
  answer: z.literal('failed'),
  /** The system's code, such as `ENOSPC`. */
  code: z.string().nullable(),
  /** Path of a link or other entry in place of a file or folder. */
  planted: z.string().nullable(),
});

export type Failed = z.infer<typeof failedSchema>;

/** An error of the system, received from the process of a drive. */
class SystemError extends Error {
  override readonly name = 'SystemError';
  readonly code: string;

  constructor(code: string) {
    super(`The system refused: ${code}`);
    this.code = code;
  }
}

/** Converts an error to the reply of a failed operation. */
export function toFailed(thrown: unknown): Failed {
  const planted = thrown instanceof UnexpectedEntryError ? thrown.path : null;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : null;
  return { answer: 'failed', code, planted };
}

/** Converts the reply of a failed operation to an error. */
export function toError({ code, planted }: Failed): Error {
  if (planted !== null) return new UnexpectedEntryError(planted);
  return code === null ? new Error('The process of the drive failed') : new SystemError(code);
}
