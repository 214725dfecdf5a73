import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { jsonTree } from '../../../../src/main/features/proofs/reading/tree.ts';
import { Tree } from '../../../../src/renderer/features/proofs/views/Tree.tsx';
import { treeParts } from '../../../../src/renderer/features/proofs/views/tree-parts.tsx';

/** Names and values as they are read, without the markup around them. */
const shown = (text: string) =>
  renderToStaticMarkup(createElement(Tree, { parts: treeParts(jsonTree(text) ?? []) }))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('numbers are shown with the digits that were received', () => {
  expect(shown('{"amount":1.00,"id":12345678901234567890,"list":[1e2,-0.0]}')).toBe(
    'amount 1.00 id 12345678901234567890 list [2] 0 1e2 1 -0.0',
  );
});

test('everything is shown in its order, a name that is there twice included', () => {
  expect(shown('{"b":"x","2":null,"b":true,"none":{},"empty":[]}')).toBe(
    'b x 2 null b true none {} empty [0]',
  );
});

test('a value alone is one part', () => {
  expect(shown(' 1.00 ')).toBe('1.00');
});
