/** @file Words about CSV lists of clerks that main needs. */
import { formatNumber } from './count.ts';

/** See the file's header. */
export const listFileWords = {
  tooLarge: (megabytes: number) => `The list is larger than ${formatNumber(megabytes)} MB`,
  tooLong: (lines: number) => `The list has more than ${formatNumber(lines)} lines`,
  tookTooLong: 'Reading the list took too long or too much memory, twice. Split the list and try again',
} as const;
