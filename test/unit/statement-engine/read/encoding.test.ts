/** @file Detection of encodings without a byte order mark, and its certainty. */
import { describe, expect, test } from 'vitest';
import { isCodePage } from '../../../../src/main/statement-engine/read/code-pages.ts';
import { detectEncoding, toUtf8 } from '../../../../src/main/statement-engine/read/encoding.ts';
import { encodingSchema, type StatementEncoding } from '../../../../src/shared/model/statements/encoding.ts';
import { rowsOf } from '../../rows-of.ts';

/** Encodes a text with one or two bytes per character, by a table that results from decoding all byte sequences. */
function encode(text: string, encoding: StatementEncoding): Uint8Array {
  const bytes = new Map<string, number[]>();
  const decode = (...of: number[]) => Buffer.from(toUtf8(Uint8Array.from(of), encoding, 0)).toString();
  for (let lead = isCodePage(encoding) ? 0xff : 0x81; lead <= 0xfe; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const decoded = decode(lead, trail);
      if (Array.from(decoded).length === 1 && decoded !== '\ufffd') bytes.set(decoded, [lead, trail]);
    }
  }
  for (let byte = 0xff; byte >= 0; byte -= 1) {
    const decoded = decode(byte);
    if (decoded !== '\ufffd') bytes.set(decoded, [byte]);
  }
  return Uint8Array.from(Array.from(text).flatMap((character) => bytes.get(character) ?? [0x3f]));
}

function detectAndDecode(bytes: Uint8Array) {
  const { encoding, mark, certain } = detectEncoding(bytes);
  return { encoding, certain, text: Buffer.from(toUtf8(bytes, encoding, mark)).toString('utf8') };
}

/** Languages, encodings and texts, whose lines have `|` between them. */
const proposals = `
German => windows-1252 => Empfänger;Währung;Grund|Müller;EUR;Straßenfest – Gebühr
French => windows-1252 => Date;Libellé;Débit|01/02/2026;Prélèvement à l’échéance;12,50
Danish => windows-1252 => Dato;Tekst;Beløb|01.02.2026;Overførsel på løn;12,50
pound signs => windows-1252 => Date,Amount|2 Jan 2026,£500.00|3 Jan 2026,£12.10
Czech => windows-1250 => Datum zaúčtování;Částka;Název účtu|01.02.2026;12,50;Příjem z převodu
Polish => windows-1250 => Data księgowania;Tytuł;Kwota|01.02.2026;Opłata za przelew wewnętrzny, Łódź;12,50
Hungarian => windows-1250 => Könyvelés dátuma;Összeg|2026.02.01;Jóváírás, közlemény: előleg, fűtés, tőke
Cyrillic => windows-1251 => Дата;Описание;Сумма|01.02.2026;Оплата по счёту за январь;12,50
Russian in KOI8-R => koi8-r => Дата;Описание;Сумма|01.02.2026;Оплата по счёту за январь;12,50
Japanese => shift_jis => 取引日,摘要,残高|2026/01/05,振込手数料,890
Chinese => gb18030 => 交易日期,摘要,金额,余额|2026-01-05,转账支出,12.50,890.00
Greek => windows-1253 => Ημερομηνία;Περιγραφή;Ποσό|01/02/2026;ΠΛΗΡΩΜΗ λογαριασμού;12,50
Hebrew => windows-1255 => תאריך,תיאור,סכום|01/02/2026,העברה בנקאית,12.50
Turkish => windows-1254 => Tarih;Açıklama;Tutar|01.02.2026;Şirket ödemesi, İstanbul ığdır;12,50
Lithuanian => windows-1257 => Data;Paaiškinimas;Suma|2026-02-01;Mokėjimas už elektrą, įmonė;12,50
Russian of the Macintosh => x-mac-cyrillic => Дата;Описание;Сумма|01.02.2026;Оплата по счету за январь;12,50
Russian of DOS => ibm866 => Дата;Описание;Сумма|01.02.2026;Оплата по счету за январь;12,50
Chinese of Taiwan => big5 => 日期,摘要,支出,存入,餘額|2026/01/05,薪資轉帳,,12500,89000
Japanese of Unix => euc-jp => 日付,摘要,金額|2026/01/05,給与振込,890
Korean => euc-kr => 거래일자,적요,출금,입금,잔액|2026-01-05,급여 이체,,12500,89000
French of DOS => ibm850 => Date;Libellé;Débit|01/02/2026;Prélèvement électricité;12,50
German of DOS => ibm850 => Empfänger;Währung;Grund|Müller;EUR;Straßenfest Gebühr
Polish of DOS => ibm852 => Data;Tytuł;Kwota|01.02.2026;Płatność kartą, Łódź;12,50
Polish in Latin-2 => iso-8859-2 => Data;Tytuł;Kwota|01.02.2026;Płatność kartą, Łódź;12,50
Czech in Latin-2 => iso-8859-2 => Datum;Částka;Název účtu|01.02.2026;12,50;Příjem z převodu, služby Tomáš
euro signs in Latin-9 => iso-8859-15 => Libellé;Montant|Prélèvement;12,50 €|Chèque;3,00 €
`;

