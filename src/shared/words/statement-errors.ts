/** @file What a clerk reads when something about statements goes wrong: asking, events, downloads, the review. */
import type { ErrorCode } from '../errors.ts';
import { answered, systemCode, text, untouched, type Wording } from './error-details.ts';

/** See `errors.ts`, which has the words of every code. */
export const statementErrorWords = {
  'statement-unknown': () => ({
    title: 'This statement is not known',
    detail: `It was removed, or belongs to another profile. ${untouched}`,
  }),
  'statement-not-stored': () => ({
    title: 'This statement is not stored',
    detail: 'Its file is not on this computer. Ask for it again to review it.',
  }),
  'event-unusable': (details) => ({
    title: 'The event cannot be used',
    detail: `${text(details, 'message') ?? 'It is not a statement event'}. Nothing was downloaded.`,
  }),
  'link-lost': () => ({
    title: 'The link is no longer there',
    detail:
      'Paydesk keeps links in memory only, and was closed before the file was here. Ask for the statement again, or hand in its event again.',
  }),
  'answer-lost': () => ({
    title: 'No answer was seen to the request',
    detail:
      'Paydesk ended while it was asking. The service may have accepted it: its event is taken when it comes, and you can ask again.',
  }),
  'download-damaged': (details) => ({
    title: 'What came is not the statement',
    detail: `${text(details, 'message') ?? 'The file was not complete'}. Nothing of it was kept.`,
  }),
  'statement-link-ended': (details) => ({
    title: 'The link of the statement has ended',
    detail: `${text(details, 'status') === null ? 'Its time was over before the file was here.' : answered(details)} Nothing of the file was kept. Ask for the statement again.`,
  }),
  'statement-gone': (details) => ({
    title: 'The file of the statement is not there',
    detail: `${answered(details)} Ask for the statement again.`,
  }),
  'listener-unavailable': (details) => ({
    title: 'The listener could not be opened',
    detail: `Another program may hold its place${systemCode(details)}. Events still come by the watched folder and by pasting.`,
  }),
  'review-closed': () => ({
    title: 'The statement was closed',
    detail: 'Other statements needed the room. Open it again; nothing of it was changed.',
  }),
  'review-too-large': (details) => ({
    title: 'The statement is too large to review',
    detail: `${text(details, 'message') ?? 'It has more than Paydesk can show'}. The original is kept and can be exported.`,
  }),
  'review-failed': () => ({
    title: 'The statement could not be read',
    detail: 'Reading it stopped. The original is kept and can be exported.',
  }),
  'statement-unreadable': () => ({
    title: 'Unreadable statement',
    detail:
      'Reading the statement took too long or too much memory, twice. Paydesk doesn’t open it by itself again. The file is kept as received: you can export it, try again, or request the statement again.',
  }),
} satisfies Partial<Record<ErrorCode, Wording>>;
