/** @file Roles of columns in exports of many countries, and recognition of money columns. */
import { describe, expect, test } from 'vitest';
import { determineRoles } from '../../../src/main/review/roles.ts';
import { ReviewSession } from '../../../src/main/review/session.ts';
import { openTable } from '../../../src/main/review/table.ts';
import type { ReadOptions } from '../../../src/shared/model/review.ts';

function sessionOf(lines: readonly string[], options: ReadOptions = {}): ReviewSession {
  const bytes = new TextEncoder().encode(lines.join('\n'));
  return new ReviewSession({ bytes, table: openTable(bytes, options) });
}

/** Returns the names of the columns with a sum; the index of a column without a name. */
function namesOfSummedColumns(lines: readonly string[], options: ReadOptions = {}): (string | number)[] {
  return sessionOf(lines, options)
    .describe()
    .columns.flatMap(({ name, isSummed }, index) => (isSummed ? [name === '' ? index : name] : []));
}

function rolesIn(lines: readonly string[], options: ReadOptions = {}) {
  return determineRoles(sessionOf(lines, options).table);
}

// Roles that several layouts share.
const debitCreditBalance = { date: 0, description: 1, debit: 2, credit: 3, balance: 4 };
const valueDateAndAmount = { date: 0, 'value-date': 1, description: 2, amount: 3, balance: 4 };
const counterpartyAndBalance = { date: 0, counterparty: 1, description: 2, debit: 3, credit: 4, balance: 5 };

