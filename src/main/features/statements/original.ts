/** @file Reads the original of a stored statement, and names its exported file. */
import type { Statement, Wallet } from '../../../shared/model/statements/statements.ts';
import type { Store } from '../../storage/store/store.ts';
import * as procedures from './database/listing.ts';
import type { StatementFiles } from './statement-files.ts';
import type { Statements } from './statements.ts';
import { findStoredStatement } from './stored-statement.ts';

/** Returns the name of an exported file: `Statement 1001 2026-01-01 to 2026-01-31`, followed by `suffix`. */
export function formatExportName(
  { wallet, since, till }: Pick<Statement, 'since' | 'till'> & { readonly wallet: Pick<Wallet, 'id'> },
  suffix: string,
): string {
  return `Statement ${wallet.id} ${since} to ${till}${suffix}`;
}

/** Returns the name of an exported file with rows of several statements, or of one. */
export function formatTableExportName(
  statements: readonly Pick<Statement, 'wallet' | 'since' | 'till'>[],
  suffix: string,
): string {
  const [first, ...others] = statements;
  if (first !== undefined && others.length === 0) return formatExportName(first, suffix);
  const since = statements.map((statement) => statement.since).toSorted()[0] ?? '';
  const till =
    statements
      .map((statement) => statement.till)
      .toSorted()
      .at(-1) ?? '';
  const wallets = new Set(statements.map(({ wallet }) => wallet.id));
  const name = wallets.size === 1 ? `Wallet ${first?.wallet.id}` : `${wallets.size} wallets`;
  return `${name} ${since} to ${till}${suffix}`;
}

/** Reads a statement of the active profile. Rejects with `statement-not-stored`, or with the error of the store. */
export async function readOriginal(
  deps: {
    readonly statements: Pick<Statements, 'activeProfile'>;
    readonly store: Store;
    readonly statementFiles: StatementFiles;
  },
  id: number,
): Promise<{ name: string; bytes: Uint8Array }> {
  const profileId = deps.statements.activeProfile().id;
  const { item, format, sha256 } = await findStoredStatement(deps.store, profileId, id);
  const name = formatExportName(
    await deps.store.run(procedures.getStatement, { profileId, id }),
    `.${format}`,
  );
  return { name, bytes: await deps.statementFiles.readAll(item, sha256) };
}
