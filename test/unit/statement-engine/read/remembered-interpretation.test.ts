/** @file Reading options that are remembered for a wallet and applied to other statements of the wallet. */
import { describe, expect, test } from 'vitest';
import type { RememberedInterpretation } from '../../../../src/main/statement-engine/read/file-shape.ts';
import { openBytes } from '../../../../src/main/statement-engine/read/read-sealed.ts';
import { determineShape } from '../../../../src/main/statement-engine/read/remembered-interpretation.ts';
import type { ReadOptions } from '../../../../src/shared/model/statements/open-statement.ts';
import { bytesOf } from '../../../fakes/files/text-statement.ts';

const fileOf = (...lines: string[]) => bytesOf(`${lines.join('\n')}\n`);
const january = ['Statement', 'one;two;three', 'Konto;Text;Summe', 'x;Miete;1.500', 'y;Lohn;2.500'];

/** Returns what Paydesk remembers when a clerk opens a file with options. */
function rememberedOf(file: Uint8Array, options: ReadOptions): RememberedInterpretation {
  const { bytes, table } = openBytes(file, { options });
  return { options, shape: determineShape(bytes, table) };
}

function openWith(file: Uint8Array, remembered: RememberedInterpretation) {
  const { table, use } = openBytes(file, { remembered });
  const { layout, options, columns } = table;
  const header = layout.headerRows === 0 ? null : layout.preamble;
  return {
    use,
    options,
    header,
    names: columns.map(({ name }) => name),
    cells: table.rows > 0 ? table.cells(0) : [],
  };
}

describe('a remembered choice is applied', () => {
  const chosenOptions: ReadOptions = { header: 2, decimals: 'comma', columns: { 2: { role: 'amount' } } };

  test('unchanged to the file for which the clerk made the choice', () => {
    const opened = openWith(fileOf(...january), rememberedOf(fileOf(...january), chosenOptions));
    expect(opened).toMatchObject({
      use: 'applied',
      options: chosenOptions,
      header: 2,
      names: ['Konto', 'Text', 'Summe'],
    });
  });

  test('to a file whose header has the same names in another row', () => {
    const february = ['Statement', 'Page 1', '', ...january.slice(2)];
    const opened = openWith(fileOf(...february), rememberedOf(fileOf(...january), chosenOptions));
    expect(opened).toMatchObject({ use: 'applied', options: { ...chosenOptions, header: 3 }, header: 3 });
    expect(opened.cells).toEqual(['x', 'Miete', '1.500']);
  });

  test('of no header to a file with the same number of columns', () => {
    const rememberedNoHeader = rememberedOf(fileOf('a;b', 'c;d'), { header: 'none' });
    expect(openWith(fileOf('e;f', 'g;h', 'i;j'), rememberedNoHeader)).toMatchObject({
      use: 'applied',
      header: null,
      cells: ['e', 'f'],
    });
  });

  test('of an encoding to a file with the same detected encoding, or to a file of ASCII only', () => {
    const polish = (letters: number[]) =>
      Uint8Array.of(...fileOf('Nazwa;Kwota', '1;2'), ...letters, 0x3b, 0x31, 0x0a);
    const remembered = rememberedOf(polish([0xb3]), { encoding: 'windows-1250' });
    expect(openWith(polish([0x41, 0xb3]), remembered)).toMatchObject({ use: 'applied' });
    expect(openWith(polish([0x41]), remembered)).toMatchObject({ use: 'applied' });
  });
});

describe('a remembered choice is reported as unfit, and not applied,', () => {
  const remembered = rememberedOf(fileOf(...january), { header: 2, decimals: 'comma' });

  test.each<[string, Uint8Array, RememberedInterpretation]>([
    ['to a file with other names', fileOf('Konto;Text;Saldo', 'x;Miete;1.500'), remembered],
    ['to a file with more columns', fileOf('Konto;Text;Summe;Saldo', 'x;Miete;1;2'), remembered],
    [
      'of an encoding to a file in another encoding',
      fileOf('Nazwa;Kwota', 'Łódź;1'),
      rememberedOf(Uint8Array.of(...fileOf('Nazwa;Kwota'), 0xb3, 0x3b, 0x31), { encoding: 'windows-1250' }),
    ],
    [
      'to a file without a header, if the first file had one',
      fileOf('x;Miete;1,50', 'y;Lohn;2,50'),
      rememberedOf(fileOf('Konto;Text;Summe', 'x;M;1,50'), { decimals: 'comma' }),
    ],
  ])('%s', (_, file, kept) => {
    expect(openWith(file, kept)).toMatchObject({ use: 'unfit', options: {} });
  });
});
