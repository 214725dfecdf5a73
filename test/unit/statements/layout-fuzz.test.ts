/** @file Statements with broken bytes, lines and separators can be opened without losing a row. */
import { expect, test } from 'vitest';
import { openBytes } from '../../../src/main/review/read-sealed.ts';
import { determineShape } from '../../../src/main/review/remembered-reading.ts';
import { ReviewSession } from '../../../src/main/review/session.ts';
import { createNumbers } from '../../fakes/random-numbers.ts';

const caseCount = 1_000;

const samples = [
  'Date,Text,Amount\n2026-01-02,rent,-810.00\n2026-01-05,wage,2040.10\nTotal,,1230.10\n',
  '"Konto:";"DE02";\n\n"Tag";"Empfänger";"Betrag (€)"\n"03.02.26";"Müller";"-810,00"\n"05.02.26";"Größe";"2.040,10"\n',
  'sep=;\r\nDate;Details;Debit;Credit\r\n02/01/2026;a,b;1,50;\r\n03/01/2026;c,d;;2,50\r\n',
  '取引日,摘要,金額,残高\n2026/01/05,手数料,110,890\n2026/01/06,振込,,990\n',
  '07 Nov 2013\tBank credit\t£500.00\n09 Oct 2013\tWithdrawal\t£20.00\n',
  'Booked|Amount|Balance\n(day)|EUR|EUR\n2026-01-02|1.50|2.50\n2026-01-03|1.50|4.00\n',
  'one column\n1\n2\n3\n',
];
const pieces = [
  '\n',
  '\r',
  '\r\n',
  ',',
  ';',
  '\t',
  '|',
  '"',
  '""',
  ' ',
  '-',
  '9',
  '\u00a0',
  'é',
  '12,50',
  ',,,,',
  'Amount',
];

function createBrokenStatement(random: (below: number) => number): Uint8Array {
  let bytes = Buffer.from(samples[random(samples.length)] ?? '', random(4) === 0 ? 'latin1' : 'utf8');
  for (let change = random(8); change >= 0; change -= 1) {
    const offset = random(bytes.length + 1);
    const bytesAfterChange = bytes.subarray(Math.min(bytes.length, offset + random(3) * random(12)));
    const piece =
      random(3) === 0
        ? Buffer.of(random(256), random(256))
        : Buffer.from(pieces[random(pieces.length)] ?? '');
    const repeated = Buffer.concat(Array.from({ length: random(10) === 0 ? 50 : 1 }, () => piece));
    bytes = Buffer.concat([bytes.subarray(0, offset), repeated, bytesAfterChange]);
  }
  return Uint8Array.from(bytes);
}

test(`${caseCount} broken statements can be opened, and every row is before the header, a header row, or a data row`, () => {
  const random = createNumbers(20_261_122);
  for (let count = 0; count < caseCount; count += 1) {
    const bytes = createBrokenStatement(random);
    const { table } = openBytes(bytes, {});
    const session = new ReviewSession({ bytes, table });
    const opened = session.describe();
    const rowCount = table.tokens.rows;
    const rowsBeyondEnd = [...opened.headerCandidates, opened.preamble].filter((row) => row > rowCount);
    const countedRows = opened.preamble + opened.headerRows + opened.rows;
    if (
      countedRows !== rowCount ||
      rowsBeyondEnd.length > 0 ||
      session.linesBefore(1_000).lines.length !== opened.preamble
    )
      expect({ bytes: Buffer.from(bytes).toString('latin1'), found: countedRows }).toEqual({
        bytes,
        found: rowCount,
      });
    // The remembered options of a file apply unchanged to the same file.
    const options = { separator: opened.separator, header: opened.header ?? ('none' as const) };
    const openedWithOptions = openBytes(bytes, { options });
    const openedFromMemory = openBytes(bytes, {
      remembered: { options, shape: determineShape(bytes, openedWithOptions.table) },
    });
    if (openedFromMemory.use !== 'applied' || openedFromMemory.table.rows !== openedWithOptions.table.rows)
      expect({ bytes: Buffer.from(bytes).toString('latin1'), use: openedFromMemory.use }).toEqual({
        use: 'applied',
      });
  }
});
