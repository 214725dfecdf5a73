import { expect, test } from 'vitest';
import { placesIn } from '../../../../src/renderer/components/pdf/pieces.ts';

test.each([
  [['No', ' ', 'money', ' was'], 'no money', [[0, 1, 2]]],
  [['money money'], 'MONEY', [[0], [0]]],
  [['Škoda  Lis', 'ovna'], 'skoda lisovna', [[0, 1]]],
  [['one', ' ', '', ' two'], 'one two', [[0, 1, 3]]],
  [['one'], 'two', []],
  [['one'], '  ', []],
])('%j searched for %s', (pieces, search, places) => expect(placesIn(pieces, search)).toEqual(places));
