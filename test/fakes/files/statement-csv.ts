/**
 * @file Invented statements in the style of a bank, with long names, several scripts, running balances and deliberate
 * errors.
 */

/** Properties of an invented statement. */
export interface InventedStatement {
  readonly walletId: number;
  readonly currency: string;
  /** YYYY-MM. */
  readonly month: string;
  readonly rows: number;
  /** References that replace the generated ones, by row. */
  readonly references?: Readonly<Record<number, string>>;
  /** Rows whose balance is wrong. */
  readonly breaks?: readonly number[];
  /** The balance before the first row, in cents. */
  readonly opening?: number;
}

const parties = [
  'Kärcher Hydraulik GmbH',
  'Zollagentur Hansa Bremen und Bremerhaven Spedition mbH & Co. KG',
  'Škoda Lisovna Plzeň a.s.',
  'Shenzhen Huaqiang Precision Moulding and Electronics Company Limited',
  'Hauptzollamt Hamburg-Hafen',
  'Балтийский Кабельный Завод',
  'Ahlström Konepaja Oy',
  '株式会社東海精機',
  'Outillage Rhône-Alpes SARL',
  '=SUM(A1:A9) Trading Ltd',
  'Zollverein Instandhaltung und Anlagentechnik',
] as const;
const kinds = ['Payment', 'Payment', 'Incoming', 'Payment', 'Fee', 'Exchange', 'Return'] as const;

const amountText = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
const quoteCell = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The names of the columns, in the order of the file. */
const columnNames = [
  'Date',
  'Type',
  'Reference',
  'Counterparty',
  'Amount',
  'Currency',
  'Balance',
  'Wallet ID',
  'Purpose',
];

/** Returns the lines of a statement, header first. Equal properties give equal lines. */
export function inventedRows(statement: InventedStatement): string[][] {
  const { walletId, currency, month, rows, references = {}, breaks = [], opening = 41_288_014 } = statement;
  let balance = opening;
  let state = walletId + Number(month.replace('-', ''));
  const nextRandom = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const lines = Array.from({ length: rows }, (_, row) => {
    const day = String(1 + Math.floor((row / rows) * 27)).padStart(2, '0');
    const kind = kinds[Math.floor(nextRandom() * kinds.length)] ?? 'Payment';
    const cents = Math.floor(nextRandom() ** 3 * 5_000_000) + 1_250;
    const amount = kind === 'Incoming' || kind === 'Return' ? cents : -cents;
    balance += amount + (breaks.includes(row) ? 100 : 0);
    return [
      `${month}-${day}`,
      kind,
      references[row] ?? `PX${walletId}${month.slice(2).replace('-', '')}${String(row).padStart(5, '0')}`,
      parties[Math.floor(nextRandom() * parties.length)] ?? '',
      amountText(amount),
      currency,
      amountText(balance),
      String(walletId),
      kind === 'Fee'
        ? 'Transfer fee'
        : `Invoice ${String(Math.floor(nextRandom() * 90_000) + 10_000)}, delivery note "${row}"`,
    ];
  });
  return [columnNames, ...lines];
}

/** Formats lines as CSV with the given separator. */
export function csvOf(lines: readonly (readonly string[])[], separator = ','): string {
  const cell = (text: string) =>
    text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : quoteCell(text);
  return `${lines.map((cells) => cells.map(cell).join(separator)).join('\r\n')}\r\n`;
}
