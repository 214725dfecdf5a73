/** @file Names of columns in further languages, in which statements are rarer; see role-names.ts. */
import type { ColumnRole } from '../../../shared/model/statements/open-statement.ts';
import type { OtherMeaning } from './other-names.ts';

/** Names of each meaning, separated by commas; the languages of a line follow each other. */
export const moreNames: Readonly<Partial<Record<ColumnRole | OtherMeaning, readonly string[]>>> = {
  // Bulgarian, Slovenian, Serbian, Latvian, Lithuanian, Hebrew, Arabic, Vietnamese, Indonesian, Thai.
  date: [
    'дата на осчетоводяване, datum knjiženja, datum obdelave, датум, датум књижења, datums, tarih saat',
    'data, operacijos data, תאריך, التاريخ, تاريخ, ngày, ngày giao dịch, tanggal, tgl, วันที่',
  ],
  'value-date': [
    'вальор, дата на вальор, датум валуте, תאריך ערך, تاريخ القيمة, ngày hiệu lực, tanggal valuta',
  ],
  amount: [
    'сума, znesek, износ, summa, suma, סכום, المبلغ, مبلغ, số tiền, jumlah, nominal, mutasi, จำนวนเงิน',
    'сума у валюті картки, сума операції, 入出金, 入出金額, 入払金額',
  ],
  debit: [
    'дебит, breme, odlivi, задужење, исплата, debets, debetas, išlaidos, חובה, مدين, ghi nợ, số tiền ghi nợ',
    'debet, debit keluar, ถอนเงิน, ถอน, lastschrift, lastschrift in',
  ],
  credit: [
    'кредит, dobro, prilivi, одобрење, уплата, kredīts, kreditas, pajamos, זכות, دائن, ghi có, số tiền ghi có',
    'kredit masuk, ฝากเงิน, ฝาก',
  ],
  balance: [
    'салдо, наличност, stanje, стање, atlikums, likutis, יתרה, היתרה, الرصيد, رصيد, số dư, saldo akhir, ยอดคงเหลือ',
  ],
  currency: [
    'валута, valuta, valūta, valiuta, מטבע, العملة, loại tiền, mata uang, สกุลเงิน, asset, coin, token',
  ],
  counterparty: [
    'контрагент, naziv, partner, партнер, partneris, gavėjas, мол, שם, المستفيد, người nhận, nama, ผู้รับ',
  ],
  description: [
    'основание, namen, opis, опис, сврха, mērķis, paaiškinimai, mokėjimo paskirtis, תיאור, الوصف, البيان',
    'mô tả, nội dung, diễn giải, keterangan, uraian, รายการ, รายละเอียด',
  ],
  direction: ['πρόσημο, χρέωση πίστωση, χ π, дебит кредит, d k, db cr, cr db'],
  'closing-balance': ['saldo do dia, s a l d o'],
  'other-amount': [
    'total inclusive of fees, inclusive of fees, including fees, incl fees, net of fees, after fees, before fees, excluding fees',
  ],
  identifier: ['check or slip number, אסמכתא'],
};
