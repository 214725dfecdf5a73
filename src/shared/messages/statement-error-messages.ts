/** @file Messages of errors about statements: requests, events, downloads, the viewer. */
import type { ErrorCode, ErrorDetails } from '../errors.ts';
import { downloadProblemOf } from '../model/statements/download-failure.ts';
import { workbookProblemSchema } from '../model/statements/ledger.ts';
import { answered, type ErrorFormatter, number, systemCode, text, texts } from './error-details.ts';
import { formatBytes, formatList, t } from './index.ts';

type PlainCode =
  | 'statement-unknown'
  | 'statement-not-stored'
  | 'event-unusable'
  | 'link-lost'
  | 'answer-lost'
  | 'statement-closed'
  | 'engine-failed'
  | 'statement-unreadable'
  | 'workbook-too-large'
  | 'view-name-taken'
  | 'view-file-invalid'
  | 'view-file-newer'
  | 'ledger-unknown'
  | 'ledger-not-table'
  | 'ledger-unreadable'
  | 'ledger-rows-matched';

function plainError(code: PlainCode): ErrorFormatter {
  return () => ({
    title: t(`statementErrors.${code}.title`),
    detail: t(`statementErrors.${code}.detail`),
  });
}

/** Describes why a workbook is no ledger, with the names of its sheets or the cell. */
function describeWorkbook(details: ErrorDetails): string {
  const problem = workbookProblemSchema.safeParse(details['problem']).data ?? 'damaged';
  return t(`statementErrors.ledger-workbook.${problem}`, { names: formatList(texts(details, 'names')) });
}

/** Describes why a download is not the statement. Earlier versions recorded a message instead of a problem. */
function describeDownload(details: ErrorDetails): string {
  const problem = downloadProblemOf(details);
  if (problem !== null) return t(`statementErrors.download-damaged.${problem}`);
  const message = text(details, 'message');
  return message === null
    ? t('statementErrors.download-damaged.detail')
    : t('statementErrors.download-damaged.message', { message });
}

/** Describes why a link can't be used any more: a storage may have refused it, or failed until it expired. */
function describeLinkEnd(details: ErrorDetails): string {
  if (downloadProblemOf(details) !== null)
    return t('statementErrors.statement-link-ended.failing', { problem: describeDownload(details) });
  const expired = t('statementErrors.statement-link-ended.expired');
  const answer = text(details, 'status') === null ? expired : answered(details);
  return t('statementErrors.statement-link-ended.detail', { answer });
}

export const statementErrorMessages = {
  'statement-unknown': plainError('statement-unknown'),
  'statement-not-stored': plainError('statement-not-stored'),
  'event-unusable': plainError('event-unusable'),
  'link-lost': plainError('link-lost'),
  'answer-lost': plainError('answer-lost'),
  'download-damaged': (details) => {
    const problem = downloadProblemOf(details);
    return {
      title: t(
        problem === null
          ? 'statementErrors.download-damaged.title'
          : `statementErrors.download-damaged.title.${problem}`,
      ),
      detail: describeDownload(details),
    };
  },
  'statement-link-ended': (details) => ({
    title: t(
      text(details, 'status') === null
        ? 'statementErrors.statement-link-ended.title'
        : 'statementErrors.statement-link-ended.refused',
    ),
    detail: describeLinkEnd(details),
  }),
  'statement-gone': (details) => ({
    title: t('statementErrors.statement-gone.title'),
    detail: t('statementErrors.statement-gone.detail', { answer: answered(details) }),
  }),
  'listener-unavailable': (details) => ({
    title: t('statementErrors.listener-unavailable.title'),
    detail: t('statementErrors.listener-unavailable.detail', { code: systemCode(details) }),
  }),
  'statement-closed': plainError('statement-closed'),
  'statement-too-large': (details) => ({
    title: t('statementErrors.statement-too-large.title'),
    detail:
      details['size'] === undefined
        ? t('statementErrors.statement-too-large.detail')
        : t('statementErrors.statement-too-large.size', {
            size: formatBytes(number(details, 'size')),
            max: formatBytes(number(details, 'max')),
          }),
  }),
  'comparison-too-large': (details) => ({
    title: t('statementErrors.comparison-too-large.title'),
    detail: t('statementErrors.comparison-too-large.detail', {
      size: formatBytes(number(details, 'size')),
      max: formatBytes(number(details, 'max')),
    }),
  }),
  'engine-failed': plainError('engine-failed'),
  'statement-unreadable': plainError('statement-unreadable'),
  'workbook-cell-too-long': (details) => {
    const cell = text(details, 'cell');
    return {
      title: t('statementErrors.workbook-cell-too-long.title'),
      detail: t('statementErrors.workbook-cell-too-long.detail', {
        cell:
          cell === null
            ? t('statementErrors.workbook-cell-too-long.cell')
            : t('statementErrors.workbook-cell-too-long.named', { cell }),
        length: number(details, 'length'),
        max: number(details, 'max'),
      }),
    };
  },
  'workbook-too-large': plainError('workbook-too-large'),
  'pages-too-many': (details) => ({
    title: t('statementErrors.pages-too-many.title'),
    detail:
      details['rows'] === undefined
        ? t('statementErrors.pages-too-many.detail')
        : t('statementErrors.pages-too-many.rows', {
            rows: number(details, 'rows'),
            max: number(details, 'max'),
          }),
  }),
  'view-name-taken': plainError('view-name-taken'),
  'view-file-invalid': plainError('view-file-invalid'),
  'view-file-newer': plainError('view-file-newer'),
  'ledger-unknown': plainError('ledger-unknown'),
  'ledger-not-table': plainError('ledger-not-table'),
  'ledger-ambiguous': (details) => ({
    title: t('statementErrors.ledger-ambiguous.title'),
    detail: t(
      `statementErrors.ledger-ambiguous.${details['side'] === 'statement' ? 'statement' : 'ledger'}`,
      {
        columns: formatList(texts(details, 'columns')),
      },
    ),
  }),
  'ledger-too-large': (details) => ({
    title: t('statementErrors.ledger-too-large.title'),
    detail: t('statementErrors.ledger-too-large.detail', { max: formatBytes(number(details, 'max')) }),
  }),
  'ledger-workbook': (details) => ({
    title: t('statementErrors.ledger-workbook.title'),
    detail: describeWorkbook(details),
  }),
  'ledger-unreadable': plainError('ledger-unreadable'),
  'ledger-rows-matched': plainError('ledger-rows-matched'),
  'ledger-links-full': (details) => ({
    title: t('statementErrors.ledger-links-full.title'),
    detail: t('statementErrors.ledger-links-full.detail', { max: number(details, 'max') }),
  }),
} satisfies Partial<Record<ErrorCode, ErrorFormatter>>;
