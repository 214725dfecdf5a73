import { describe, expect, test } from 'vitest';
import { createNearestFinder } from '../../../src/main/features/documents/near-names.ts';

function nearest(folder: string, ...labels: string[]): string[] {
  return createNearestFinder(labels.map((label) => ({ label })))(folder).map(({ label }) => label);
}

describe('a folder is near a label that differs', () => {
  test.each([
    ['in the legal form', 'Kwiatkowski Logistyka', 'Kwiatkowski Logistyka Sp. z o.o.'],
    [
      'in the spelling of the legal form',
      'Kwiatkowski Logistyka sp z oo',
      'Kwiatkowski Logistyka Sp. z o.o.',
    ],
    ['in a written-out legal form', 'Kärcher Gesellschaft mit beschränkter Haftung', 'Kärcher GmbH'],
    ['in a compound legal form', 'Meyer', 'Meyer GmbH & Co. KG'],
    ['in the conjunction of a legal form', 'Meyer GmbH und Co KG', 'Meyer GmbH & Co. KG'],
    ['in a leading legal form', 'Ahlström Konepaja', 'Oy Ahlström Konepaja Ab'],
    ['in one of two legal forms', 'Ahlström Konepaja Oy', 'Oy Ahlström Konepaja Ab'],
    ['in the points of a legal form', 'Lumière SA', 'Lumière S.A.'],
    ['in a French legal form', 'Boulangerie Petit', 'Boulangerie Petit S. à r.l.'],
    ['in a Czech legal form', 'Škoda Lisovna', 'Škoda Lisovna a.s.'],
    ['in a Slovak legal form', 'Novák', 'Novák spol. s r.o.'],
    ['in an Italian legal form', 'Officine Rossi', 'Officine Rossi S.p.A.'],
    ['in a Dutch legal form', 'Van Dijk', 'Van Dijk B.V.'],
    ['in a Swedish legal form', 'Aktiebolag Nordic', 'Nordic AB'],
    ['in a British legal form', 'Smith Limited', 'Smith Ltd.'],
    ['in an American legal form', 'Smith', 'Smith, Inc.'],
    ['in an American company form', 'Smith L.L.C.', 'Smith LLC'],
    ['in case', 'KWIATKOWSKI logistyka', 'Kwiatkowski Logistyka Sp. z o.o.'],
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
    ['in a wrong first letter', 'Xwiatkowski Logistyka', 'Kwiatkowski Logistyka'],
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
    ['in a word less', 'Kwiatkowski Logistyka Gdańsk', 'Kwiatkowski Logistyka'],
    ['in a whole word', 'Kwiatkowski Spedycja', 'Kwiatkowski Logistyka'],
    ['in two letters of a word', 'Kwiatkovzki', 'Kwiatkowski'],
    ['in a letter of three words', 'Kwiatkovski Logistika Gdansc', 'Kwiatkowski Logistyka Gdansk'],
    ['in a letter of a short word', 'Bank Nord', 'Tank Nord'],
    ['in a digit', 'Filiale 1', 'Filiale 2'],
    ['in a digit of a long word', 'Kunde20261', 'Kunde20262'],
    ['in its legal form', 'Meyer GmbH', 'Meyer GmbH & Co. KG'],
    ['in its legal form, with the same words', 'Nordic AB', 'Nordic A/S'],
    ['in its legal form, of one country', 'Kowalski S.A.', 'Kowalski Sp. z o.o.'],
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

describe('of several near labels', () => {
  test.each([
    ['an equal legal form is nearest', 'Nordic A.B.', ['Nordic', 'Nordic AB'], ['Nordic AB']],
    [
      'no edit is nearer than one',
      'Kowalski',
      ['Kowalska Sp. z o.o.', 'Kowalski Sp. z o.o.'],
      ['Kowalski Sp. z o.o.'],
    ],
    ['one edit is nearer than two', 'Weberr Schmidt', ['Webber Schmitt', 'Weber Schmidt'], ['Weber Schmidt']],
  ])('%s', (_title, folder, labels, expected) => {
    expect(nearest(folder, ...labels)).toEqual(expected);
  });

  test.each([
    ['that differ in the legal form', 'Nordic', ['Nordic AB', 'Nordic AS']],
    ['that are equal', 'Weber', ['Weber GmbH', 'Weber GmbH']],
    ['that differ in the order of words', 'Weber, Schmidt', ['Weber Schmidt', 'Schmidt Weber']],
    ['that differ in one letter each', 'Kowalsk', ['Kowalski', 'Kowalska']],
  ])('all are found %s', (_title, folder, labels) => {
    expect(nearest(folder, ...labels)).toEqual(labels);
  });

  test('none is found when there are more than four', () => {
    const labels = ['Nordic AB', 'Nordic AS', 'Nordic Oy', 'Nordic GmbH'];
    expect(nearest('Nordic', ...labels)).toEqual(labels);
    expect(nearest('Nordic', ...labels, 'Nordic Inc')).toEqual([]);
  });
});

describe('20,000 labels', () => {
  // Comparing each folder with each label would exceed the time of a test many times over.
  test('that share all words but one are each found for their folder', () => {
    const labels = Array.from(
      { length: 20_000 },
      (_, index) => `Spedycja ${letters(index)} Logistyka Sp. z o.o.`,
    );
    const find = createNearestFinder(labels.map((label) => ({ label })));
    const found = Array.from({ length: 20_000 }, (_, index) => find(`Logistyka ${letters(index)} Spedycja`));
    expect(found.every((entries) => entries.length === 1)).toBe(true);
  });

  test('that are equal are proposed for no folder', () => {
    const twins = Array.from({ length: 20_000 }, () => ({ label: 'Spedycja Logistyka' }));
    expect(createNearestFinder(twins)('Logistyka Spedycja')).toEqual([]);
  });
});

/** Returns a different word for each number, far from all others. */
function letters(number: number): string {
  return Array.from(String(number), (digit) => 'bdfghklmnp'[Number(digit)]?.repeat(2)).join('a');
}
