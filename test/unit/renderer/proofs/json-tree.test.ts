import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { flattenJson } from '../../../../src/main/features/proofs/extraction/content.ts';
import { Tree } from '../../../../src/renderer/features/proofs/views/Tree.tsx';

/** Displayed names and values, without markup. */
const shown = (text: string) =>
  renderToStaticMarkup(createElement(Tree, { nodes: flattenJson(text) ?? [] }))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('numbers are shown with the digits of the proof', () => {
  expect(shown('{"amount":1.00,"id":12345678901234567890,"list":[1e2,-0.0]}')).toBe(
    'amount 1.00 id 12345678901234567890 list [2] 0 1e2 1 -0.0',
  );
});

test('all members are shown in source order, including duplicate names', () => {
  expect(shown('{"b":"x","2":null,"b":true,"none":{},"empty":[]}')).toBe(
    'b x 2 null b true none {} empty [0]',
  );
});

test('a single value is one node', () => {
  expect(shown(' 1.00 ')).toBe('1.00');
});
