/** @file One term for one thing: the terms that some screens used beside the term of the others. */
import { expect, test } from 'vitest';
import { readCatalogs } from '../../../scripts/generate/messages/compile.ts';

/** The dropped term, the chosen term, and the keys of messages in which the dropped word means something else. */
const droppedTerms: readonly [dropped: RegExp, chosen: string, otherMeaning?: RegExp][] = [
  [/\btray\b/i, 'Transfers'],
  // Words that clerks search for, and the terms of payment messages.
  [
    /\b(recipients?\b(?! IDs?\b)|payees?\b)/i,
    'beneficiary',
    /^(beneficiaries\.commands\.keywords$|proofs|swiftFields\.)/,
  ],
  // Files, profiles and views have names.
  [
    /\b(name (for|of) (the|a) beneficiary|(?<!file was moved, |was moved, )rena(med?|ming)\b)/i,
    'label',
    /^(activity\.object\.gone\.settings|documentReasons\.|errors\.|statementViews\.)/,
  ],
  // A field of SWIFT messages.
  [/\banswers?\b/i, 'response', /^swiftFields\.answers$/],
  [/\byour IT\b(?! department)/, 'your IT department'],
  [/\bemail\b/i, 'e-mail'],
  // Templates and keys are saved by the clerk.
  [/^Saved$/, 'Stored', /^profiles\./],
  [/\b(re)?load(s|ed|ing)?\b.*\bproofs?\b/i, 'fetch'],
  [/\bfiles? (was|were) refused\b/i, 'not accepted'],
  // The heading of the problems of lines of a file.
  [/^Problems?$/, 'Failed', /^beneficiaries\.importDialog\./],
];

/** Removes names of arguments and of their variants, which no clerk reads. */
const toShownText = (text: string) =>
  text.replaceAll(/\{\s*\w+\s*\}/g, '').replaceAll(/\{\s*\w+\s*,\s*\w+(\s*,)?/g, '{');

const messages = (await readCatalogs()).flatMap((catalog) => catalog.messages);

test('no message has a dropped term beside the chosen one', () => {
  const offending = droppedTerms.flatMap(([dropped, chosen, otherMeaning]) =>
    messages
      .filter(({ key, text }) => otherMeaning?.test(key) !== true && dropped.test(toShownText(text)))
      .map(({ key, text }) => `${key}: ${text} (not ${dropped}, but ${chosen})`),
  );
  expect(offending).toEqual([]);
});
