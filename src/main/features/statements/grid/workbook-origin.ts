/** @file The sheet of a workbook that says where its rows come from. */
import { formatTimestamp, t } from '../../../../shared/messages/index.ts';
import type { Wallet } from '../../../../shared/model/statements/statements.ts';
import type { OriginLine } from '../../../formats/workbook/workbook.ts';

/** A statement with exported rows. */
export interface ExportedStatement {
  readonly wallet: Wallet;
  /** Calendar dates. */
  readonly since: string;
  readonly till: string;
  /** SHA-256 of the stored file. */
  readonly sha256: string | null;
}

interface WorkbookOrigin {
  /** Milliseconds since 1970. */
  readonly exportedAt: number;
  /** What the workbook holds, in the order of the lines: names and texts or counts. */
  readonly facts: readonly OriginLine[];
  /** Filters in words. */
  readonly filters: readonly string[];
  /** Numbers that stay texts, because a spreadsheet would change their last digits. */
  readonly longNumbers: number;
  /** Other cells of columns of numbers and dates that stay texts; `null` for a table without such cells. */
  readonly otherTexts: number | null;
  readonly sheetCount: number;
  readonly statements: readonly ExportedStatement[];
}

/** Returns the lines of the sheet. */
export function describeOrigin(origin: WorkbookOrigin): OriginLine[] {
  const { filters, otherTexts, sheetCount } = origin;
  const [firstFilter = t('statementExport.origin.noFilter'), ...otherFilters] = filters;
  return [
    [t('statementExport.origin.exportedAt'), formatTimestamp(new Date(origin.exportedAt).toISOString())],
    ...origin.facts,
    [t('statementExport.origin.filters'), firstFilter],
    ...otherFilters.map((filter) => ['', filter]),
    [t('statementExport.origin.longNumbers'), origin.longNumbers],
    ...(otherTexts === null ? [] : [[t('statementExport.origin.otherTexts'), otherTexts]]),
    ...(sheetCount === 1 ? [] : [[t('statementExport.origin.sheets'), sheetCount]]),
    [],
    [
      t('statementSearch.export.wallet'),
      t('statementSearch.export.walletId'),
      t('statementSearch.export.since'),
      t('statementSearch.export.till'),
      t('statementExport.origin.currency'),
      t('statementExport.origin.sha256'),
    ],
    ...origin.statements.map(({ wallet, since, till, sha256 }) => [
      wallet.name ?? '',
      String(wallet.id),
      since,
      till,
      wallet.currency ?? '',
      sha256 ?? '',
    ]),
  ];
}
