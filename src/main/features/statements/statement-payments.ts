/** @file Finds payments by their references in the stored CSV statements of a profile. Works offline. */
import { mergePayments, type StatementPayment } from '../../../shared/model/statements/statement-payment.ts';
import { SerialQueue } from '../../concurrency/serial-queue.ts';
import * as procedures from './database/transfer.ts';
import type { StatementPorts } from './ports.ts';

/** Payments by reference. */
type PaymentsByReference = ReadonlyMap<string, StatementPayment>;

/** Size limit of a statement, in bytes: reading a larger one would delay what the clerk does meanwhile. */
const maxStatementBytes = 50_000_000;
/** References per call. */
const referencesPerCall = 20_000;

interface SearchedStatement {
  /** How the statement was read; another way of reading finds other payments. */
  readonly reading: string;
  /** Number of references, in the order of the profile, that were looked for. */
  searchedCount: number;
  readonly found: StatementPayment[];
}

interface SearchedProfile {
  /** Every reference that was ever looked for. */
  readonly references: Set<string>;
  statements: ReadonlyMap<string, SearchedStatement>;
}

/** Adds the currency of the wallet to an amount without a currency. */
function withCurrency(payment: StatementPayment, walletCurrency: string | null): StatementPayment {
  const { amount } = payment;
  if (amount === null || amount.currency !== '' || walletCurrency === null) return payment;
  return { ...payment, amount: { ...amount, currency: walletCurrency } };
}

/**
 * Creates a function that returns the payments of references. A statement is read again only for references that are new.
 * A statement that cannot be read is skipped.
 */
export function createPaymentsFinder(
  deps: Pick<StatementPorts, 'store' | 'statementFiles' | 'engine' | 'readGuard' | 'remembered' | 'layouts'>,
): (profileId: string, references: readonly string[]) => Promise<PaymentsByReference> {
  const { store, statementFiles, engine, readGuard } = deps;
  const profiles = new Map<string, SearchedProfile>();
  const searches = new SerialQueue();

  async function searchStatement(
    profileId: string,
    statement: {
      readonly id: number;
      readonly item: string;
      readonly size: number;
      readonly wallet: { readonly id: number; readonly currency: string | null };
    },
    { references, statements }: SearchedProfile,
  ): Promise<SearchedStatement> {
    const remembered = await deps.remembered.read(profileId, statement.wallet.id);
    const column = (await deps.layouts.read(profileId, statement.wallet.id))?.reference ?? null;
    const reading = JSON.stringify([remembered, column]);
    const searchedBefore = statements.get(statement.item);
    const searched =
      searchedBefore?.reading === reading ? searchedBefore : { reading, searchedCount: 0, found: [] };
    if (searched.searchedCount === references.size) return searched;
    const newReferences = [...references].slice(searched.searchedCount);
    for (let offset = 0; offset < newReferences.length; offset += referencesPerCall) {
      const slice = newReferences.slice(offset, offset + referencesPerCall);
      const payments = await readGuard
        .read(statement, async (options) => {
          const source = await statementFiles.grantSource(statement.item);
          return engine.call('payments', { source, remembered, column, references: slice }, options);
        })
        .catch(() => null);
      // The references are looked for again in the next search.
      if (payments === null) break;
      searched.searchedCount += slice.length;
      searched.found.push(...payments.map((payment) => withCurrency(payment, statement.wallet.currency)));
    }
    return searched;
  }

  async function searchAll(profileId: string, wanted: readonly string[]): Promise<PaymentsByReference> {
    const profile = profiles.get(profileId) ?? { references: new Set(), statements: new Map() };
    profiles.set(profileId, profile);
    for (const reference of wanted) profile.references.add(reference);
    const storedItems = await store.run(procedures.listStoredItems, { profileId, format: 'csv' });
    const statements = new Map<string, SearchedStatement>();
    for (const { id, item, size, wallet } of storedItems) {
      if (size > maxStatementBytes) continue;
      statements.set(item, await searchStatement(profileId, { id, item, size, wallet }, profile));
    }
    profile.statements = statements;
    const payments = new Map<string, StatementPayment>();
    for (const { found } of statements.values()) {
      for (const payment of found) {
        const other = payments.get(payment.reference);
        payments.set(payment.reference, other === undefined ? payment : mergePayments(other, payment));
      }
    }
    return payments;
  }

  return (profileId, references) => searches.run(() => searchAll(profileId, references));
}
