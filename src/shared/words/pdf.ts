/** @file Words of the PDF viewer. */
import { counted, formatNumber } from './count.ts';

/** See the file's header. */
export const pdfWords = {
  loading: 'Opening the PDF',
  label: 'PDF pages',
  page: (number: number) => `Page ${formatNumber(number)}`,
  pages: (count: number) => `of ${formatNumber(count)}`,
  pageField: 'Page',
  smaller: 'Smaller',
  larger: 'Larger',
  fit: 'Fit width',
  zoom: (percent: number) => `${percent} %`,
  find: 'Find in this PDF',
  next: 'Next match',
  previous: 'Previous match',
  /** `now` is `null` while none of them is shown. */
  matches(now: number | null, all: number) {
    if (all === 0) return 'No match';
    return now === null
      ? counted(all, { one: 'match', other: 'matches' })
      : `${formatNumber(now)} of ${formatNumber(all)}`;
  },
  password: 'This PDF asks for a password',
  passwordLead: 'It is used to show the document, and kept nowhere.',
  passwordField: 'Password',
  passwordWrong: 'This password does not open it.',
  passwordAct: 'Show PDF',
  unshown: {
    broken: {
      title: 'This PDF is damaged and cannot be shown',
      lead: 'It is kept exactly as it was received. Save it to try another program.',
    },
    slow: {
      title: 'This PDF takes too long to open',
      lead: 'Paydesk stopped after two tries. It is kept exactly as it was received. Save it to try another program.',
    },
  },
} as const;