describe('the roles of columns', () => {
  test.each<[string, string[], Record<string, number | null>]>([
    [
      'English, with paid out and paid in',
      [
        'Completed Date,Details,Paid Out,Paid In,Running Balance',
        '2026-01-05,Rent,700.00,,300.00',
        '2026-01-06,Fee,,1.00,301.00',
      ],
      { date: 0, description: 1, debit: 2, credit: 3, balance: 4, amount: null },
    ],
    [
      'German, with value date and payee',
      [
        'Buchungstag;Wertstellung;Begünstigter;Verwendungszweck;Betrag;Waehrung;Kontostand',
        '05.01.2026;06.01.2026;Amt;Steuer;-7,10;EUR;100,00',
      ],
      {
        date: 0,
        'value-date': 1,
        counterparty: 2,
        description: 3,
        amount: 4,
        currency: 5,
        balance: 6,
        reference: null,
      },
    ],
    [
      'German, with Soll and Haben',
      ['Datum;Text;Soll;Haben;Saldo', '05.01.2026;Miete;700,00;;300,00', '06.01.2026;Zins;;1,00;301,00'],
      { date: 0, debit: 2, credit: 3, balance: 4 },
    ],
    [
      'French',
      [
        'Date;Libellé;Débit;Crédit;Solde',
        '05/01/2026;Loyer;700,00;;300,00',
        '26/01/2026;Virement;;1,00;301,00',
      ],
      debitCreditBalance,
    ],
    [
      'Spanish',
      [
        'F. Operación;F. Valor;Concepto;Importe;Saldo',
        '05/01/2026;06/01/2026;Alquiler;-7,10;92,90',
        '26/01/2026;27/01/2026;Nómina;1,00;93,90',
      ],
      valueDateAndAmount,
    ],
    [
      'Portuguese',
      [
        'Data Mov.;Data Valor;Descrição;Montante;Saldo Contabilístico',
        '05-01-2026;06-01-2026;Renda;-7,10;92,90',
        '26-01-2026;27-01-2026;Juros;1,00;93,90',
      ],
      valueDateAndAmount,
    ],
    [
      'Italian',
      [
        'Data contabile;Data valuta;Causale;Dare;Avere;Divisa',
        '05/01/2026;06/01/2026;Affitto;7,10;;EUR',
        '26/01/2026;27/01/2026;Stipendio;;1,00;EUR',
      ],
      { date: 0, 'value-date': 1, description: 2, debit: 3, credit: 4, currency: 5 },
    ],
    [
      'Bulgarian',
      [
        'Дата;Основание;Дебит;Кредит;Салдо',
        '25.11.2025;Покупка;45,20;;954,80',
        '26.11.2025;Заплата;;1,00;955,80',
      ],
      { date: 0, description: 1, debit: 2, credit: 3, balance: 4, amount: null },
    ],
    [
      'Slovenian',
      [
        'Datum knjiženja;Naziv;Namen;Breme;Dobro;Stanje',
        '25.11.2025;Trg;Nakup;45,20;;954,80',
        '26.11.2025;X;Y;;1,00;955,80',
      ],
      counterpartyAndBalance,
    ],
    [
      'Latvian',
      [
        'Datums;Partneris;Mērķis;Debets;Kredīts;Atlikums',
        '25.11.2025;A;B;45,20;;954,80',
        '26.11.2025;C;D;;1,00;955,80',
      ],
      counterpartyAndBalance,
    ],
    [
      'Hebrew',
      [
        'תאריך,תאריך ערך,תיאור,חובה,זכות,יתרה',
        '25/11/2025,25/11/2025,א,45.20,,954.80',
        '26/11/2025,26/11/2025,ב,,1.00,955.80',
      ],
      { date: 0, 'value-date': 1, description: 2, debit: 3, credit: 4, balance: 5 },
    ],
    [
      'Arabic, with Arab digits',
      ['التاريخ;الوصف;مدين;دائن;الرصيد', '٢٥/١١/٢٠٢٥;ا;٤٥٫٢٠;;٩٥٤٫٨٠', '٢٦/١١/٢٠٢٥;ب;;١٬٠٠٠٫٠٠;١٬٩٥٤٫٨٠'],
      debitCreditBalance,
    ],
    [
      'Vietnamese',
      [
        'Ngày giao dịch,Số tiền ghi nợ,Số tiền ghi có,Số dư,Mô tả',
        '25/11/2025,"1,045.20",,954.80,a',
        '26/11/2025,,1.00,955.80,b',
      ],
      { date: 0, debit: 1, credit: 2, balance: 3, description: 4 },
    ],
    [
      'Indonesian, with DB and CR beside the amounts',
      [
        'Tanggal,Keterangan,Jumlah,,Saldo',
        '25/11/2025,a,"45,200.00",DB,"954,800.00"',
        '26/11/2025,b,"1,000.00",CR,"955,800.00"',
      ],
      { date: 0, description: 1, amount: 2, direction: 3, balance: 4 },
    ],
    [
      'German, with Gutschrift and Lastschrift in a currency',
      [
        'Datum;Text;Gutschrift in CHF;Lastschrift in CHF',
        "25.11.2025;a;;-1'045.20",
        "26.11.2025;b;6'500.00;",
      ],
      { date: 0, description: 1, credit: 2, debit: 3 },
    ],
    [
      'Japanese, with both directions in one signed column',
      ['取引日,入出金(円),取引後残高(円),入出金内容', '20251125,-5400,123456,a', '20251126,250000,373456,b'],
      { date: 0, amount: 1, debit: null, balance: 2, description: 3 },
    ],
    [
      'English, of assets, with a total that includes fees',
      [
        'Timestamp,Type,Asset,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread',
        '2025-11-25 08:12:44 UTC,Buy,BTC,900.00,913.41,13.41',
        '2025-11-26 08:12:44 UTC,Sell,ETH,910.00,896.50,13.50',
      ],
      { date: 0, direction: null, currency: 2, fee: 5 },
    ],
    [
      'English, with joined words',
      ['dateOp;label;amount;accountbalance', '2025-11-25;a;-45,20;954.80', '2025-11-26;b;1,00;955.80'],
      { amount: 2, balance: 3 },
    ],
    [
      'Dutch, with Af Bij',
      [
        'Datum;Naam / Omschrijving;Rekening;Af Bij;Bedrag (EUR);Saldo na mutatie',
        '2026-01-05;Huur;NL00X;Af;7,10;92,90',
        '2026-01-06;Loon;NL00X;Bij;1,00;93,90',
      ],
      { date: 0, counterparty: 1, direction: 3, amount: 4, balance: 5 },
    ],
    [
      'Danish',
      [
        'Bogføringsdato;Tekst;Beløb;Valuta;Saldo',
        '05.01.2026;Husleje;-7,10;DKK;92,90',
        '06.01.2026;Løn;1,00;DKK;93,90',
      ],
      { date: 0, description: 1, amount: 2, currency: 3, balance: 4 },
    ],
    [
      'Swedish',
      [
        'Bokföringsdag;Transaktionsdag;Text;Insättning/Uttag;Belopp;Bokfört saldo',
        '2026-01-05;2026-01-04;Hyra;Uttag;-7,10;92,90',
        '2026-01-06;2026-01-05;Lön;Insättning;1,00;93,90',
      ],
      { date: 0, description: 2, amount: 4, balance: 5 },
    ],
    [
      'Norwegian',
      ['Bokført dato;Forklaring;Ut fra konto;Inn på konto', '05.01.2026;Leie;7,10;', '06.01.2026;Lønn;;1,00'],
      { date: 0, description: 1, debit: 2, credit: 3 },
    ],
    [
      'Finnish',
      [
        'Kirjauspäivä;Saaja/Maksaja;Viite;Määrä EUR',
        '05.01.2026;Vuokra;1009;-7,10',
        '06.01.2026;Palkka;1012;1,00',
      ],
      { date: 0, counterparty: 1, reference: 2, amount: 3 },
    ],
    [
      'Polish',
      [
        'Data księgowania;Kontrahent;Tytuł;Kwota;Waluta;Saldo po operacji',
        '05.01.2026;Jan;Czynsz;-7,10;PLN;92,90',
      ],
      { date: 0, counterparty: 1, description: 2, amount: 3, currency: 4, balance: 5 },
    ],
    [
      'Czech',
      [
        'Datum zaúčtování;Částka;Měna účtu;Zůstatek;VS;Zpráva pro příjemce',
        '05.01.2026;-7,10;CZK;92,90;123;Nájem',
      ],
      { date: 0, amount: 1, currency: 2, balance: 3, description: 5, reference: null },
    ],
    [
      'Hungarian',
      [
        'Könyvelés dátuma;Partner neve;Terhelés;Jóváírás;Devizanem;Könyvelt egyenleg',
        '2026.01.05;Bérlet;710;;HUF;9290',
        '2026.01.06;Bér;;100;HUF;9390',
      ],
      { counterparty: 1, debit: 2, credit: 3, currency: 4, balance: 5 },
    ],
    [
      'Romanian',
      [
        'Data tranzacției;Detalii tranzacție;Debit;Credit;Sold contabil',
        '05.01.2026;Chirie;7,10;;92,90',
        '06.01.2026;Salariu;;1,00;93,90',
      ],
      debitCreditBalance,
    ],
    [
      'Turkish',
      [
        'İşlem Tarihi;Açıklama;İşlem Tutarı;Bakiye;Dekont No',
        '05.01.2026;Kira;-7,10;92,90;D001',
        '06.01.2026;Maaş;1,00;93,90;D002',
      ],
      { date: 0, description: 1, amount: 2, balance: 3, reference: 4 },
    ],
    [
      'Russian',
      [
        'Дата операции;Назначение платежа;Расход;Приход;Остаток',
        '05.01.2026;Аренда;7,10;;92,90',
        '06.01.2026;Зарплата;;1,00;93,90',
      ],
      debitCreditBalance,
    ],
    [
      'Japanese',
      ['お取引日,摘要,出金金額,入金金額,差引残高', '2026/01/05,家賃,710,,9290', '2026/01/06,給与,,100,9390'],
      debitCreditBalance,
    ],
    [
      'Chinese',
      [
        '交易日期,对方户名,借方发生额,贷方发生额,账户余额,币种',
        '2026-01-05,房东,7.10,,92.90,CNY',
        '2026-01-06,公司,,1.00,93.90,CNY',
      ],
      { date: 0, counterparty: 1, debit: 2, credit: 3, balance: 4, currency: 5 },
    ],
  ])('are found by names in this language: %s', (_, lines, roles) => {
    expect(rolesIn(lines)).toMatchObject(roles);
  });

  test('are found by cells if the names are missing or unknown: a running balance with its amounts, currency codes, directions', () => {
    const rows = [
      '05.01.2026;Rent;-7,10;92,90;EUR',
      '06.01.2026;Pay;1,00;93,90;EUR',
      '07.01.2026;Fee;-0,90;93,00;EUR',
      '08.01.2026;Pay;2,00;95,00;EUR',
    ];
    expect(rolesIn(rows)).toMatchObject({ date: 0, amount: 2, balance: 3, currency: 4 });
    expect(rolesIn(['Date,What,How much', '2026-01-05,DBIT,7.10', '2026-01-06,CRDT,1.00'])).toMatchObject({
      direction: 1,
      amount: 2,
    });
  });

  test('of debits, credits and a balance without names are found by the balance or by signs', () => {
    const rows = [
      '2026-01-05,,500.00,500.00',
      '2026-01-06,20.00,,480.00',
      '2026-01-07,19.00,,461.00',
      '2026-01-08,100.00,,361.00',
    ];
    expect(rolesIn(rows)).toMatchObject({ amount: null, debit: 1, credit: 2, balance: 3 });
    expect(rolesIn(['2026-01-05,-7.10,,x', '2026-01-06,,+1.00,y'])).toMatchObject({ debit: 1, credit: 2 });
    expect(rolesIn(['2026-01-05,7.10,,x', '2026-01-06,,1.00,y'])).toMatchObject({
      amount: null,
      debit: null,
    });
  });

  test('do not include amount for gains and values of holdings', () => {
    expect(
      rolesIn(['Open date,Quantity,Market value,Gain/Loss', '2026-01-05,10,71.00,-1.00']).amount,
    ).toBeNull();
  });

  test('prefer the booking date to other dates, and the currency next to the amount to other currencies', () => {
    expect(
      rolesIn(['Order date,Transaction date,Posting date,Amount', '2026-01-02,2026-01-03,2026-01-05,1.00']),
    ).toMatchObject({ date: 2 });
    expect(rolesIn(['Datum;Saldo;Währung;Betrag;Währung', '05.01.2026;9,00;EUR;1,00;USD'])).toMatchObject({
      amount: 3,
      currency: 4,
    });
  });

  test('of two unnamed columns, one of them filled in each row, are debits and credits if the balance fits', () => {
    const lines = [
      '07 Nov 2026,Pay,,£500.00,£500.00',
      '09 Nov 2026,Cash,£20.00,,£480.00',
      '10 Nov 2026,Shop,£19.77,,£460.23',
      '11 Nov 2026,Cash,£100.00,,£360.23',
    ];
    expect(rolesIn(lines)).toMatchObject({ amount: null, debit: 2, credit: 3, balance: 4 });
  });

  test('do not include balance for opening, closing, available and initial balances', () => {
    for (const name of [
      'Opening balance',
      'Closing balance',
      'Available balance',
      'Initial balance',
      'Saldo final',
      'Solde disponible',
      'Eindsaldo',
      '期初余额',
    ]) {
      expect([name, rolesIn([`Date,Amount,${name}`, '2026-01-05,1.00,9.00']).balance]).toEqual([name, null]);
    }
  });

  test('do not include reference for sentences, counters, account numbers, purposes and repeated words', () => {
    const referenceColumnOf = (name: string, cells: string[]) =>
      rolesIn([`Date;${name};Amount`, ...cells.map((cell, day) => `2026-01-0${day + 1};${cell};1.00`)])
        .reference;
    expect(referenceColumnOf('Reference', ['Rent for May', 'Thank you', 'Gift 2'])).toBeNull();
    expect(referenceColumnOf('ID', ['shop', 'shop', 'rent', 'shop'])).toBeNull();
    expect(referenceColumnOf('#', ['1', '2', '3'])).toBeNull();
    expect(referenceColumnOf('Number', ['DE89370400440532013000', 'NL91ABNA0417164300'])).toBeNull();
    expect(referenceColumnOf('Verwendungszweck', ['A1', 'A2', 'A3'])).toBeNull();
    expect(referenceColumnOf('Transaction ID', ['tx_9aQ', 'tx_8bR', 'tx_8bR'])).toBe(1);
  });

  test('follow the choice of the clerk, even the choice of no role', () => {
    const lines = ['Date,Amount,Charged,Balance', '2026-01-05,1.00,2,9.00', '2026-01-06,1.00,4,8.00'];
    const columns = { '1': { role: null }, '2': { role: 'amount' } } as const;
    expect(rolesIn(lines, { columns })).toMatchObject({ amount: 2, balance: 3 });
    expect(namesOfSummedColumns(lines)).toEqual(['Amount']);
    expect(namesOfSummedColumns(lines, { columns })).toEqual(['Charged']);
  });
});

