/**
 * @file Invented statements and ledgers of many parties with known truth: which rows belong together, and traps, which are
 * rows that look as if they did.
 */
import { createRandom } from '../../../src/main/practice/data/random.ts';

export interface KnownGroup {
  readonly kind: string;
  /** Row numbers from 0. */
  readonly statement: readonly number[];
  readonly ledger: readonly number[];
}

export interface KnownFiles {
  readonly statement: string;
  readonly ledger: string;
  readonly groups: readonly KnownGroup[];
  readonly traps: readonly KnownGroup[];
}

interface Row {
  day: number;
  reference: string;
  name: string;
  text: string;
  /** Of the statement: negative for a payment. */
  cents: number;
  currency: string;
  fee: number;
}

interface OpenGroup {
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
function areLike(one: string, other: string): boolean {
  const initialsOf = (name: string) => name.split(' ').map((word) => word.slice(0, 1));
  return (
    initialsOf(one).slice(0, 2).join('') === initialsOf(other).slice(0, 2).join('') ||
    one.split(' ').some((word) => other.split(' ').includes(word))
  );
}

/** Writes rows of both files. */
class TruthInventor {
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
      names.add(`${this.#pick(surnames)} ${this.#pick(trades)} ${this.#pick(forms)}`.trim());
    for (const name of names) this.#parties.push({ name, prefix: this.#pick(prefixes) });
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  happens(share: number): boolean {
    return this.#random() < share;
  }

  #pick<Item>(items: readonly Item[]): Item {
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

  /** A payment as both sides know it. */
  invent(): Row {
    const { name, prefix } = this.#pick(this.#parties);
    return {
      day: this.below(330),
      reference: `${prefix}${this.#nextNumber()}`,
      name,
      text: '',
      cents: -this.cents(),
      currency: this.#pick(['EUR', 'EUR', 'EUR', 'USD', 'GBP']),
      fee: 0,
    };
  }

