/** @file Which stored statements a search reads: those that cannot have hits, and PDFs that cannot be compared, are left out. */
import type { SearchFilters } from '../../../../shared/model/statements/statement-search.ts';
import type { StatementFormat, Wallet } from '../../../../shared/model/statements/statements.ts';

/** A stored statement. */
interface StoredStatement {
  readonly format: StatementFormat;
  readonly wallet: Wallet;
  /** Calendar dates. */
  readonly since: string;
  readonly till: string;
}

/** The statements of a search. */
interface SearchScope<Statement> {
  /** Statements to read. */
  readonly statements: Statement[];
  /** PDFs whose rows cannot be compared with the filters. */
  readonly pages: Statement[];
  /** Number of statements that cannot have hits. */
  readonly excluded: number;
}

function canHaveHits({ wallet, since, till }: StoredStatement, filters: SearchFilters): boolean {
  if (filters.walletIds.length > 0 && !filters.walletIds.includes(wallet.id)) return false;
  if (filters.from !== null && till < filters.from) return false;
  if (filters.till !== null && since > filters.till) return false;
  return filters.currency === null || wallet.currency === null || wallet.currency === filters.currency;
}

/** A PDF can be searched for a text, and compared by the currency of its wallet if that is known. */
function canCompare(
  { format, wallet }: StoredStatement,
  { text, from, till, amount, currency }: SearchFilters & { readonly text: string },
): boolean {
  if (format === 'csv') return true;
  if (text === '' || from !== null || till !== null || amount !== null) return false;
  return currency === null || wallet.currency !== null;
}

/** Selects the statements that a search reads. */
export function selectStatements<Statement extends StoredStatement>(
  stored: readonly Statement[],
  text: string,
  filters: SearchFilters,
): SearchScope<Statement> {
  const candidates = stored.filter((statement) => canHaveHits(statement, filters));
  return {
    statements: candidates.filter((statement) => canCompare(statement, { text, ...filters })),
    pages: candidates.filter((statement) => !canCompare(statement, { text, ...filters })),
    excluded: stored.length - candidates.length,
  };
}
