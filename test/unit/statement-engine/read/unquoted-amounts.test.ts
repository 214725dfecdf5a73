/** @file Amounts with commas that no quotes protect, which are joined only when the clerk says so. */
import { describe, expect, test } from 'vitest';
import { openBytes } from '../../../../src/main/statement-engine/read/read-sealed.ts';
import { determineShape } from '../../../../src/main/statement-engine/read/remembered-interpretation.ts';
import type { ReadOptions } from '../../../../src/shared/model/statements/open-statement.ts';
import { bytesOf, casesOf, sessionOf } from '../../../fakes/files/text-statement.ts';

const joined: ReadOptions = { joinsAmounts: true };

/** Returns the sums of all columns of money, `name rows: incoming outgoing`. */
function sumsOf(text: string, options: ReadOptions = {}): string {
  const session = sessionOf(text, options);
  return session
    .describe()
    .columns.flatMap(({ name, isSummed }, column) =>
      isSummed
        ? session
            .sums(column, { kind: 'all' })
            .map(({ rows, incoming, outgoing }) => `${name} ${rows}: ${incoming} ${outgoing}`)
        : [],
    )
    .join(', ');
}

/** Files in which joining neighbours makes every row fit the header, with their sums after that. */
const divided = `
decimals of a comma => Amount 3: 250 -875
Date,Description,Amount,Currency
2026-01-01,one,-1,50,EUR
2026-01-02,two,2,50,EUR
2026-01-03,three,-7,25,EUR

groups of thousands, beside a number and another amount => Debit 3: 0 -369000, Credit 3: 0 -369000
Line,Date,Label,Account,Debit,Credit,Journal
1,2026-03-01,Misc 1,531,1,230.00,0.00,BQ
2,2026-03-02,Misc 2,532,1,230.00,0.00,BQ
3,2026-03-03,Misc 3,533,1,230.00,0.00,BQ

groups of millions in some rows, and quotes in others => Amount 4: 100123467 -5000
Date,Text,Amount
2026-03-01,one,1,001,234.00
2026-03-02,"two, and",-50.00
2026-03-03,three,"0.50"
2026-03-04,four,0.17

two amounts in each row, and decimals after groups with points => Amount 2: 0 -123000
Date,Amount,Balance
2026-03-01,-1.230,00,900,00
2026-03-02,0,00,900,00
`;

describe('amounts with commas without quotes', () => {
  test.each(casesOf(divided))('are joined on request: %s', (_, sums, file) => {
    const opened = sessionOf(file).describe();
    expect(opened.unquotedAmount?.cells.length).toBeGreaterThan(1);
    expect(sumsOf(file)).not.toBe(sums);
    expect(sumsOf(file, joined)).toBe(sums);
    expect(sessionOf(file, joined).describe()).toMatchObject({ layoutCertain: true, ragged: 0 });
  });

  const [, , file = ''] = casesOf(divided)[0] ?? [];

  test('are offered with the cells of the first such row', () => {
    expect(sessionOf(file).describe()).toMatchObject({
      layoutCertain: false,
      unquotedAmount: { row: 0, cells: ['-1', '50'] },
    });
  });

  test.each([
    ['a row that fits in two ways', '2026-01-04,2,50,30,EUR'],
    ['a row that fits in no way', '2026-01-04,four,and,5,EUR'],
    ['a part in quotes', '2026-01-04,four,"1",50,EUR'],
    ['a row with fewer cells', '2026-01-04,four,5'],
    ['a date or a text beside a number', '2026-01-04,Room 7,50,EUR,EUR'],
    ['more cells than amounts have parts', `2026-01-04${',1,000'.repeat(12)},EUR`],
  ])('are not offered in a file with %s', (_, row) => {
    expect(sessionOf(`${file}\n${row}`).describe().unquotedAmount).toBeNull();
    expect(sumsOf(`${file}\n${row}`, joined)).toBe('');
  });

  test('are not offered without a header, or where other signs separate the cells', () => {
    expect(
      sessionOf('2026-01-01,a,20\n2026-01-02,b,20\n2026-01-03,c,1,50').describe().unquotedAmount,
    ).toBeNull();
    expect(sessionOf(file.replaceAll(',', ';')).describe().unquotedAmount).toBeNull();
  });

  test('are joined in the next month, also if only some of its rows have them, and not in other files', () => {
    const { bytes, table } = openBytes(bytesOf(file), { options: joined });
    const remembered = { options: joined, shape: determineShape(bytes, table) };
    const useOf = (text: string) => {
      const opened = openBytes(bytesOf(text), { remembered });
      return `${opened.use} ${opened.table.columns.map(({ name }) => name).join()} ${opened.table.cells(0)[2]}`;
    };
    const names = 'Date,Description,Amount,Currency';
    expect(useOf(file.replaceAll('-01-', '-02-'))).toBe(`applied ${names} -1,50`);
    expect(useOf(`${names}\n2026-02-01,a,3,EUR\n2026-02-02,b,4,EUR\n2026-02-02,c,4,50,EUR`)).toBe(
      `applied ${names} 3`,
    );
    expect(useOf(`${file}\n2026-01-04,four,and,5,EUR`)).toContain('unfit');
  });
});
