/** @file Roles of columns in exports of many countries, and recognition of money columns. */
import { expect, test } from 'vitest';
import type { ReadOptions } from '../../../../src/shared/model/statements/open-statement.ts';
import { casesOf, type StatementText, sessionOf } from '../../../fakes/files/text-statement.ts';

/** Returns the role of each column, `-` for a column without one. */
function rolesIn(text: StatementText, options: ReadOptions = {}): string {
  const { table, roles } = sessionOf(text, options);
  const names = new Map(Object.entries(roles).map(([name, column]) => [column, name]));
  return table.columns.map((_, column) => names.get(column) ?? '-').join(' ');
}

/** Returns the names of the columns with a sum; the index of a column without a name. */
function namesOfSummedColumns(text: StatementText, options: ReadOptions = {}): (string | number)[] {
  const { columns } = sessionOf(text, options).describe();
  return columns.flatMap(({ name, isSummed }, index) => (isSummed ? [name === '' ? index : name] : []));
}

/** Languages, the role of each column, and a file. */
const languages = `
English, with paid out and paid in => date description debit credit balance
Completed Date,Details,Paid Out,Paid In,Running Balance
2026-01-05,Rent,700.00,,300.00
2026-01-06,Fee,,1.00,301.00

English, of assets, with a total that includes fees => date - currency - - fee
Timestamp,Type,Asset,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread
2025-11-25 08:12:44 UTC,Buy,BTC,900.00,913.41,13.41

English, with joined words => date - amount balance
dateOp;label;amount;accountbalance
2025-11-25;a;-45,20;954.80

German, with value date and payee => date value-date counterparty description amount currency balance
Buchungstag;Wertstellung;Begünstigter;Verwendungszweck;Betrag;Waehrung;Kontostand
05.01.2026;06.01.2026;Amt;Steuer;-7,10;EUR;100,00

German, with Soll and Haben => date description debit credit balance
Datum;Text;Soll;Haben;Saldo
05.01.2026;Miete;700,00;;300,00
06.01.2026;Zins;;1,00;301,00

German, with Gutschrift and Lastschrift in a currency => date description credit debit
Datum;Text;Gutschrift in CHF;Lastschrift in CHF
25.11.2025;a;;-1'045.20
26.11.2025;b;6'500.00;

French => date description debit credit balance
Date;Libellé;Débit;Crédit;Solde
05/01/2026;Loyer;700,00;;300,00
26/01/2026;Virement;;1,00;301,00

Spanish => date value-date description amount balance
F. Operación;F. Valor;Concepto;Importe;Saldo
05/01/2026;06/01/2026;Alquiler;-7,10;92,90

Portuguese => date value-date description amount balance
Data Mov.;Data Valor;Descrição;Montante;Saldo Contabilístico
05-01-2026;06-01-2026;Renda;-7,10;92,90

Italian => date value-date description debit credit currency
Data contabile;Data valuta;Causale;Dare;Avere;Divisa
05/01/2026;06/01/2026;Affitto;7,10;;EUR
26/01/2026;27/01/2026;Stipendio;;1,00;EUR

Bulgarian => date description debit credit balance
Дата;Основание;Дебит;Кредит;Салдо
25.11.2025;Покупка;45,20;;954,80
26.11.2025;Заплата;;1,00;955,80

Slovenian => date counterparty description debit credit balance
Datum knjiženja;Naziv;Namen;Breme;Dobro;Stanje
25.11.2025;Trg;Nakup;45,20;;954,80
26.11.2025;X;Y;;1,00;955,80

Latvian => date counterparty description debit credit balance
Datums;Partneris;Mērķis;Debets;Kredīts;Atlikums
25.11.2025;A;B;45,20;;954,80
26.11.2025;C;D;;1,00;955,80

Hebrew => date value-date description debit credit balance
תאריך,תאריך ערך,תיאור,חובה,זכות,יתרה
25/11/2025,25/11/2025,א,45.20,,954.80
26/11/2025,26/11/2025,ב,,1.00,955.80

Arabic, with Arab digits => date description debit credit balance
التاريخ;الوصف;مدين;دائن;الرصيد
٢٥/١١/٢٠٢٥;ا;٤٥٫٢٠;;٩٥٤٫٨٠
٢٦/١١/٢٠٢٥;ب;;١٬٠٠٠٫٠٠;١٬٩٥٤٫٨٠

Vietnamese => date debit credit balance description
Ngày giao dịch,Số tiền ghi nợ,Số tiền ghi có,Số dư,Mô tả
25/11/2025,"1,045.20",,954.80,a
26/11/2025,,1.00,955.80,b

Indonesian, with DB and CR beside the amounts => date description amount direction balance
Tanggal,Keterangan,Jumlah,,Saldo
25/11/2025,a,"45,200.00",DB,"954,800.00"

Japanese, with both directions in one signed column => date amount balance description
取引日,入出金(円),取引後残高(円),入出金内容
20251125,-5400,123456,a

Japanese => date description debit credit balance
お取引日,摘要,出金金額,入金金額,差引残高
2026/01/05,家賃,710,,9290
2026/01/06,給与,,100,9390

Chinese => date counterparty debit credit balance currency
交易日期,对方户名,借方发生额,贷方发生额,账户余额,币种
2026-01-05,房东,7.10,,92.90,CNY
2026-01-06,公司,,1.00,93.90,CNY

Dutch, with Af Bij => date counterparty - direction amount balance
Datum;Naam / Omschrijving;Rekening;Af Bij;Bedrag (EUR);Saldo na mutatie
2026-01-05;Huur;NL00X;Af;7,10;92,90

Danish => date description amount currency balance
Bogføringsdato;Tekst;Beløb;Valuta;Saldo
05.01.2026;Husleje;-7,10;DKK;92,90

Swedish => date - description direction amount balance
Bokföringsdag;Transaktionsdag;Text;Insättning/Uttag;Belopp;Bokfört saldo
2026-01-05;2026-01-04;Hyra;Uttag;-7,10;92,90

Norwegian => date description debit credit
Bokført dato;Forklaring;Ut fra konto;Inn på konto
05.01.2026;Leie;7,10;
06.01.2026;Lønn;;1,00

Finnish => date counterparty reference amount
Kirjauspäivä;Saaja/Maksaja;Viite;Määrä EUR
05.01.2026;Vuokra;1009;-7,10

Polish => date counterparty description amount currency balance
Data księgowania;Kontrahent;Tytuł;Kwota;Waluta;Saldo po operacji
05.01.2026;Jan;Czynsz;-7,10;PLN;92,90

Czech => date amount currency balance - description
Datum zaúčtování;Částka;Měna účtu;Zůstatek;VS;Zpráva pro příjemce
05.01.2026;-7,10;CZK;92,90;123;Nájem

Hungarian => date counterparty debit credit currency balance
Könyvelés dátuma;Partner neve;Terhelés;Jóváírás;Devizanem;Könyvelt egyenleg
2026.01.05;Bérlet;710;;HUF;9290
2026.01.06;Bér;;100;HUF;9390

Romanian => date description debit credit balance
Data tranzacției;Detalii tranzacție;Debit;Credit;Sold contabil
05.01.2026;Chirie;7,10;;92,90
06.01.2026;Salariu;;1,00;93,90

Turkish => date description amount balance reference
İşlem Tarihi;Açıklama;İşlem Tutarı;Bakiye;Dekont No
05.01.2026;Kira;-7,10;92,90;D001

Russian => date description debit credit balance
Дата операции;Назначение платежа;Расход;Приход;Остаток
05.01.2026;Аренда;7,10;;92,90
06.01.2026;Зарплата;;1,00;93,90
`;

