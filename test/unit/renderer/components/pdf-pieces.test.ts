import { expect, test } from 'vitest';
import { findInSpans } from '../../../../src/renderer/components/pdf/find-in-spans.ts';

test.each([
  [['No', ' ', 'money', ' was'], 'no money', [[0, 1, 2]]],
  [['money money'], 'MONEY', [[0], [0]]],
  [['Škoda  Lis', 'ovna'], 'skoda lisovna', [[0, 1]]],
  [['one', ' ', '', ' two'], 'one two', [[0, 1, 3]]],
  [['one'], 'two', []],
  [['one'], '  ', []],
])('%j searched for %s', (pieces, search, places) => expect(findInSpans(pieces, search)).toEqual(places));
