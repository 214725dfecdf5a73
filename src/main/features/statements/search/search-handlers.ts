/** @file Handlers of the search in all stored statements. */
import { t } from '../../../../shared/messages/index.ts';
import type { SearchHit } from '../../../../shared/model/statements/statement-search.ts';
import { requireActiveProfile } from '../../../app/require-active-profile.ts';
import type { Handlers } from '../../../bridge/registrar.ts';
import { type CsvRow, writeCsv } from '../../../formats/csv/csv-writer.ts';
import type { StatementPorts } from '../ports.ts';
import type { StatementSearch } from './search.ts';

/** Returns minor units as a plain decimal number. */
function toDecimalNumber(units: string, scale: number): string {
  const digits = units.replace('-', '').padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const text = scale === 0 ? whole : `${whole}.${digits.slice(-scale)}`;
  return units.startsWith('-') ? `-${text}` : text;
}

/** Returns the names of the columns. */
function searchExportHeader(): string[] {
  return [
    t('statementSearch.export.walletId'),
    t('statementSearch.export.wallet'),
    t('statementSearch.export.since'),
    t('statementSearch.export.till'),
    t('statementSearch.export.row'),
    t('statementSearch.export.page'),
    t('statementSearch.hit.date'),
    t('statementSearch.amount.field'),
    t('statementSearch.currency.field'),
    t('statementSearch.export.column'),
    t('statementSearch.export.match'),
    t('statementSearch.export.text'),
  ];
}

function toRow(hit: SearchHit): CsvRow {
  const statement = [hit.wallet.id, hit.wallet.name ?? '', hit.since, hit.till];
  if (hit.kind === 'page') return [...statement, '', hit.page, '', '', '', '', hit.found, hit.text];
  const { row, date, amount, columnName, column, cells } = hit;
  const number = amount === null ? '' : toDecimalNumber(amount.units, amount.scale);
  const text = cells.filter((cell) => cell.trim() !== '').join(' | ');
  return [
    ...statement,
    row + 1,
    '',
    date ?? '',
    number,
    amount?.currency ?? '',
    columnName,
    cells[column] ?? '',
    text,
  ];
}

/** Yields the rows. */
async function* searchExportRows(hits: readonly SearchHit[]): AsyncGenerator<CsvRow> {
  for (const hit of hits) yield toRow(hit);
}

interface SearchHandlerDeps extends Pick<StatementPorts, 'dialogs' | 'saved' | 'onExported' | 'statements'> {
  readonly search: StatementSearch;
}

export function createSearchHandlers(deps: SearchHandlerDeps): NonNullable<Handlers['viewer.search']> {
  const { statements } = deps;
  return {
    prepare: async () => ({ wallets: await deps.search.prepare() }),
    start: ({ text, filters }) => ({ search: deps.search.start(text, filters) }),
    export: async ({ search, hits: indexes }) => {
      const profile = statements.activeProfile();
      const hits = deps.search.listHits(search, indexes);
      const path = await deps.dialogs.chooseSavePath(
        t('statementSearch.export.dialog'),
        t('statementSearch.export.file'),
      );
      if (path === null) return { savedAs: null };
      requireActiveProfile(statements.findActiveProfile(), profile);
      const rows = searchExportRows(hits);
      await writeCsv(deps.saved.writeFileAtomically, path, searchExportHeader(), rows);
      deps.onExported(path, profile);
      return { savedAs: deps.saved.add(path) };
    },
  };
}