test.each(casesOf(languages))('the roles of columns are found by names in %s', (_, roles, file) => {
  expect(rolesIn(file)).toBe(roles);
});

const details = `
found by cells if the names are missing: a running balance with its amounts, and currency codes => date - amount balance currency
05.01.2026;Rent;-7,10;92,90;EUR
06.01.2026;Pay;1,00;93,90;EUR
07.01.2026;Fee;-0,90;93,00;EUR
08.01.2026;Pay;2,00;95,00;EUR

found by cells if the names are unknown: directions => date direction amount
Date,What,How much
2026-01-05,DBIT,7.10
2026-01-06,CRDT,1.00

debits and credits without names if the balance fits => date debit credit balance
2026-01-05,,500.00,500.00
2026-01-06,20.00,,480.00
2026-01-07,19.00,,461.00
2026-01-08,100.00,,361.00

debits and credits of pounds without names if the balance fits => date - debit credit balance
07 Nov 2026,Pay,,£500.00,£500.00
09 Nov 2026,Cash,£20.00,,£480.00
10 Nov 2026,Shop,£19.77,,£460.23
11 Nov 2026,Cash,£100.00,,£360.23

debits and credits without names if they have signs => date debit credit -
2026-01-05,-7.10,,x
2026-01-06,,+1.00,y

no debits and credits without names, a balance and signs => date - - -
2026-01-05,7.10,,x
2026-01-06,,1.00,y

no amount for gains and values of holdings => date - - -
Open date,Quantity,Market value,Gain/Loss
2026-01-05,10,71.00,-1.00

the booking date rather than other dates => - - date amount
Order date,Transaction date,Posting date,Amount
2026-01-02,2026-01-03,2026-01-05,1.00

the currency next to the amount rather than other currencies => date balance - amount currency
Datum;Saldo;Währung;Betrag;Währung
05.01.2026;9,00;EUR;1,00;USD

a date by its value date if there is no other date => date amount
Valuta;Betrag
15.01.2026;-10.00

no currency Valuta of dates => date value-date amount
Datum;Valuta;Betrag
14.01.2026;15.01.2026;-10.00

no currency Valuta of dates with an ambiguous order of day and month => date value-date amount
Datum;Valuta;Betrag
14.01.2026;05/06/2026;-10.00

no currency Valuta of words => date - amount
Datum;Valuta;Betrag
14.01.2026;am 15. Januar;-10.00

no currency Valuta of empty cells => date - amount
Datum;Valuta;Betrag
14.01.2026;;-10.00

a currency Valuta of codes => date amount currency
Data;Importo;Valuta
14.01.2026;-10.00;EUR
15.01.2026;-1.00;
Totale

a column Currency rather than Valuta => - currency amount
Valuta;Currency;Amount
USD;EUR;-10.00
USD;EUR;1.00
`;