test.each(rowsOf(proposals))(
  'the encoding of a text without a byte order mark is proposed: %s',
  (_, name, lines = '') => {
    const encoding = encodingSchema.parse(name);
    const text = `${lines.replaceAll('|', '\n')}\n`;
    expect(detectAndDecode(encode(text, encoding))).toEqual({ encoding, certain: false, text });
  },
);

describe('an encoding is uncertain', () => {
  test.each<[string, Uint8Array]>([
    ['for single letters that fit two code pages', encode('Name;Amount\nKarol Rojè;1,50\n', 'windows-1252')],
    [
      'for broken letters that are also letters of DOS',
      Buffer.from('Text;Betrag\nJ?\xa4gersteig;1,50\nF?\xb5r;1,00\n\xb8\n', 'latin1'),
    ],
    [
      'for bytes that make a word in no code page',
      Uint8Array.of(0x41, 0x2c, 0x81, 0x2c, 0x8d, 0x0a, 0x31, 0x2c, 0x90, 0x2c, 0x9d),
    ],
  ])('%s', (_, bytes) => {
    expect(detectAndDecode(bytes)).toMatchObject({ encoding: 'windows-1252', certain: false });
  });

  test('for UTF-8 with a few broken letters, which is still read as UTF-8', () => {
    const text = 'Empfänger;Währung\nMüller;EUR\nKäthe;EUR\nGüler;EUR\n';
    const validBytes = new TextEncoder().encode(text);
    const reading = detectAndDecode(Uint8Array.of(...validBytes, 0xfc, 0x0a));
    expect(reading).toEqual({ encoding: 'utf-8', certain: false, text: `${text}\ufffd\n` });
  });
});

test('letters far from the beginning of a large file determine its encoding too', () => {
  const rows = `${'2026-01-02;transfer;12,50\n'.repeat(20_000)}2026-01-03;Opłata za żółtą księgę;1,50\n`;
  expect(detectAndDecode(encode(rows, 'windows-1250'))).toMatchObject({
    encoding: 'windows-1250',
    certain: false,
  });
});

test.each<[string, StatementEncoding, Uint8Array, boolean]>([
  ['UTF-32 with a mark', 'utf-32le', utf32('\ufeffDátum;Összeg\n', true), true],
  ['UTF-32 without a mark', 'utf-32be', utf32('Dátum;Összeg\n', false), false],
  ['Japanese e-mail', 'iso-2022-jp', Buffer.from('\u001b$B$"\u001b(B\n', 'latin1'), false],
  ['ASCII with a zero byte', 'utf-8', Buffer.from('a;b\u0000\n'), false],
  ['ASCII', 'utf-8', Buffer.from('a;b\n'), true],
  ['UTF-8 with an escape character', 'utf-8', Buffer.from('é\u001b$B\n'), true],
])('%s is read', (name, encoding, bytes, certain) => {
  const found = detectAndDecode(bytes);
  expect(found).toMatchObject({ encoding, certain });
  if (name.startsWith('UTF-32')) expect(found.text).toBe('Dátum;Összeg\n');
});

function utf32(text: string, littleEndian: boolean): Uint8Array {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const view = new DataView(new ArrayBuffer(points.length * 4));
  for (const [index, point] of points.entries()) view.setUint32(index * 4, point, littleEndian);
  return new Uint8Array(view.buffer);
}

test.each([
  ['ibm850', [0x4c, 0x82, 0xe1, 0xd5], 'Léßı'],
  ['ibm852', [0x9d, 0xa2, 0x64, 0xab], 'Łódź'],
] as const)('the code page %s of DOS is read when it is chosen', (encoding, bytes, text) => {
  expect(Buffer.from(toUtf8(Uint8Array.from(bytes), encoding, 0)).toString()).toBe(text);
});
