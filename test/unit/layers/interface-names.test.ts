/** @file Screens, buttons, states and messages have the same names in the documentation as in the window. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { readCatalogs } from '../../../scripts/generate/messages/compile.ts';
import { root } from './imports.ts';

/** The user guide writes interface names in bold and nothing else. */
const bold = /\*\*([^*]+)\*\*/gu;
/** The other pages write interface names in italics, and sometimes other text. */
const italic = /(?<![*\w`/])\*([^*\s][^*]*)\*(?![*\w])/gu;

/** The marks of names on each page, the least number of names, and marked text that is in no catalog. */
const pages: readonly [path: string, marks: RegExp, minNames: number, otherText: readonly string[]][] = [
  ['docs/guide/README.md', bold, 150, []],
  // The beginning of a message.
  ['docs/acceptance.md', italic, 10, ['Installing Paydesk VERSION…']],
  // Headings and terms of the page, the beginning of a message, and names of other systems.
  [
    'docs/operations.md',
    italic,
    15,
    ['Data locations', 'Backups', 'Updates', 'policy', 'unknown', 'Installing…'].concat(
      '409 OperationAborted',
      'Trusted Signing Certificate Profile Signer',
    ),
  ],
  // States in the database.
  ['docs/architecture.md', italic, 5, ['stored', 'linking', 'sending', 'unknown']],
  ['README.md', italic, 1, []],
  // A button of the website with the repository.
  ['SECURITY.md', italic, 3, ['Report a vulnerability']],
];

/** Placeholder for a value in a form of a message; no message contains this character. */
const anyValue = '\u0000';

/** Returns every form of a message: one for each branch of its plurals and choices. */
function formsOf(elements: readonly MessageFormatElement[]): readonly string[] {
  return elements.reduce<readonly string[]>(
    (forms, element) => {
      const parts = formsOfElement(element);
      return forms.flatMap((form) => parts.map((part) => form + part));
    },
    [''],
  );
}

function formsOfElement(element: MessageFormatElement): readonly string[] {
  switch (element.type) {
    case TYPE.literal:
      return [element.value];
    case TYPE.plural:
    case TYPE.select:
      return Object.values(element.options).flatMap(({ value }) => formsOf(value));
    case TYPE.tag:
      return formsOf(element.children);
    default:
      return [anyValue];
  }
}

/** Returns an expression for a form; `null` when the form has too few letters to be distinguished from other text. */
function patternOf(form: string): RegExp | null {
  if (form.includes(anyValue) && form.replaceAll(/\P{Letter}/gu, '').length < 3) return null;
  const literals = form.split(anyValue).map((text) => RegExp.escape(text));
  return new RegExp(`^${literals.join('.+')}$`, 'u');
}

const patterns = (await readCatalogs())
  .flatMap(({ messages }) => messages.flatMap(({ parsed }) => formsOf(parsed)))
  .map(patternOf)
  .filter((pattern) => pattern !== null);

test.each(pages)('interface names in %s are messages', async (path, marks, minNames, otherText) => {
  const page = await readFile(join(root, path), 'utf8');
  // The rows of the Electron checklist name tests.
  const text = path === 'docs/operations.md' ? page.replaceAll(/^\| \d+ \|.*$/gmu, '') : page;
  const marked = new Set([...text.matchAll(marks)].map(([, name = '']) => name.replaceAll(/\s+/gu, ' ')));
  const names = [...marked].filter((name) => !otherText.includes(name));
  expect(names.length).toBeGreaterThanOrEqual(minNames);
  expect(names.filter((name) => !patterns.some((pattern) => pattern.test(name)))).toEqual([]);
});