test.each(casesOf(details))('the roles of columns are %s', (_, roles, file) => {
  expect(rolesIn(file)).toBe(roles);
});

test.each([
  ['a sentence', 'Reference', ['Rent for May', 'Thank you', 'Gift 2'], null],
  ['a repeated word', 'ID', ['shop', 'shop', 'rent', 'shop'], null],
  ['a counter', '#', ['1', '2', '3'], null],
  ['an account number', 'Number', ['DE89370400440532013000', 'NL91ABNA0417164300'], null],
  ['a purpose', 'Verwendungszweck', ['A1', 'A2', 'A3'], null],
  ['an identifier that repeats once', 'Transaction ID', ['tx_9aQ', 'tx_8bR', 'tx_8bR'], 1],
])('%s in the column %s has the role of references', (_, name, cells, column) => {
  const rows = cells.map((cell, day) => `2026-01-0${day + 1};${cell};1.00`);
  expect(sessionOf([`Date;${name};Amount`, ...rows]).roles.reference).toBe(column);
});

test.each([
  ['Opening balance', 'opening-balance'],
  ['Closing balance', 'closing-balance'],
  ['Available balance', '-'],
  ['Initial balance', '-'],
  ['Saldo final', 'closing-balance'],
  ['Solde disponible', '-'],
  ['Eindsaldo', 'closing-balance'],
  ['期初余额', 'opening-balance'],
])('the column %s is no balance of each row, but: %s', (name, role) => {
  expect(rolesIn([`Date,Amount,${name}`, '2026-01-05,1.00,9.00'])).toBe(`date amount ${role}`);
});

test('roles follow the choice of the clerk, even the choice of no role', () => {
  const lines = ['Date,Amount,Charged,Balance', '2026-01-05,1.00,2,9.00', '2026-01-06,1.00,4,8.00'];
  const columns = { '1': { role: null }, '2': { role: 'amount' } } as const;
  expect(rolesIn(lines, { columns })).toBe('date - amount balance');
  expect(namesOfSummedColumns(lines)).toEqual(['Amount']);
  expect(namesOfSummedColumns(lines, { columns })).toEqual(['Charged']);
});

const money = `
identifiers and check numbers => Amount
Date,Check Number,Journal No,Row,Amount
2026-01-05,101,7,1,1.00
2026-01-06,102,8,2,2.00

accounts and cards => Betrag
Date;Kontonummer;Card No.;Betrag
05.01.2026;1234567;4321;1,00

phones and postcodes => Total
Date,Phone,PLZ,Zip,Total
2026-01-05,4930123,10115,90210,1.00

quantities, rates, percents and unit prices => Amount
Date,Quantity,Price,Exchange Rate,% of Account,Amount
2026-01-05,10,1.25,1.10,5.5,12.50

years, months and weeks => Amount
Year,Month,Week,Amount
2026,1,2,1.00
2026,1,3,1.00

balances => Amount
Date,Amount,Balance,Available balance
2026-01-05,1.00,9.00,8.00

long numbers whose name could mean an amount => Amount
Date,Value,Amount
2026-01-05,123456789012,1.00
2026-01-06,123456789013,1.00

whole numbers whose name does not mean money => Amount
Date,Points collected,Amount
2026-01-05,12,1.00
2026-01-06,-3,1.00

one nameless column with signs => 2
05.01.2026;77;-7,10;92,90
06.01.2026;78;1,00;13,90

nameless columns that could all be amounts => nothing
05.01.2026;7,10;92,90
06.01.2026;1,00;13,90

fees, originals and taxes, which are money => Amount, Fee, Original Amount, VAT
Date,Amount,Fee,Original Amount,VAT
2026-01-05,1.00,0.10,1.20,0.20

a price without a quantity, which is the amount => Price
Order date,Ticket,Price
2026-01-05,Day pass,12.50
`;

test.each(casesOf(money))('in a file with %s only money has a sum', (_, names, file) => {
  expect(namesOfSummedColumns(file).join(', ') || 'nothing').toBe(names);
});
