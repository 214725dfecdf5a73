/** @file Detection of the header and the lines before it in statements of banks, and its certainty. */
import { describe, expect, test } from 'vitest';
import { ReviewSession } from '../../../src/main/review/session.ts';
import { openTable } from '../../../src/main/review/table.ts';
import type { Opened, ReadOptions } from '../../../src/shared/model/review.ts';

function openedOf(text: string | readonly string[] | Uint8Array, options: ReadOptions = {}): Opened {
  const textOrBytes = typeof text === 'string' || text instanceof Uint8Array ? text : `${text.join('\n')}\n`;
  const bytes = typeof textOrBytes === 'string' ? new TextEncoder().encode(textOrBytes) : textOrBytes;
  return new ReviewSession({ bytes, table: openTable(bytes, options) }).describe();
}

const namesOf = ({ columns }: Opened) => columns.map(({ name }) => name);

describe('the header of a file is found', () => {
  test.each<[string, string[], number, string[]]>([
    [
      'below names and values of the account, quoted',
      [
        '"Konto:";"DE02120300000000202051 / Giro";',
        '',
        '"Von:";"01.02.2026";',
        '"Saldo am 28.02.2026:";"7.310,45 EUR";',
        '',
        '"Buchungstag";"Text";"Empfänger";"Betrag (EUR)"',
        '"03.02.2026";"Miete";"Haus GmbH";"-810,00"',
        '"05.02.2026";"Lohn";"Firma AG";"2.040,10"',
      ],
      5,
      ['Buchungstag', 'Text', 'Empfänger', 'Betrag (EUR)'],
    ],
    [
      'below a title that has separators in it',
      [
        'Account statement, wallet 1001, January 2026',
        'Date,Description,Amount',
        '2026-01-02,rent,-810.00',
        '2026-01-05,wage,2040.10',
      ],
      1,
      ['Date', 'Description', 'Amount'],
    ],
    [
      'below a title that a spreadsheet made as wide as the table',
      [
        'Statement of account;;;;',
        'Holder;Example Ltd;;;',
        'Day;Details;Debit;Credit;Balance',
        '02/01/2026;rent;810,00;;1.230,10',
        '05/01/2026;wage;;2.040,10;3.270,20',
      ],
      2,
      ['Day', 'Details', 'Debit', 'Credit', 'Balance'],
    ],
    [
      'when it ends with empty cells that no row of data has',
      ['Date,Text,Amount,,', '2026-01-02,rent,-810.00', '2026-01-05,wage,2040.10', '2026-01-06,tax,-9.00'],
      0,
      ['Date', 'Text', 'Amount', '', ''],
    ],
    [
      'when every row of data ends with a separator and the header does not',
      ['Date;Text;Amount', '02.01.2026;rent;-810,00;', '05.01.2026;wage;2.040,10;', '06.01.2026;tax;-9,00;'],
      0,
      ['Date', 'Text', 'Amount', ''],
    ],
    [
      'below notes that have more lines than the table',
      [
        ...Array.from({ length: 12 }, (_, line) => `Note ${line}`),
        'Date;Sum',
        '02.01.2026;1,50',
        '03.01.2026;2,50',
      ],
      12,
      ['Date', 'Sum'],
    ],
    [
      'below a row that names the separator for spreadsheets',
      ['sep=;', 'Date;Text;Amount', '2026-01-02;a,b,c,d;1,50', '2026-01-03;e,f,g,h;2,50'],
      1,
      ['Date', 'Text', 'Amount'],
    ],
    [
      'between two blank lines',
      ['', 'Date,Text,Amount', '', '2026-01-02,a,1.50', '2026-01-03,b,2.50'],
      1,
      ['Date', 'Text', 'Amount'],
    ],
    [
      'with a currency sign and numbers in the names',
      ['Date,Text 1,Text 2,Amount ($)', '01/02/2026,a,b,$27.00', '01/03/2026,c,d,"$1,027.00"'],
      0,
      ['Date', 'Text 1', 'Text 2', 'Amount ($)'],
    ],
    [
      'in Japanese',
      [
        '"取引日","摘要","出金金額","残高"',
        '"2026/01/05","手数料","110","890"',
        '"2026/01/06","振込","","990"',
      ],
      0,
      ['取引日', '摘要', '出金金額', '残高'],
    ],
    [
      'at its first position if each account repeats the header',
      [
        'Positions',
        'Symbol,Name,Value',
        'ABC,Fund A,$10.00',
        'Total,,$10.00',
        '',
        'Symbol,Name,Value',
        'DEF,Fund B,$20.00',
        'GHI,Fund C,$30.00',
        'JKL,Fund D,$40.00',
      ],
      1,
      ['Symbol', 'Name', 'Value'],
    ],
    [
      'in a file of only a header',
      ['"Date","Text","Amount","Balance"'],
      0,
      ['Date', 'Text', 'Amount', 'Balance'],
    ],
  ])('%s', (_, lines, header, names) => {
    const opened = openedOf(lines);
    expect(opened).toMatchObject({ header, preamble: header, headerRows: 1, layoutCertain: true });
    expect(namesOf(opened)).toEqual(names);
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

describe('all rows of a file without a header are data', () => {
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
  ])('%s', (_, lines) => {
    expect(openedOf(lines)).toMatchObject({
      header: null,
      headerRows: 0,
      preamble: 0,
      rows: lines.length,
      layoutCertain: true,
    });
  });
});

describe('the layout is uncertain', () => {
  test('for rows of texts only, because the first row may be the header', () => {
    const opened = openedOf(['alpha,beta,gamma', 'delta,epsilon,zeta']);
    expect(opened).toMatchObject({ header: 0, layoutCertain: false, headerCandidates: [0, 1] });
  });

  test('for a text that is not a table', () => {
    const opened = openedOf(['Dear clerk,', 'the statement, as you asked, comes', 'by mail.', 'Regards']);
    expect(opened.layoutCertain).toBe(false);
  });

  test('for rows that two separators split equally well', () => {
    expect(openedOf(['a,b|c', 'd,e|f', 'g,h|i']).layoutCertain).toBe(false);
  });

  test('until the clerk chooses the header', () => {
    const opened = openedOf(['alpha,beta,gamma', 'delta,epsilon,zeta'], { header: 1 });
    expect(opened).toMatchObject({ header: 1, preamble: 1, rows: 0, layoutCertain: true });
  });

  test('unless the only unusual lines are a total and a note below the rows, which stay rows', () => {
    const opened = openedOf([
      'Date,Text,Amount',
      '2026-01-02,a,1.50',
      '2026-01-03,b,2.50',
      'Total,,4.00',
      'End of statement',
    ]);
    expect(opened).toMatchObject({ header: 0, rows: 4, ragged: 1, blank: 0, layoutCertain: true });
  });
});

test('a comma in amounts is not mistaken for the separator', () => {
  const rows = ['100;EUR;15,00;10,00;-5,00', '100;EUR;10,00;0,00;-10,00', '100;EUR;0,00;3,00;3,00'];
  expect(openedOf(rows)).toMatchObject({ separator: ';', layoutCertain: true });
  expect(openedOf(rows.map((row) => row.replaceAll(';', '\t')))).toMatchObject({ separator: '\t' });
});

test('a file with one named column has one column', () => {
  expect(openedOf(['Amount', '1.50', '2.50'])).toMatchObject({ header: 0, rows: 2, layoutCertain: true });
});
