import { expect, test } from 'vitest';
import { findInSpans } from '../../../../src/renderer/components/pdf/find-in-spans.ts';

test.each([
  [['No', ' ', 'money', ' was'], 'no money', [[0, 1, 2]]],
  [['money money'], 'MONEY', [[0], [0]]],
  [['Škoda  Lis', 'ovna'], 'skoda lisovna', [[0, 1]]],
  [['one', ' ', '', ' two'], 'one two', [[0, 1, 3]]],
  [['one'], 'two', []],
  [['one'], '  ', []],
])('the text spans %j are searched for %s', (spans, search, matches) =>
  expect(findInSpans(spans, search)).toEqual(matches),
);
