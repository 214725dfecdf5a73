/** @file Messages of errors about statements: requests, events, downloads, the review. */
import type { ErrorCode } from '../errors.ts';
import { t } from '../messages/index.ts';
import { answered, systemCode, text, type Wording } from './error-details.ts';

type PlainCode =
  | 'statement-unknown'
  | 'statement-not-stored'
  | 'link-lost'
  | 'answer-lost'
  | 'review-closed'
  | 'review-failed'
  | 'statement-unreadable';

function plainError(code: PlainCode): Wording {
  return () => ({
    title: t(`statementErrors.${code}.title`),
    detail: t(`statementErrors.${code}.detail`),
  });
}

export const statementErrorWords = {
  'statement-unknown': plainError('statement-unknown'),
  'statement-not-stored': plainError('statement-not-stored'),
  'event-unusable': (details) => ({
    title: t('statementErrors.event-unusable.title'),
    detail: t('statementErrors.event-unusable.detail', {
      message: text(details, 'message') ?? t('statementErrors.fallback.event'),
    }),
  }),
  'link-lost': plainError('link-lost'),
  'answer-lost': plainError('answer-lost'),
  'download-damaged': (details) => ({
    title: t('statementErrors.download-damaged.title'),
    detail: t('statementErrors.download-damaged.detail', {
      message: text(details, 'message') ?? t('statementErrors.fallback.download'),
    }),
  }),
  'statement-link-ended': (details) => ({
    title: t('statementErrors.statement-link-ended.title'),
    detail: t('statementErrors.statement-link-ended.detail', {
      answer: text(details, 'status') === null ? t('statementErrors.fallback.link') : answered(details),
    }),
  }),
  'statement-gone': (details) => ({
    title: t('statementErrors.statement-gone.title'),
    detail: t('statementErrors.statement-gone.detail', { answer: answered(details) }),
  }),
  'listener-unavailable': (details) => ({
    title: t('statementErrors.listener-unavailable.title'),
    detail: t('statementErrors.listener-unavailable.detail', { code: systemCode(details) }),
  }),
  'review-closed': plainError('review-closed'),
  'review-too-large': (details) => ({
    title: t('statementErrors.review-too-large.title'),
    detail: t('statementErrors.review-too-large.detail', {
      message: text(details, 'message') ?? t('statementErrors.fallback.size'),
    }),
  }),
  'review-failed': plainError('review-failed'),
  'statement-unreadable': plainError('statement-unreadable'),
} satisfies Partial<Record<ErrorCode, Wording>>;
