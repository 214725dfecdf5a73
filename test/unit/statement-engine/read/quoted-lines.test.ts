/** @file Lines that are quoted as a whole are rows. */
import { describe, expect, test } from 'vitest';
import { openBytes } from '../../../../src/main/statement-engine/read/read-sealed.ts';
import { determineShape } from '../../../../src/main/statement-engine/read/remembered-interpretation.ts';
import type { ReadOptions } from '../../../../src/shared/model/statements/open-statement.ts';
import { bytesOf, casesOf, sessionOf } from '../../../fakes/files/text-statement.ts';

/** Returns the sums of the columns of money, `name rows: incoming outgoing`. */
function sumsOf(text: string): string {
  const session = sessionOf(text);
  const column = session.describe().columns.findIndex(({ isSummed }) => isSummed);
  const name = session.describe().columns[column]?.name ?? '';
  return session
    .sums(column, { kind: 'all' })
    .map(({ rows, incoming, outgoing }) => `${name} ${rows}: ${incoming} ${outgoing}`)
    .join();
}

const quotedLines = `
with quotes in them => Amount 3: 3000 -1975
"Date,Description,Amount"
"2026-03-01,""Alpha, Inc"",-12.50"
"2026-03-02,Beta,30.00"
"2026-03-05,Gamma,-7.25"

with semicolons => Betrag 2: 3000 -1250
"Datum;Text;Betrag"
"01.03.2026;Alpha;-12,50"
"02.03.2026;Beta;30,00"

with tabs => Amount 2: 3000 -1250
"Date\tText\tAmount"
"2026-03-01\tAlpha\t-12.50"
"2026-03-02\tBeta\t30.00"
`;

describe('lines that are quoted as a whole', () => {
  test.each(casesOf(quotedLines))('are rows, also after a blank line: %s', (_, sums, file) => {
    for (const text of [file, `\r\n${file}\r\n`]) {
      expect(sumsOf(text)).toBe(sums);
      expect(sessionOf(text).describe().layoutCertain).toBe(true);
    }
  });

  test('are applied a choice that was remembered', () => {
    const [, , file = ''] = casesOf(quotedLines)[0] ?? [];
    const options: ReadOptions = { decimals: 'point' };
    const { bytes, table } = openBytes(bytesOf(file), { options });
    const remembered = { options, shape: determineShape(bytes, table) };
    expect(openBytes(bytesOf(file.replaceAll('-03-', '-04-')), { remembered }).use).toBe('applied');
  });

  test.each([
    ['amounts with groups', '"Amount, net, total"\n"1,234,567.50"\n"2,300,000.00"'],
    ['amounts with currencies', '"Amount, net"\n"1,234.50 EUR"\n"2,300.00 EUR"'],
    ['names', '"Müller, Hans, Ulm"\n"Schmidt, Eva, Ulm"\n"Meier, Jan, Hof"'],
    ['cells beside others', '"Date,Text","Amount"\n"2026-01-05,a","1.00"\n"2026-01-06,b","2.00"'],
    ['a quote that is never closed', '"Date,Text,Amount"\n"2026-01-05,a,1.00"\n"2026-01-06,b,2.00'],
  ])('are texts when they are %s', (_, file) => {
    expect(sessionOf(file).table.text).toEqual(bytesOf(file));
  });
});
