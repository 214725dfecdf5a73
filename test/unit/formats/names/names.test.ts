import { describe, expect, test } from 'vitest';
import { createNameComparison } from '../../../../src/main/formats/names/compare-names.ts';
import { createNearestFinder } from '../../../../src/main/formats/names/nearest-names.ts';

function nearest(folder: string, ...labels: string[]): string[] {
  return createNearestFinder(labels.map((label) => ({ label })))(folder).map(({ label }) => label);
}

describe('a folder is near a label that differs', () => {
  test.each([
    ['in the legal form', 'Kwiatkowski Logistyka', 'Kwiatkowski Logistyka Sp. z o.o.'],
    ['in a written-out legal form', 'Kärcher Gesellschaft mit beschränkter Haftung', 'Kärcher GmbH'],
    ['in a leading legal form', 'Ahlström Konepaja', 'Oy Ahlström Konepaja Ab'],
    ['in one of two legal forms', 'Ahlström Konepaja Oy', 'Oy Ahlström Konepaja Ab'],
    ['in a Swedish legal form', 'Aktiebolag Nordic', 'Nordic AB'],
    ['in accents', 'Skoda Lisovna Plzen', 'Škoda Lisovna Plzeň a.s.'],
    ['in letters without a decomposition', 'Lodzka Farge', 'Łódzka Færge'],
    ['in an umlaut', 'Kaercher Hydraulik', 'Kärcher Hydraulik GmbH'],
    ['in a sharp s', 'Grossmann', 'Großmann AG'],
    ['in punctuation', 'Kwiatkowski_Logistyka', 'Kwiatkowski, Logistyka'],
    ['in an apostrophe', 'ONeill', 'O’Neill Ltd'],
    ['in spaces', 'DataSoft', 'Data-Soft GmbH'],
    ['in an ampersand', 'Müller und Söhne', 'Müller & Söhne'],
    ['in the order of words', 'Logistyka Kwiatkowski', 'Kwiatkowski Logistyka Sp. z o.o.'],
    ['in a missing letter', 'Kwiatkwski', 'Kwiatkowski Sp. z o.o.'],
    ['in an added letter', 'Kwiattkowski', 'Kwiatkowski'],
    ['in a wrong letter', 'Kwiatkovski', 'Kwiatkowski'],
    ['in two swapped letters', 'Kwaitkowski', 'Kwiatkowski'],
    ['in one letter of both words', 'Kwiatkovski Logistika', 'Kwiatkowski Logistyka Sp. z o.o.'],
    ['in one letter and the order of words', 'Logistika Kwiatkowski', 'Kwiatkowski Logistyka'],
    ['in case, in another script', 'ГАЗПРОМ Нефть', 'Газпром нефть ООО'],
  ])('%s: %s', (_difference, folder, label) => {
    expect(nearest(folder, 'Another Company GmbH', label, 'Third Company S.A.')).toEqual([label]);
  });
});

describe('a folder is not near a label that differs', () => {
  test.each([
    ['in a word more', 'Kwiatkowski', 'Kwiatkowski Logistyka'],
    ['in a whole word', 'Kwiatkowski Spedycja', 'Kwiatkowski Logistyka'],
    ['in two letters of a word', 'Kwiatkovzki', 'Kwiatkowski'],
    ['in a letter of three words', 'Kwiatkovski Logistika Gdansc', 'Kwiatkowski Logistyka Gdansk'],
    ['in a letter of a short word', 'Bank Nord', 'Tank Nord'],
    ['in a digit', 'Filiale 1', 'Filiale 2'],
    ['in its legal form', 'Meyer GmbH', 'Meyer GmbH & Co. KG'],
    ['in its legal form, with the same words', 'Nordic AB', 'Nordic A/S'],
  ])('%s: %s', (_difference, folder, label) => {
    expect(nearest(folder, label)).toEqual([]);
  });

  test.each([[''], ['---'], ['&'], ['2026'], ['a'.repeat(201)]])('as %j does', (folder) => {
    expect(nearest(folder, 'Kwiatkowski Logistyka', '!')).toEqual([]);
  });

  test('but a legal form is compared as a word when it is the whole name', () => {
    expect(nearest('s.a.', 'SA', 'Kwiatkowski SA', 'AB')).toEqual(['SA']);
  });
});

