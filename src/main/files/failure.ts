/** @file An error of the system on its way from the process of a drive to main. */
import { z } from 'zod';
import { PlantedEntryError } from '../guarded-folder.ts';

/** What a thread answers when the system refused. */
export const failedSchema = z.object({
  answer: z.literal('failed'),
  /** The system's code, such as `ENOSPC`. */
  code: z.string().nullable(),
  /** Path of a link, or of something else, in the place of a file or folder. */
  planted: z.string().nullable(),
});

/** See {@link failedSchema}. */
export type Failed = z.infer<typeof failedSchema>;

/** What the system refused, as main sees it. */
export class SystemError extends Error {
  override readonly name = 'SystemError';
  readonly code: string;

  constructor(code: string) {
    super(`The system refused: ${code}`);
    this.code = code;
  }
}

/** Describes what was thrown. */
export function toFailed(thrown: unknown): Failed {
  const planted = thrown instanceof PlantedEntryError ? thrown.path : null;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : null;
  return { answer: 'failed', code, planted };
}

/** The error again. */
export function toError({ code, planted }: Failed): Error {
  if (planted !== null) return new PlantedEntryError(planted);
  return code === null ? new Error('The process of the drive failed') : new SystemError(code);
}
