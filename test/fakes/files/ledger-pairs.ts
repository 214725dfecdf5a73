/**
 * @file Invented statements with the ledgers of the same payments, and which rows belong together: twins, sums, fees, typing
 * errors, missing references and names, and rows that only one file has.
 */
import { createRandom } from '../../../src/main/practice/data/random.ts';

/** A row of either file; rows with the same `payment` belong together. */
interface InventedRow {
  readonly payment: number;
  readonly day: number;
  readonly reference: string;
  readonly name: string;
  /** Cents as the statement means them: negative for outgoing. */
  readonly cents: number;
  readonly currency: string;
  readonly fee: number;
}

export interface InventedFiles {
  readonly statement: string;
  readonly ledger: string;
  /** The payment of each row. */
  readonly statementPayments: readonly number[];
  readonly ledgerPayments: readonly number[];
}

const firstTerms =
  'Alba Arden Atlas Borea Brook Cedar Celia Coral Delta Dover Eagle Ember Falco Fjord Gamma Grove Haven Helio Indus Ivory Jasper Juno Karst Kite Laurel Linden Maple Meridian Nova Norden Opal Orion Pine Prism Quarry Quill Raven Rhine Sable Sierra Tarn Tidal Umber Union Vale Vesper Wren Willow Xenon Yarrow Zephyr Zenith'.split(
    ' ',
  );
const secondTerms =
  'Logistics Machines Trading Textiles Chemicals Foods Printing Shipping Software Tools Metals Papers Optics Motors Energy Travel Catering Cleaning Security Consulting Packaging Furniture Ceramics Pharma Media'.split(
    ' ',
  );
const kinds = ['Ltd', 'GmbH', 'Inc.', 'S.A.', 'B.V.', 'AG', 'LLC', ''];
const currencies = ['EUR', 'EUR', 'EUR', 'USD', 'USD', 'GBP'];

/** Invents payments and writes them into both files. */
class FileInventor {
  readonly statement: InventedRow[] = [];
  readonly ledger: InventedRow[] = [];
  readonly #random: () => number;
  #payment = 0;
  #references = 0;

  constructor(seed: number) {
    this.#random = createRandom(seed);
  }

  get payments(): number {
    return this.#payment;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #happens(share: number): boolean {
    return this.#random() < share;
  }

  #pick(items: readonly string[]): string {
    return items[this.#below(items.length)] ?? '';
  }