test.each([
  ['the label with an equal legal form', 'Nordic A.B.', ['Nordic AB'], ['Nordic']],
  ['the label without an edit', 'Kowalski', ['Kowalski Sp. z o.o.'], ['Kowalska Sp. z o.o.']],
  ['the label with one edit in place of two', 'Weberr Schmidt', ['Weber Schmidt'], ['Webber Schmitt']],
  ['all labels that differ in the legal form', 'Nordic', ['Nordic AB', 'Nordic AS'], []],
  ['all labels that differ in the order of words', 'Weber, Schmidt', ['Weber Schmidt', 'Schmidt Weber'], []],
  ['all labels that differ in one letter each', 'Kowalsk', ['Kowalski', 'Kowalska'], []],
  ['four labels', 'Nordic', ['Nordic AB', 'Nordic AS', 'Nordic Oy', 'Nordic GmbH'], []],
  ['none of five', 'Nordic', [], ['Nordic AB', 'Nordic AS', 'Nordic Oy', 'Nordic GmbH', 'Nordic Inc']],
])('of several near labels, %s is nearest', (_, folder, expected, others) => {
  expect(nearest(folder, ...others, ...expected)).toEqual(expected);
});

test('each of 20,000 labels that share all words but one is found for its folder, and equal ones for none', () => {
  // Comparing each folder with each label would exceed the time of a test many times over.
  const numbers = Array.from({ length: 20_000 }, (_, number) => number);
  const labels = numbers.map((number) => ({ label: `Spedycja ${letters(number)} Logistyka Sp. z o.o.` }));
  const find = createNearestFinder(labels);
  const found = numbers.map((number) => find(`Logistyka ${letters(number)} Spedycja`));
  expect(found.every((entries) => entries.length === 1)).toBe(true);
  const twins = numbers.map(() => ({ label: 'Spedycja Logistyka' }));
  expect(createNearestFinder(twins)('Logistyka Spedycja')).toEqual([]);
});

/** Returns a different word for each number, far from all others. */
function letters(number: number): string {
  return Array.from(String(number), (digit) => 'bdfghklmnp'[Number(digit)]?.repeat(2)).join('a');
}

test.each([
  ['', 'Weiss Logistik', 'not-stated'],
  ['PLZNCZP0', 'Weiss Logistik', 'not-stated'],
  ['Böhm Kälte GmbH', 'Boehm Kaelte', 'same'],
  ['Færge & Søn A/S', 'Faerge Soen', 'same'],
  ['Weiss Logistik GmbH', 'Weiss Logist.', 'same'],
  ['Weiss Logistik', 'W. Logistik', 'same'],
  ['International Manufacturing', 'Intl Mfg', 'same'],
  ['Celik B.V.', 'Celik BV', 'same'],
  ['Celik Kaelte B.V.', 'Bauer Vogt', 'different'],
  ['Celik S.A.', 'Sanders Anton', 'different'],
  ['Weiss Logistik', 'Weiss Metallbau', 'different'],
  ['Weiss Logistik GmbH', 'Weiss Logistik AG', 'alike'],
  ['Max', 'Maxwell Oil', 'alike'],
  ['Acme Trading', 'Omega Trading', 'different'],
  ['Filiale 11', 'Filiale 1', 'different'],
  ['株式会社東海精機', 'Tokai Seiki', 'other-script'],
])('the names %j and %j are %s', (one, other, expected) => {
  const compareNames = createNameComparison();
  expect([compareNames(one, other), compareNames(other, one)]).toEqual([expected, expected]);
});
