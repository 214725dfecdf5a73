/** @file A statement and a ledger with rows that match, as CSV. */
import type { Grant } from '../../src/main/storage/library/sealed-reader.ts';
import { type ClerkLinks, defaultMatchSettings } from '../../src/shared/model/statements/ledger.ts';
import { referenceOf } from './statement-rows.ts';

const names = ['Lampwright Instruments', 'Karcher Hydraulik GmbH', 'Ashgrove Bindings', 'Skoda Lisovna'];
const currencies = ['EUR', 'USD', 'GBP', 'CHF'];

interface Facts {
  readonly date: string;
  readonly reference: string;
  readonly name: string;
  readonly cents: number;
  readonly currency: string;
}

function factsOf(row: number): Facts {
  return {
    date: `2026-${String(1 + (row % 12)).padStart(2, '0')}-${String(1 + (row % 25)).padStart(2, '0')}`,
    reference: referenceOf(row),
    name: names[(row * 13) % names.length] ?? '',
    cents: -(100 + ((row * 7_919) % 100_000_007)),
    currency: currencies[row % currencies.length] ?? '',
  };
}

function toLine({ date, reference, name, cents, currency }: Facts, note: string): string {
  return `${date},${reference},${name},${note},${currency},${(cents / 100).toFixed(2)}`;
}

/** Of 20 rows, 13 have their reference in the ledger, 5 are found by amount, and one is in one of the files only. */
export function createLedgerFiles(count: number): { statement: Buffer; ledger: Buffer } {
  const statement: string[] = [];
  const ledger: string[] = [];
  for (let row = 0; row < count; row += 1) {
    const facts = factsOf(row);
    const kind = row % 20;
    if (kind !== 18) statement.push(toLine(facts, `Invoice ${(row * 31) % 100_000}`));
    if (kind === 19) continue;
    const reference = kind < 13 || kind === 18 ? facts.reference : '';
    ledger.push(toLine({ ...facts, reference, cents: -facts.cents }, `Booking ${row}`));
  }
  const toBytes = (lines: readonly string[]) =>
    Buffer.from(`${['Date,Reference,Counterparty,Text,Currency,Amount', ...lines].join('\r\n')}\r\n`);
  return { statement: toBytes(statement), ledger: toBytes(ledger.toReversed()) };
}

const noLinks: ClerkLinks = { links: [], separated: [], aliases: [] };

/** How a clerk who has decided nothing matches files. */
export const matchChoice = { settings: defaultMatchSettings, links: noLinks };

/** The arguments with which the statement of handle 1 is matched with a sealed ledger. */
export function ledgerCall(key: string, source: { readonly kind: 'sealed'; readonly grant: Grant }) {
  return { handle: 1, key, source, reference: null, currency: null, ...matchChoice };
}
