/** @file One term for one thing: the terms that some screens used beside the term of the others. */
import { describe, expect, test } from 'vitest';
import { readCatalogs } from '../../../scripts/messages/compile.ts';

interface DroppedTerm {
  readonly thing: string;
  readonly dropped: RegExp;
  readonly chosen: string;
  /** Keys of messages in which the word means something else. */
  readonly otherMeaning?: RegExp;
}

const droppedTerms: readonly DroppedTerm[] = [
  { thing: 'the bar that shows what runs', dropped: /\btray\b/i, chosen: 'Transfers' },
  {
    thing: 'who gets documents',
    dropped: /\b(recipients?\b(?! IDs?\b)|payees?\b)/i,
    chosen: 'beneficiary',
    // Words that clerks search for, and the terms of payment messages.
    otherMeaning: /^(beneficiaries\.commands\.keywords$|proofs|swiftFields\.)/,
  },
  {
    thing: 'the text that a clerk gives a beneficiary',
    dropped: /\b(name (for|of) (the|a) beneficiary|(?<!file was moved, |was moved, )rena(med?|ming)\b)/i,
    chosen: 'label',
    // Files, profiles and views have names.
    otherMeaning: /^(activity\.object\.gone\.settings|documentReasons\.|errors\.|statementViews\.)/,
  },
  {
    thing: 'what a host returns to a request',
    dropped: /\banswers?\b/i,
    chosen: 'response',
    // A field of SWIFT messages.
    otherMeaning: /^swiftFields\.answers$/,
  },
  { thing: 'who manages the computer', dropped: /\byour IT\b(?! department)/, chosen: 'your IT department' },
  { thing: 'electronic mail', dropped: /\bemail\b/i, chosen: 'e-mail' },
  {
    thing: 'a proof in the library',
    dropped: /^Saved$/,
    chosen: 'Stored',
    // Templates and keys are saved by the clerk.
    otherMeaning: /^profiles\./,
  },
  {
    thing: 'getting a proof',
    dropped: /\b(re)?load(s|ed|ing)?\b.*\bproofs?\b/i,
    chosen: 'fetch',
  },
  {
    thing: 'a file that Paydesk does not take',
    dropped: /\bfiles? (was|were) refused\b/i,
    chosen: 'not accepted',
  },
  {
    thing: 'a document that was not attached',
    dropped: /^Problems?$/,
    chosen: 'Failed',
    // The heading of the problems of lines of a file.
    otherMeaning: /^beneficiaries\.importDialog\./,
  },
];

/** Removes names of arguments and of their variants, which no clerk reads. */
const toShownText = (text: string) =>
  text.replaceAll(/\{\s*\w+\s*\}/g, '').replaceAll(/\{\s*\w+\s*,\s*\w+(\s*,)?/g, '{');

const messages = (await readCatalogs()).flatMap((catalog) => catalog.messages);

describe.each(droppedTerms)('$thing', ({ dropped, chosen, otherMeaning }) => {
  test(`is called “${chosen}” in every message`, () => {
    const offending = messages.filter(
      ({ key, text }) => otherMeaning?.test(key) !== true && dropped.test(toShownText(text)),
    );
    expect(offending.map(({ key, text }) => `${key}: ${text}`)).toEqual([]);
  });
});
