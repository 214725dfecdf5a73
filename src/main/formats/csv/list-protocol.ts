/**
 * @file The messages between main and the thread that parses CSV lists. The thread does not load the interface texts, so
 * it sends problems as codes, in `details.problem` of `file-unreadable`.
 */
import { z } from 'zod';
import { PaydeskError } from '../../../shared/errors.ts';

const listKindSchema = z.enum(['address-book', 'manifest']);

export type ListKind = z.infer<typeof listKindSchema>;

/** A request to the thread. */
export const listRequestSchema = z.object({
  kind: listKindSchema,
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});

/** Problems of a whole list. */
export const listProblemSchema = z.enum(['columns-missing', 'not-csv', 'too-long']);

type ListProblem = z.infer<typeof listProblemSchema>;

/** Creates the error of a list that cannot be used. */
export function listError(problem: ListProblem): PaydeskError {
  return new PaydeskError('file-unreadable', `The list cannot be used: ${problem}`, { details: { problem } });
}

/** Maximum number of lines of a list. */
export const maxListLines = 100_000;

/** Throws `file-unreadable` when a list already has the maximum number of lines. */
export function checkListLines(lineCount: number): void {
  if (lineCount >= maxListLines) throw listError('too-long');
}