  /** References of following payments are far apart, as those of a bank with many customers. */
  #nextReference(): string {
    this.#references += 1 + this.#below(3);
    return `PX${10_000_000 + ((this.#references * 7_919_777) % 89_999_999)}`;
  }

  #invent(): InventedRow {
    this.#payment += 1;
    const cents = Math.max(100, Math.floor(10 ** (2 + this.#random() * 4.8)));
    return {
      payment: this.#payment,
      day: this.#below(365),
      reference: this.#nextReference(),
      name: `${this.#pick(firstTerms)} ${this.#pick(secondTerms)} ${this.#pick(kinds)}`.trim(),
      cents: this.#happens(0.7) ? -cents : cents,
      currency: this.#pick(currencies),
      fee: 0,
    };
  }

  #withTypingError(text: string): string {
    const at = this.#below(Math.max(1, text.length - 1));
    const [one = '', two = ''] = [text[at], text[at + 1]];
    const kind = this.#below(3);
    if (kind === 0) return text.slice(0, at) + two + one + text.slice(at + 2);
    return text.slice(0, at) + (kind === 1 ? '' : String(this.#below(10))) + text.slice(at + 1);
  }

  #writeReference(reference: string): string {
    if (this.#happens(0.18)) return '';
    if (this.#happens(0.08)) return this.#withTypingError(reference);
    const spelled = this.#happens(0.3) ? reference.toLowerCase() : reference;
    return this.#happens(0.3) ? `${spelled.slice(0, 2)}-${spelled.slice(2, 6)} ${spelled.slice(6)}` : spelled;
  }

  #writeName(name: string): string {
    if (this.#happens(0.1)) return '';
    const words = name.split(' ');
    if (this.#happens(0.2)) words.pop();
    if (words.length < 2) return name;
    if (this.#happens(0.2)) words.reverse();
    return this.#happens(0.1) ? this.#withTypingError(words.join(' ')) : words.join(' ').toUpperCase();
  }

  #writeCents(cents: number): number {
    if (!this.#happens(0.01)) return cents;
    const typed = Number(this.#withTypingError(String(Math.abs(cents))).replace(/\D/g, '0'));
    return Math.sign(cents) * Math.max(1, typed);
  }

  /** Writes a row into the ledger as a clerk does, days before the bank, with variations and errors. */
  #book(row: InventedRow): void {
    this.ledger.push({
      ...row,
      day: row.day - (this.#happens(0.9) ? this.#below(4) : this.#below(9)),
      reference: this.#writeReference(row.reference),
      name: this.#writeName(row.name),
      cents: this.#writeCents(row.cents),
    });
  }

  /** The same payment on the same day twice; each may be missing in the ledger. */
  #addTwins(row: InventedRow): void {
    const { day, name, cents, currency } = row;
    const twin = { ...this.#invent(), day, name, cents, currency };
    this.statement.push(row, twin);
    for (const one of [row, twin]) if (this.#happens(0.9)) this.#book(one);
  }

  /** A payment that one of the files has as several rows. */
  #addSum(row: InventedRow): void {
    const count = 2 + this.#below(3);
    const parts = Array.from({ length: count - 1 }, () =>
      Math.trunc((row.cents / count) * (0.5 + this.#random() * 0.5)),
    );
    parts.push(row.cents - parts.reduce((sum, part) => sum + part, 0));
    const sharesReference = this.#happens(0.5);
    const rows = parts.map((cents) => ({
      ...row,
      cents,
      day: row.day - this.#below(2),
      reference: sharesReference ? row.reference : this.#nextReference(),
    }));
    const inLedger = (one: InventedRow) => ({ ...one, reference: sharesReference ? row.reference : '' });
    if (this.#happens(0.5)) {
      this.statement.push(row);
      this.ledger.push(...rows.map(inLedger));
    } else {
      this.statement.push(...rows);
      this.ledger.push(inLedger(row));
    }
  }

  /** A payment whose fee the statement states: with the fee for a payment, after the fee for a receipt. */
  #addWithFee(row: InventedRow): void {
    const fee = 50 + this.#below(2_000);
    this.statement.push({ ...row, fee, cents: row.cents < 0 ? row.cents - fee : row.cents });
    this.#book({ ...row, cents: row.cents < 0 ? row.cents : row.cents + fee });
  }

  /** The amount of a payment once more for another name, on a day close to it, in one of the files. */
  #addWithDouble(row: InventedRow): void {
    this.#addOrdinary(row);
    const double = {
      ...this.#invent(),
      day: row.day + this.#below(3),
      cents: row.cents,
      currency: row.currency,
    };
    if (this.#happens(0.5)) this.statement.push(double);
    else this.ledger.push({ ...double, reference: this.#writeReference(double.reference) });
  }

  /** A payment of every month; each may be missing in a file. */
  #addMonthly(row: InventedRow): void {
    for (let month = 0; month < 3; month += 1) {
      const { name, cents, currency } = row;
      const monthly = { ...this.#invent(), day: row.day + month * 30, name, cents, currency };
      if (this.#happens(0.95)) this.statement.push(monthly);
      if (this.#happens(0.95)) this.#book(monthly);
    }
  }

  #addOrdinary(row: InventedRow): void {
    this.statement.push(row);
    this.#book(row);
  }

  addPayment(): void {
    const row = this.#invent();
    const kind = Math.floor(this.#random() * 50);
    if (kind === 0) this.statement.push(row);
    else if (kind === 1) this.ledger.push({ ...row, reference: this.#writeReference(row.reference) });
    else if (kind === 2) this.#addTwins(row);
    else if (kind === 3) this.#addSum(row);
    else if (kind === 4) this.#addWithFee(row);
    else if (kind === 5) this.#addWithDouble(row);
    else if (kind === 6) this.#addMonthly(row);
    else this.#addOrdinary(row);
  }
}

/** Invents files with about `count` payments. */
export function inventFiles(seed: number, count: number): InventedFiles {
  const inventor = new FileInventor(seed);
  while (inventor.payments < count) inventor.addPayment();
  const { statement, ledger } = inventor;
  for (const rows of [statement, ledger]) rows.sort((one, two) => one.day - two.day);
  return {
    statement: toCsv('Date,Reference,Counterparty,Amount,Currency,Fee', statement, (row) => [
      toDate(row.day),
      row.reference,
      row.name,
      toDecimal(row.cents),
      row.currency,
      row.fee === 0 ? '' : toDecimal(row.fee),
    ]),
    // The ledger writes payments without a sign, and receipts with a minus.
    ledger: toCsv('Posting date,Payment reference,Supplier,Amount,Currency', ledger, (row) => [
      toDate(row.day),
      row.reference,
      row.name,
      toDecimal(-row.cents),
      row.currency,
    ]),
    statementPayments: statement.map(({ payment }) => payment),
    ledgerPayments: ledger.map(({ payment }) => payment),
  };
}

function toDate(day: number): string {
  return new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString().slice(0, 10);
}

function toDecimal(cents: number): string {
  return (cents / 100).toFixed(2);
}

function toCsv(
  header: string,
  rows: readonly InventedRow[],
  cellsOf: (row: InventedRow) => readonly string[],
): string {
  return [header, ...rows.map((row) => cellsOf(row).join(','))].join('\n');
}
