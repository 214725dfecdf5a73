/** @file Screens, buttons, states and messages have the same names in the documentation as in the window. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import { readCatalogs } from '../../../scripts/messages/compile.ts';
import { root } from './imports.ts';

/** The user guide writes interface names in bold and nothing else. */
const bold = /\*\*([^*]+)\*\*/gu;
/** The other pages write interface names in italics, and sometimes other text. */
const italic = /(?<![*\w`/])\*([^*\s][^*]*)\*(?![*\w])/gu;

interface Page {
  readonly path: string;
  readonly marks: RegExp;
  readonly minNames: number;
  /** Marked text that is in no catalog, and why. */
  readonly otherText: readonly string[];
  readonly skippedLines?: RegExp;
}

const pages: readonly Page[] = [
  {
    path: 'docs/guide/README.md',
    marks: bold,
    minNames: 150,
    // The message is the encoding with an ellipsis.
    otherText: ['UTF-8…'],
  },
  {
    path: 'docs/acceptance.md',
    marks: italic,
    minNames: 10,
    // The beginning of a message.
    otherText: ['Installing Paydesk VERSION…'],
  },
  {
    path: 'docs/operations.md',
    marks: italic,
    minNames: 15,
    otherText: [
      // Headings of the page.
      'Data locations',
      'Updates',
      // Terms of the page.
      'policy file',
      'unknown',
      // The beginning of a message.
      'Installing…',
      // Names of other systems.
      '409 OperationAborted',
      'Trusted Signing Certificate Profile Signer',
    ],
    // The rows of the Electron checklist, which name tests.
    skippedLines: /^\| \d+ \|.*$/gmu,
  },
  {
    path: 'docs/architecture.md',
    marks: italic,
    minNames: 5,
    // States in the database.
    otherText: ['stored', 'linking', 'sending', 'unknown'],
  },
  { path: 'README.md', marks: italic, minNames: 1, otherText: [] },
  {
    path: 'SECURITY.md',
    marks: italic,
    minNames: 3,
    // A button of the website with the repository.
    otherText: ['Report a vulnerability'],
  },
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

describe('interface names are messages of the catalogs', () => {
  test.each(pages)('in $path', async ({ path, marks, minNames, otherText, skippedLines }) => {
    const page = await readFile(join(root, path), 'utf8');
    const text = skippedLines === undefined ? page : page.replaceAll(skippedLines, '');
    const marked = new Set([...text.matchAll(marks)].map(([, name = '']) => name.replaceAll(/\s+/gu, ' ')));
    const names = [...marked].filter((name) => !otherText.includes(name));
    expect(names.length).toBeGreaterThanOrEqual(minNames);
    expect(names.filter((name) => !patterns.some((pattern) => pattern.test(name)))).toEqual([]);
  });
});