  otherName(name: string): string {
    let other = name;
    while (areLike(other, name)) other = this.#pick(this.#parties).name;
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
    return this.#pick(kinds);
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
    return this.#pick([
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

  #parts(row: Row, count: number): Row[] {
    const parts = Array.from({ length: count }, () => ({
      ...row,
      reference: row.reference.replace(/\d+$/, this.#nextNumber()),
      cents: -this.cents(),
    }));
    return parts;
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a list of kinds, each of which stands alone.
  addTrue(kind: string): void {
    const row = this.invent();
    const paid = this.paid(row);
    const booked = this.booked(row);
    const blank = { reference: '' };
    if (kind === 'exact') this.add(kind, [paid], [booked]);
    else if (kind === 'respelled')
      this.add(kind, [{ ...paid, reference: this.respell(row.reference) }], [booked]);
    else if (kind === 'embedded')
      this.add(kind, [{ ...paid, ...blank, text: this.inText(row.reference) }], [booked]);
    else if (kind === 'other column')
      this.add(
        kind,
        [paid],
        [{ ...booked, reference: `V${100_000 + this.ledger.length}`, text: this.inText(row.reference) }],
      );
    else if (kind === 'missing')
      this.add(
        kind,
        [this.happens(0.5) ? { ...paid, ...blank } : paid],
        [{ ...booked, ...(this.happens(0.5) ? blank : {}) }],
      );
    else if (kind === 'without name') this.add(kind, [{ ...paid, name: '' }], [booked]);
    else if (kind === 'swapped')
      this.add(kind, [paid], [{ ...booked, reference: this.swapDigits(row.reference) }]);
    else if (kind === 'split') {
      const count = 2 + this.below(2);
      const isReferred = this.happens(0.7);
      const parts = this.#parts(row, count).map((part) => ({
        ...this.paid(part),
        day: row.day + this.below(isReferred ? 25 : 4),
        reference: isReferred ? row.reference : '',
      }));
      const cents = parts.reduce((sum, part) => sum + part.cents, 0);
      this.add(kind, parts, [{ ...booked, cents }]);
    } else if (kind === 'collective') {
      const parts = this.#parts(row, 2 + this.below(5));
      const cents = parts.reduce((sum, part) => sum + part.cents, 0);
      const text = this.happens(0.6) ? parts.map(({ reference }) => reference).join(', ') : 'Sammelzahlung';
      this.add(
        kind,
        [{ ...paid, ...blank, text, cents }],
        parts.map((part) => this.booked(part)),
      );
    } else if (kind === 'fee') {
      const fee = 100 + this.below(2_000);
      this.add(kind, [{ ...paid, fee, cents: row.cents - fee }], [booked]);
    } else if (kind === 'credit note') {
      const parts = this.#parts(row, 2 + this.below(2));
      const [first = row, ...others] = parts;
      const credit = { ...first, cents: 500 + this.below(4_000) };
      const rows = [...others, credit];
      const cents = rows.reduce((sum, part) => sum + part.cents, 0);
      const text = this.happens(0.6) ? rows.map(({ reference }) => reference).join(' ') : 'abzgl. Gutschrift';
      this.add(
        kind,
        [{ ...paid, ...blank, text, cents }],
        rows.map((part) => this.booked(part)),
      );
    } else if (kind === 'return') {
      const back = { ...paid, cents: -row.cents, day: row.day + 2, text: 'Rückzahlung' };
      const again = { ...this.paid(row), day: row.day + 9 };
      this.add(kind, [paid, back, again], [booked]);
    } else if (kind === 'rent') {
      for (let month = 0; month < 4; month += 1) {
        const rent = { ...row, day: row.day + month * 30, reference: '' };
        this.add(kind, [this.paid(rent)], [this.booked(rent)]);
      }
    } else if (kind === 'statement only')
      this.add(kind, [{ ...paid, reference: this.happens(0.5) ? '' : row.reference }], []);
    else this.add(kind, [], [booked]);
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a list of kinds, each of which stands alone.
  addTrap(kind: string): void {
    const row = this.invent();
    row.cents -= 1 + this.below(99);
    const other = this.invent();
    const near = { ...row, day: Math.max(0, row.day - this.below(4)) };
    if (kind === 'other references') {
      const parts = this.#parts(row, 2 + this.below(2)).map((part) => ({ ...part, day: row.day }));
      const cents = parts.reduce((sum, part) => sum + part.cents, 0);
      if (this.happens(0.5)) this.trap(kind, parts, [{ ...near, cents }]);
      else this.trap(kind, [{ ...near, cents }], parts);
    } else if (kind === 'next number') {
      const next = row.reference.replace(/\d+$/, (digits) =>
        String(Number(digits) + 1).padStart(digits.length, '0'),
      );
      const isInText = this.happens(0.3);
      this.trap(
        kind,
        [isInText ? { ...row, reference: '', text: this.inText(next) } : { ...row, reference: next }],
        [near],
      );
      this.#number += 2;
    } else if (kind === 'other supplier') {
      this.trap(
        kind,
        [row],
        [{ ...row, name: this.otherName(row.name), day: row.day + this.#pick([0, 2, 60, 200, 366, 731]) }],
      );
    } else if (kind === 'year apart') {
      this.trap(kind, [row], [{ ...row, day: row.day + 360 + this.below(10) }]);
    } else if (kind === 'separators') {
      const digits = String(10_000 + this.below(89_999));
      const letter = this.#pick(['K', 'B', '', 'A-']);
      const write = (at: number) => `${letter}${digits.slice(0, at)}-${digits.slice(at)}`;
      this.trap(kind, [{ ...row, reference: write(2) }], [{ ...near, reference: write(3) }]);
    } else if (kind === 'fee of another') {
      const fee = 100 + this.below(2_000);
      this.trap(kind, [{ ...row, fee, cents: row.cents - fee }], [{ ...near, reference: other.reference }]);
    } else if (kind === 'other party') {
      const name = this.otherName(row.name);
      const [one, two] = this.happens(0.5)
        ? [{ name: '' }, { reference: '' }]
        : [{ reference: '' }, { name: '' }];
      this.trap(kind, [{ ...row, ...one }], [{ ...near, name, reference: other.reference, ...two }]);
    } else if (kind === 'contained') {
      this.trap(
        kind,
        [{ ...row, reference: `${this.below(9) + 1}${row.reference.replace(/\D/g, '')}` }],
        [{ ...near, reference: row.reference.replace(/\D/g, '') }],
      );
    } else if (kind === 'swapped of another') {
      this.trap(
        kind,
        [{ ...row, reference: this.swapDigits(row.reference), name: this.otherName(row.name) }],
        [near],
      );
    } else if (kind === 'currency') {
      this.trap(kind, [{ ...row, currency: 'USD' }], [{ ...near, currency: this.happens(0.5) ? 'EUR' : '' }]);
    } else if (kind === 'refund') {
      this.trap(kind, [{ ...row, cents: -row.cents }], [near]);
    } else {
      // Salaries: the same round amount on one day for several people, none of whom the other file has.
      const cents = -(1 + this.below(8)) * 50_000;
      const people: Row[] = [];
      while (people.length < 10) {
        const person = { ...this.invent(), day: row.day, cents, currency: 'EUR' };
        const isLike = people.some(({ name }) => areLike(name, person.name));
        if (!isLike) people.push(person);
      }
      this.trap(
        kind,
        people.slice(0, 5),
        people.slice(5).map((person) => ({ ...person, reference: '' })),
      );
    }
  }
}

const trueKinds: Readonly<Record<string, number>> = {
  exact: 3_200,
  respelled: 1_600,
  embedded: 1_300,
  'other column': 1_200,
  missing: 1_300,
  'without name': 500,
  swapped: 400,
  split: 450,
  collective: 350,
  fee: 400,
  'credit note': 200,
  return: 150,
  rent: 100,
  'statement only': 4_200,
  'ledger only': 200,
};

const trapKinds: Readonly<Record<string, number>> = {
  'other references': 120,
  'next number': 120,
  'other supplier': 80,
  'year apart': 60,
  separators: 60,
  'fee of another': 120,
  'other party': 500,
  contained: 40,
  'swapped of another': 40,
  currency: 40,
  refund: 40,
  salaries: 100,
};

const day = (number: number) =>
  new Date(Date.UTC(2026, 0, 1) + number * 86_400_000).toISOString().slice(0, 10);
const cell = (text: string) => (text.includes(',') ? `"${text}"` : text);

/** Sorts rows by day, and returns the number of each. */
function sortRows(rows: Row[]): Map<Row, number> {
  rows.sort((one, two) => one.day - two.day);
  return new Map(rows.map((row, number) => [row, number]));
}

/** Invents about 18,000 rows of a statement and 14,000 of a ledger, or a share of them, of 600 parties. */
export function inventKnownFiles(seed: number, scale = 1): KnownFiles {
  const inventor = new TruthInventor(seed, 600);
  for (const [kind, count] of Object.entries(trueKinds))
    for (let at = 0; at < count * scale; at += 1) inventor.addTrue(kind);
  for (const [kind, count] of Object.entries(trapKinds))
    for (let at = 0; at < count * scale; at += 1) inventor.addTrap(kind);
  const { statement, ledger } = inventor;
  const [statementRows, ledgerRows] = [sortRows(statement), sortRows(ledger)];
  const numbered = (group: OpenGroup): KnownGroup => ({
    kind: group.kind,
    statement: group.statement.map((row) => statementRows.get(row) ?? -1).toSorted((one, two) => one - two),
    ledger: group.ledger.map((row) => ledgerRows.get(row) ?? -1).toSorted((one, two) => one - two),
  });
  const lineOf = ({ day: number, reference, name, text, currency }: Row, amount: number) =>
    [day(number), reference, name, text, (amount / 100).toFixed(2), currency].map(cell).join(',');
  return {
    statement: [
      'Date,Reference,Counterparty,Text,Amount,Currency,Fee',
      ...statement.map(
        (row) => `${lineOf(row, row.cents)},${row.fee === 0 ? '' : (row.fee / 100).toFixed(2)}`,
      ),
    ].join('\n'),
    ledger: [
      'Posting date,Document no,Supplier,Text,Amount,Currency',
      ...ledger.map((row) => lineOf(row, -row.cents)),
    ].join('\n'),
    groups: inventor.groups.map(numbered),
    traps: inventor.traps.map(numbered),
  };
}