describe('in a file with different columns', () => {
  test.each<[string, string[], (string | number)[]]>([
    [
      'identifiers and check numbers',
      ['Date,Check Number,Journal No,Row,Amount', '2026-01-05,101,7,1,1.00', '2026-01-06,102,8,2,2.00'],
      ['Amount'],
    ],
    ['accounts and cards', ['Date;Kontonummer;Card No.;Betrag', '05.01.2026;1234567;4321;1,00'], ['Betrag']],
    ['phones and postcodes', ['Date,Phone,PLZ,Zip,Total', '2026-01-05,4930123,10115,90210,1.00'], ['Total']],
    [
      'quantities, rates, percents and unit prices',
      ['Date,Quantity,Price,Exchange Rate,% of Account,Amount', '2026-01-05,10,1.25,1.10,5.5,12.50'],
      ['Amount'],
    ],
    ['years, months and weeks', ['Year,Month,Week,Amount', '2026,1,2,1.00', '2026,1,3,1.00'], ['Amount']],
    ['balances', ['Date,Amount,Balance,Available balance', '2026-01-05,1.00,9.00,8.00'], ['Amount']],
    [
      'long numbers whose name could mean an amount',
      ['Date,Value,Amount', '2026-01-05,123456789012,1.00', '2026-01-06,123456789013,1.00'],
      ['Amount'],
    ],
    [
      'whole numbers whose name does not mean money',
      ['Date,Points collected,Amount', '2026-01-05,12,1.00', '2026-01-06,-3,1.00'],
      ['Amount'],
    ],
    [
      'columns without names, one of which has signs',
      ['05.01.2026;77;-7,10;92,90', '06.01.2026;78;1,00;13,90'],
      [2],
    ],
    [
      'columns without names that could all be amounts',
      ['05.01.2026;7,10;92,90', '06.01.2026;1,00;13,90'],
      [],
    ],
    [
      'fees, originals and taxes, which are money',
      ['Date,Amount,Fee,Original Amount,VAT', '2026-01-05,1.00,0.10,1.20,0.20'],
      ['Amount', 'Fee', 'Original Amount', 'VAT'],
    ],
    [
      'a price without a quantity, which is the amount',
      ['Order date,Ticket,Price', '2026-01-05,Day pass,12.50'],
      ['Price'],
    ],
  ])('only money has a sum: %s', (_, lines, names) => {
    expect(namesOfSummedColumns(lines)).toEqual(names);
  });

  test('a column that is not money has no sum', () => {
    const session = sessionOf(['Date,Check Number,Amount', '2026-01-05,101,1.00', '2026-01-06,102,2.00']);
    expect(session.sums(1, { kind: 'all' })).toEqual([]);
    expect(session.sums(2, { kind: 'all' })[0]?.net).toBe('300');
  });
});
