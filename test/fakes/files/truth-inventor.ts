/** @file Invents payments of many parties, and the rows of a statement and a ledger that are made of them. */
import { createRandom } from '../../../src/main/practice/data/random.ts';

export interface Row {
  day: number;
  reference: string;
  name: string;
  text: string;
  /** Of the statement: negative for a payment. */
  cents: number;
  currency: string;
  fee: number;
}

export interface OpenGroup {
  readonly kind: string;
  readonly statement: readonly Row[];
  readonly ledger: readonly Row[];
}

const surnames =
  'Weiß Böhm Koch Vogel Çelik Ferrández Neumann Jørgensen Kowalska Lindqvist Müller Schröder Novák Açıkgöz Dupré Rossi García Häkkinen Łuczak Færøy Brandt Keller Hansen Moreau Oliveira Petrov Quist Richter Sommer Thiele'.split(
    ' ',
  );
const trades =
  'Logistik Metallbau Elektrotechnik Verpackung Kälte Spedition Druckerei Handel Software Catering Gebäudereinigung Werkzeuge Chemie Textil Maschinenbau Transport Consulting Papier Möbel Optik'.split(
    ' ',
  );
const forms = ['GmbH', 'AG', 'e.K.', 'B.V.', 'S.A.', 'Ltd', 'S.r.l.', 'KG', 'Sp. z o.o.', ''];
const prefixes = ['RE-2026-', 'INV', 'R/', 'F-26-', '2026-', 'DOC '];

/** True if names have a word in common, or words with the same beginning. */
export function areLike(one: string, other: string): boolean {
  const initialsOf = (name: string) => name.split(' ').map((word) => word.slice(0, 1));
  return (
    initialsOf(one).slice(0, 2).join('') === initialsOf(other).slice(0, 2).join('') ||
    one.split(' ').some((word) => other.split(' ').includes(word))
  );
}

/** Writes rows of both files. */
export class TruthInventor {
  readonly statement: Row[] = [];
  readonly ledger: Row[] = [];
  readonly groups: OpenGroup[] = [];
  readonly traps: OpenGroup[] = [];
  readonly #random: () => number;
  readonly #parties: { readonly name: string; readonly prefix: string }[] = [];
  #number = 10_000;

  constructor(seed: number, parties: number) {
    this.#random = createRandom(seed);
    const names = new Set<string>();
    while (names.size < parties)
      names.add(`${this.pick(surnames)} ${this.pick(trades)} ${this.pick(forms)}`.trim());
    for (const name of names) this.#parties.push({ name, prefix: this.pick(prefixes) });
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  happens(share: number): boolean {
    return this.#random() < share;
  }

  pick<Item>(items: readonly Item[]): Item {
    const [first] = items;
    const item = items[this.below(items.length)] ?? first;
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  }

  cents(): number {
    if (this.happens(0.3)) return (1 + this.below(40)) * 5_000;
    return 1_000 + Math.floor(10 ** (3 + this.#random() * 3));
  }

  #nextNumber(): string {
    this.#number += 1 + this.below(4);
    return String(this.#number).padStart(this.happens(0.2) ? 7 : 5, '0');
  }

  /** Leaves numbers out, so that no other row has them. */
  skipNumbers(count: number): void {
    this.#number += count;
  }

  /** A payment as both sides know it. */
  invent(): Row {
    const { name, prefix } = this.pick(this.#parties);
    return {
      day: this.below(330),
      reference: `${prefix}${this.#nextNumber()}`,
      name,
      text: '',
      cents: -this.cents(),
      currency: this.pick(['EUR', 'EUR', 'EUR', 'USD', 'GBP']),
      fee: 0,
    };
  }

  otherName(name: string): string {
    let other = name;
    while (areLike(other, name)) other = this.pick(this.#parties).name;
    return other;
  }

  /** Writes a name in one of seven ways. */
  spell(name: string): string {
    const words = name.split(' ');
    const [first = '', second = '', ...form] = words;
    switch (this.below(7)) {
      case 0:
        return name.toUpperCase();
      case 1:
        return `${first} ${second}`;
      case 2:
        return `${second} ${first} ${form.join(' ')}`.trim();
      case 3:
        return name.replace(
          /[äöüß]/g,
          (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[letter] ?? letter,
        );
      case 4:
        return `${first} ${second.slice(0, Math.max(4, second.length - 4))}. ${form.join(' ')}`.trim();
      case 5:
        return `${first.slice(0, 1)}. ${second}`;
      default:
        return name;
    }
  }

  respell(reference: string): string {
    const kinds = [
      reference.toLowerCase(),
      reference.replace(/[-/ ]/g, ''),
      reference.replace(/[-/]/g, ' '),
      reference.replace(/[-/ ]/g, '.'),
      reference.replace(/(\D)0+(?=\d{4})/, '$1'),
    ];
    return this.pick(kinds);
  }

  swapDigits(reference: string): string {
    for (let at = reference.length - 2; at > 0; at -= 1) {
      const [one = '', other = ''] = [reference[at], reference[at + 1]];
      if (/\d/.test(one) && /\d/.test(other) && one !== other)
        return reference.slice(0, at) + other + one + reference.slice(at + 2);
    }
    return `${reference}1`;
  }

  inText(reference: string): string {
    return this.pick([
      `Zahlung Rechnung ${reference} vom 3. Mai`,
      `Invoice ${reference}`,
      `/ROC/${reference}/URI/Rechnung`,
      `Kd 4711 ${reference} danke`,
    ]);
  }

  /** The row of the ledger of a payment, a few days from the bank's. */
  booked(row: Row): Row {
    const shift = this.happens(0.9) ? this.below(5) : this.below(13);
    return {
      ...row,
      day: Math.max(0, row.day - shift),
      name: this.spell(row.name),
      cents: row.cents,
      fee: 0,
    };
  }

  paid(row: Row): Row {
    return { ...row, name: this.spell(row.name) };
  }

  add(kind: string, statement: readonly Row[], ledger: readonly Row[]): void {
    this.statement.push(...statement);
    this.ledger.push(...ledger);
    if (statement.length > 0 && ledger.length > 0) this.groups.push({ kind, statement, ledger });
  }

  /** Rows that a careless rule would match. */
  trap(kind: string, statement: readonly Row[], ledger: readonly Row[]): void {
    this.statement.push(...statement);
    this.ledger.push(...ledger);
    this.traps.push({ kind, statement, ledger });
  }

  /** Returns rows of the party with numbers and amounts of their own. */
  parts(row: Row, count: number): Row[] {
    return Array.from({ length: count }, () => ({
      ...row,
      reference: row.reference.replace(/\d+$/, this.#nextNumber()),
      cents: -this.cents(),
    }));
  }
}
