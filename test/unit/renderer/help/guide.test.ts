import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseGuide } from '../../../../scripts/guide/parse-guide.ts';
import { sectionOfRoute, signInSection } from '../../../../src/renderer/app/help/help.ts';
import { findSections } from '../../../../src/renderer/app/help/search-guide.ts';
import { root } from '../../layers/imports.ts';

const markdown = readFileSync(join(root, 'docs/guide/README.md'), 'utf8');
const chapters = parseGuide(markdown);
const ids = chapters.flatMap(({ sections }) => sections.map(({ id }) => id));

describe('the guide in the help', () => {
  test('has the chapters and sections of the guide, in its order', () => {
    const headings = [...markdown.matchAll(/^###? (.+)$/gm)].map(([, title]) => title);
    expect(chapters.flatMap(({ sections }) => sections.map(({ title }) => title))).toEqual(headings);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has a section for each screen', () => {
    for (const id of [...Object.values(sectionOfRoute), signInSection]) expect(ids).toContain(id);
  });

  test('has only links to its own sections', () => {
    const targets = [...markdown.matchAll(/\]\(#([\w-]+)\)/g)].map(([, target]) => target);
    expect(targets.length).toBeGreaterThan(15);
    for (const target of targets) expect(ids).toContain(target);
  });

  test.each([
    ['HTML', '## A\n\n<img src="x" onerror="y">'],
    ['HTML in a sentence', '## A\n\nPress <b>this</b>.'],
    ['a link to elsewhere', '## A\n\n[b](https://example.com)'],
    ['a script as a link', '## A\n\n[b](javascript:alert(1))'],
    ['a picture from elsewhere', '## A\n\n![b](https://example.com/b.png)'],
    ['a nested list', '## A\n\n- b\n  - c'],
  ])('is not built from %s', (_name, text) => {
    expect(() => parseGuide(text)).toThrow();
  });
});

test('the search of the help finds sections with all words, those with the words in the title first', () => {
  const [first, ...others] = findSections(chapters, 'Unknown OUTCOME');
  expect(first?.id).toBe('settle-an-unknown-outcome');
  expect(others.map(({ id }) => id)).toContain('states-of-documents');
});

test('the search of the help shows the text around the word', () => {
  expect(findSections(chapters, 'duplicate references')[0]?.detail).toMatch(/duplicate/i);
  expect(findSections(chapters, 'no such words anywhere')).toEqual([]);
});
