/** @file Detection of the header and the lines before it in statements of banks, and its certainty. */
import { describe, expect, test } from 'vitest';
import type { Opened } from '../../../../src/shared/model/statements/open-statement.ts';
import { casesOf, sessionOf } from '../../../fakes/files/text-statement.ts';

const openedOf = (lines: readonly string[]) => sessionOf(`${lines.join('\n')}\n`).describe();
const namesOf = ({ columns }: Opened) => columns.map(({ name }) => name);

/** The row of the header, and a file; a line of a dot is an empty line. */
const headers = `
below names and values of the account, quoted => 5
"Konto:";"DE02120300000000202051 / Giro";
.
"Von:";"01.02.2026";
"Saldo am 28.02.2026:";"7.310,45 EUR";
.
"Buchungstag";"Text";"Empfänger";"Betrag (EUR)"
"03.02.2026";"Miete";"Haus GmbH";"-810,00"
"05.02.2026";"Lohn";"Firma AG";"2.040,10"

below a title that has separators in it => 1
Account statement, wallet 1001, January 2026
Date,Description,Amount
2026-01-02,rent,-810.00
2026-01-05,wage,2040.10

below a title that a spreadsheet made as wide as the table => 2
Statement of account;;;;
Holder;Example Ltd;;;
Day;Details;Debit;Credit;Balance
02/01/2026;rent;810,00;;1.230,10
05/01/2026;wage;;2.040,10;3.270,20

when it ends with empty cells that no row of data has => 0
Date,Text,Amount,,
2026-01-02,rent,-810.00
2026-01-05,wage,2040.10
2026-01-06,tax,-9.00

when every row of data ends with a separator and the header does not => 0
Date;Text;Amount
02.01.2026;rent;-810,00;
05.01.2026;wage;2.040,10;
06.01.2026;tax;-9,00;

below notes that have more lines than the table => 5
Note 0
Note 1
Note 2
Note 3
Note 4
Date;Sum
02.01.2026;1,50
03.01.2026;2,50

below a row that names the separator for spreadsheets => 1
sep=;
Date;Text;Amount
2026-01-02;a,b,c,d;1,50
2026-01-03;e,f,g,h;2,50

between two blank lines => 1
.
Date,Text,Amount
.
2026-01-02,a,1.50
2026-01-03,b,2.50

with a currency sign and numbers in the names => 0
Date,Text 1,Text 2,Amount ($)
01/02/2026,a,b,$27.00
01/03/2026,c,d,"$1,027.00"

in Japanese => 0
"取引日","摘要","出金金額","残高"
"2026/01/05","手数料","110","890"
"2026/01/06","振込","","990"

at its first position if each account repeats the header => 1
Positions
Symbol,Name,Value
ABC,Fund A,$10.00
Total,,$10.00
.
Symbol,Name,Value
DEF,Fund B,$20.00
GHI,Fund C,$30.00
JKL,Fund D,$40.00

in a file of only a header => 0
"Date","Text","Amount","Balance"
`;

describe('the header of a file is found', () => {
  test.each(casesOf(headers))('%s', (_, row, file) => {
    const lines = file.split('\n').map((line) => (line === '.' ? '' : line));
    const header = Number(row);
    const opened = openedOf(lines);
    expect(opened).toMatchObject({ header, preamble: header, headerRows: 1, layoutCertain: true });
    const names = (lines[header] ?? '').replaceAll('"', '').split(/[,;]/);
    // A row of data may have one more cell.
    expect(namesOf(opened).slice(0, names.length)).toEqual(names);
    expect(namesOf(opened).slice(names.length)).toEqual(lines.at(-1)?.endsWith(';') ? [''] : []);
    expect(opened.headerCandidates[0]).toBe(header);
    // Every line is before the header, a header row, or a data row.
    expect(opened.preamble + 1 + opened.rows).toBe(lines.length);
  });

  test('on two rows, of which the second has units', () => {
    const opened = openedOf([
      'Booked,Details,Amount,Balance',
      '(day),,EUR,EUR',
      '2026-01-02,rent,-810.00,1230.10',
      '2026-01-05,wage,2040.10,3270.20',
    ]);
    expect(opened).toMatchObject({ header: 0, headerRows: 2, rows: 2, layoutCertain: true });
    expect(namesOf(opened)).toEqual(['Booked (day)', 'Details', 'Amount EUR', 'Balance EUR']);
    expect(opened.columns[2]).toMatchObject({ kind: 'number', bad: 0 });
  });
});

test.each<[string, string[]]>([
  ['with pounds and names of months', ['07 Nov 2013,Bank credit,£500.00', '09 Oct 2013,Withdrawal,£20.00']],
  ['with signs and currencies around amounts', ['Visa,CAFE,- $12.40,D', 'Visa,SHOP,+ $1.10,C']],
  ['with American dates', ['6/12/26,Transfer,"1,000.00",debit', '6/13/26,Transfer,"2,000.00",credit']],
  [
    'with account numbers',
    ['AT021100000000012345;Zinsen;01.01.2026;+1,23', 'AT021100000000012345;Miete;02.01.2026;-1,00'],
  ],
  [
    'whose first row is longer than the others',
    [
      '20261115,A,IC,Af,"136,13",SEPA,More,Even',
      '20261112,B,GT,Bij,"375,00",X',
      '20261117,C,GT,Af,"257,50",Y',
    ],
  ],
  [
    'with dates with times, and codes',
    ['DEBIT,20261224120000[0:GMT],HOST,-85.00', 'CHECK,20261224120000[0:GMT],1234,-20.00'],
  ],
  ['with amounts in krona', ['18.06.2026;Köp;-144,75 kr', '19.06.2026;Lön;1 144,75 kr']],
])('all rows of a file without a header are data %s', (_, lines) => {
  const layout = { header: null, headerRows: 0, preamble: 0, rows: lines.length, layoutCertain: true };
  expect(openedOf(lines)).toMatchObject(layout);
});

const texts = ['alpha,beta,gamma', 'delta,epsilon,zeta'];

test.each<[string, string[], Partial<Opened>]>([
  ['for texts only, because the first row may be the header', texts, { header: 0, headerCandidates: [0, 1] }],
  ['for a letter', ['Dear clerk,', 'the statement, as you asked, comes', 'by mail.', 'Regards'], {}],
  ['for rows that two separators split equally well', ['a,b|c', 'd,e|f', 'g,h|i'], {}],
])('the layout is uncertain %s', (_, lines, layout) => {
  expect(openedOf(lines)).toMatchObject({ ...layout, layoutCertain: false });
});

test.each<[string, string[], Partial<Opened>]>([
  [
    'with a total and a note below the rows, which stay rows',
    ['Date,Text,Amount', '2026-01-02,a,1.50', '2026-01-03,b,2.50', 'Total,,4.00', 'End of statement'],
    { header: 0, rows: 4, ragged: 1, blank: 0 },
  ],
  ['of a file with one named column', ['Amount', '1.50', '2.50'], { header: 0, rows: 2 }],
])('the layout is certain %s', (_, lines, layout) => {
  expect(openedOf(lines)).toMatchObject({ ...layout, layoutCertain: true });
});

test('a comma in amounts is not mistaken for the separator', () => {
  const rows = ['100;EUR;15,00;10,00;-5,00', '100;EUR;10,00;0,00;-10,00', '100;EUR;0,00;3,00;3,00'];
  expect(openedOf(rows)).toMatchObject({ separator: ';', layoutCertain: true });
  expect(openedOf(rows.map((row) => row.replaceAll(';', '\t')))).toMatchObject({ separator: '\t' });
});
