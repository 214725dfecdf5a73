/** @file Why the file of a statement is not here, for states and titles. */
import { z } from 'zod';
import type { ErrorCode, ErrorDetails, WireError } from '../../errors.ts';
import { type DownloadProblem, downloadProblemSchema } from './statements.ts';

/** Reasons besides the answers that are not a statement. */
const failureByCode = {
  'answer-too-large': 'too-large',
  'link-lost': 'link-lost',
  'service-refused': 'refused',
  'statement-gone': 'file-gone',
  'statement-not-stored': 'file-missing',
} as const satisfies Partial<Record<ErrorCode, string>>;

const isNamed = (code: ErrorCode): code is keyof typeof failureByCode => Object.hasOwn(failureByCode, code);

export const downloadFailureSchema = z.enum([
  'link-expired',
  'link-refused',
  ...Object.values(failureByCode),
  ...downloadProblemSchema.options,
]);

type DownloadFailure = z.infer<typeof downloadFailureSchema>;

/** Returns the problem of an answer that is not the statement; `null` for other errors. */
export function downloadProblemOf(details: ErrorDetails): DownloadProblem | null {
  return downloadProblemSchema.safeParse(details['problem']).data ?? null;
}

/** Returns the failure of a download; `null` for errors without a name of their own, such as those of the network. */
export function downloadFailureOf(error: Pick<WireError, 'code' | 'details'> | null): DownloadFailure | null {
  if (error === null) return null;
  const { code, details } = error;
  if (code === 'statement-link-ended')
    return details['status'] === undefined ? 'link-expired' : 'link-refused';
  if (code === 'download-damaged') return downloadProblemOf(details);
  return isNamed(code) ? failureByCode[code] : null;
}
