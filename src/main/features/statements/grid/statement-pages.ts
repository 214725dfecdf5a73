/** @file Pages of the viewer: rows, groups or a chart, with sums, filters, and the statements that they come from. */
import { formatAmountCell, formatAmountText } from '../../../../shared/messages/format-amounts.ts';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import {
  formatNumber,
  formatPlainList,
  formatTimeWithOffset,
  formatUtc,
  t,
} from '../../../../shared/messages/index.ts';
import type { StatementColumn, Sums } from '../../../../shared/model/statements/open-statement.ts';
import type { PageBlock, PageFact, TextPages } from '../../../formats/pages/text-pages.ts';
import type { CellFormat } from '../../../formats/workbook/cell-styles.ts';
import type { OriginLine } from '../../../formats/workbook/workbook.ts';
import type { PlatformInfo } from '../../../platform/platform.ts';
import type { ExportDescription } from './export-description.ts';
import type { ExportedStatement } from './workbook-origin.ts';

/** What stands around the rows, groups or chart. */
interface PagesOrigin {
  readonly described: Pick<ExportDescription, 'facts' | 'filters' | 'statements'>;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly info: Pick<PlatformInfo, 'osUser' | 'version'>;
}

const nameOfWallet = ({ wallet: { id, name } }: ExportedStatement) =>
  name === null ? String(id) : t('statementExport.pages.wallet', { name, id: String(id) });

/** Names the pages after the wallet and period, or after the number of statements and wallets. */
function titleOf(statements: readonly ExportedStatement[]): string {
  const [first] = statements;
  if (first === undefined) return '';
  const wallets = new Set(statements.map(({ wallet }) => wallet.id)).size;
  const since = statements.reduce((least, own) => (own.since < least ? own.since : least), first.since);
  const till = statements.reduce((largest, own) => (own.till > largest ? own.till : largest), first.till);
  return formatPlainList([
    wallets === 1 ? nameOfWallet(first) : t('statementViewer.table.wallets', { count: wallets }),
    formatPeriod(since, till),
  ]);
}

const textOf = (value: string | number | undefined) =>
  typeof value === 'number' ? formatNumber(value) : (value ?? '');

function toFact([term = '', value]: OriginLine): PageFact {
  return { term: textOf(term), lines: [textOf(value)] };
}

/** Sums by currency, and what was left out of them. */
export function sumBlocks({ sums, scale, leftOut, unread }: Sums): PageBlock[] {
  const amount = (text: string) => formatAmountText(text, scale);
  const notes = [
    ...leftOut.map(({ reason, count }) => t(`statementViewer.sums.leftOut.${reason}`, { count })),
    ...(unread.cells === 0 ? [] : [t('statementViewer.sums.unread', { count: unread.cells })]),
  ];
  return [
    { is: 'heading', level: 1, text: t('statementViewer.sums.label') },
    {
      is: 'table',
      columns: [
        { name: t('statementGroups.column.currency'), isAtEnd: false },
        ...[
          t('statementViewer.sums.rows'),
          t('statementViewer.sums.incoming'),
          t('statementViewer.sums.outgoing'),
          t('statementViewer.sums.net'),
        ].map((name) => ({ name, isAtEnd: true })),
      ],
      rows: sums.map(({ currency, rows, incoming, outgoing, net }) => [
        currency,
        formatNumber(rows),
        amount(incoming),
        amount(outgoing),
        amount(net),
      ]),
    },
    ...notes.map((text): PageBlock => ({ is: 'notice', text })),
  ];
}

/** A table of the rows of a view, each with its number in the statement. */
export function rowsBlock(
  columns: readonly { readonly name: string; readonly column: StatementColumn | undefined }[],
  rows: readonly { readonly row: number; readonly cells: readonly string[] }[],
): PageBlock {
  return {
    is: 'table',
    columns: [
      { name: t('statementViewer.row'), isAtEnd: true },
      ...columns.map(({ name, column }) => ({ name, isAtEnd: column?.kind === 'number' })),
    ],
    rows: rows.map(({ row, cells }) => [
      formatNumber(row + 1),
      ...cells.map((text, index) => {
        const column = columns[index]?.column;
        return column === undefined ? text : formatAmountCell(text, column);
      }),
    ]),
  };
}

/** A table of groups. Numbers are decimals with a point. */
export function groupsBlock(
  header: readonly string[],
  formats: readonly CellFormat[],
  rows: readonly (readonly string[])[],
): PageBlock {
  const isNumber = (index: number) => formats[index]?.kind === 'number';
  return {
    is: 'table',
    columns: header.map((name, index) => ({ name, isAtEnd: isNumber(index) })),
    rows: rows.map((cells) => cells.map((text, index) => (isNumber(index) ? formatDecimal(text) : text))),
  };
}

/** Groups the digits of a decimal with a point. */
function formatDecimal(text: string): string {
  const [, decimals = ''] = text.split('.');
  return text === '' ? '' : formatAmountText(text.replace('.', ''), decimals.length);
}

/** Returns the pages with the given content between the facts and the statements. */
export function toStatementPages(
  subtitle: string,
  content: readonly PageBlock[],
  { described: { facts, filters, statements }, at, info: { osUser, version } }: PagesOrigin,
): TextPages {
  const title = titleOf(statements);
  const time = new Date(at).toISOString();
  return {
    title,
    subtitle,
    isLandscape: true,
    blocks: [
      {
        is: 'facts',
        facts: [
          ...facts.map(toFact),
          {
            term: t('statementExport.origin.filters'),
            lines: filters.length === 0 ? [t('statementExport.origin.noFilter')] : [...filters],
          },
        ],
      },
      ...content,
      { is: 'heading', level: 1, text: t('statementViewer.table.title', { count: statements.length }) },
      {
        is: 'table',
        columns: [
          t('statementViewer.table.wallet'),
          t('statementViewer.table.period'),
          t('statementExport.origin.currency'),
          t('statementExport.origin.sha256'),
        ].map((name) => ({ name, isAtEnd: false })),
        rows: statements.map((statement) => [
          nameOfWallet(statement),
          formatPeriod(statement.since, statement.till),
          statement.wallet.currency ?? '',
          statement.sha256 ?? '',
        ]),
      },
    ],
    foot: {
      name: title,
      lines: [
        t('handover.foot.origin', { user: osUser, version }),
        formatPlainList([formatTimeWithOffset(time), formatUtc(time)]),
      ],
    },
  };
}
