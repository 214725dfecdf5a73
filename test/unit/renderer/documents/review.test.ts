import { describe, expect, test } from 'vitest';
import {
  batchSums,
  canStart,
  checksOf,
  serviceSums,
} from '../../../../src/renderer/features/documents/review/review-facts.ts';
import { reviewAction } from '../../../../src/renderer/features/documents/review/review-keys.ts';
import {
  type ExpandedGroup,
  findHeldBeneficiaries,
  groupRangeOfLines,
  neededRanges,
  newlyExpanded,
  type ReviewLine,
  reviewLines,
  withMoreDocuments,
} from '../../../../src/renderer/features/documents/review/review-lines.ts';
import type { Review, ReviewGroup } from '../../../../src/shared/contract/document-review.ts';
import { ahlstrom } from './batches.ts';

const review: Review = {
  dropped: 220,
  excluded: 2,
  rejected: 0,
  duplicates: 0,
  waiting: 0,
  unassigned: 0,
  checking: 0,
  onHold: 4,
  toAttach: 214,
  beneficiaries: 38,
  creations: 0,
  knownNamedAgain: 57,
  bytes: 1_860_000_000,
  large: 1,
  defective: 0,
  recipientUpdate: 'send-known',
  host: 'beneficiary.beta.payments.example',
};

describe('the numbers of the review', () => {
  test('add up: the added documents minus the documents left out are the documents to attach', () => {
    const numbers = batchSums({ ...review, rejected: 3, dropped: 223 }).map(({ value }) => Number(value));
    const [dropped = 0, ...leftOut] = numbers;
    const toAttach = leftOut.pop();
    expect(dropped - leftOut.reduce((sum, count) => sum + count, 0)).toBe(toAttach);
  });

  test('count known documents that are sent again only when the profile sends known documents', () => {
    const terms = (update: Review['recipientUpdate']) =>
      serviceSums({ ...review, recipientUpdate: update }).map(({ term }) => term);
    expect(terms('send-known')).toContain('Known documents sent again');
    expect(terms('send-new')).not.toContain('Known documents sent again');
  });

  test.each([
    [{}, true],
    [{ unassigned: 1 }, false],
    [{ checking: 1 }, false],
    [{ toAttach: 0 }, false],
  ])('with %o allow the start: %s', (change, isAllowed) => {
    expect(canStart({ ...review, ...change })).toBe(isAllowed);
  });

  test('appear as checks that are passed, informative or blocking', () => {
    const states = (change: Partial<Review>) =>
      Object.fromEntries(checksOf({ ...review, ...change }, 25).map(({ id, state }) => [id, state]));
    expect(states({})).toEqual({
      assigned: 'ok',
      duplicates: 'ok',
      inAddressBook: 'ok',
      large: 'info',
      held: 'info',
    });
    expect(states({ defective: 2 })).toMatchObject({ defective: 'info' });
    expect(checksOf({ ...review, defective: 2 }, 25).map(({ text }) => text)).toContain(
      '2 files are password-protected, damaged, or incomplete',
    );
    expect(states({ unassigned: 1, duplicates: 2, creations: 38 })).toMatchObject({
      assigned: 'problem',
      duplicates: 'info',
      created: 'info',
    });
  });
});

function groupOf(change: Partial<ReviewGroup> = {}): ReviewGroup {
  return {
    beneficiary: ahlstrom,
    newDocuments: 6,
    known: 3,
    duplicates: 0,
    names: 9,
    bytes: 1,
    large: 0,
    defective: 0,
    held: false,
    ...change,
  };
}

const other = groupOf({ beneficiary: { id: 8, label: 'Kärcher', recipientId: 'rcp_8' } });
const kinds = (lines: readonly ReviewLine[]) => lines.map(({ kind }) => kind);

function linesOf(
  groups: readonly (ReviewGroup | undefined)[],
  expandedGroups: ReadonlyMap<number, ExpandedGroup>,
) {
  return reviewLines(groups.length, (index) => groups[index], expandedGroups);
}

describe('the lines of the review', () => {
  const expandedGroups = new Map([[ahlstrom.id, newlyExpanded]]);

  const shown = (...groups: (ReviewGroup | undefined)[]) => kinds(linesOf(groups, expandedGroups)).join(' ');

  test('show three documents of each kind and the number of hidden documents', () => {
    const three = 'document document document';
    expect(shown(groupOf(), other)).toBe(`group ${three} more ${three} group`);
    const [, , , , more] = linesOf([groupOf(), other], expandedGroups);
    expect(more).toMatchObject({ documentKind: 'new', nextCount: 3, hiddenCount: 3 });
  });

  test('show a fourth document instead of *Show more*, and placeholders for what is not loaded', () => {
    expect(shown(groupOf({ newDocuments: 4, known: 0 }))).toBe('group document document document document');
    expect(shown(undefined, other)).toBe('loading group');
  });

  test('request exactly the shown documents, with known documents after new documents', () => {
    expect(neededRanges(groupOf(), newlyExpanded)).toEqual([
      [0, 3],
      [6, 9],
    ]);
    expect(neededRanges(groupOf({ known: 0 }), withMoreDocuments(newlyExpanded, 'new'))).toEqual([[0, 6]]);
    expect(neededRanges(groupOf({ duplicates: 1 }), newlyExpanded).at(-1)).toEqual([9, 10]);
  });

  test('mark the last line below a beneficiary, and map to the indexes of beneficiaries', () => {
    const lines = linesOf([groupOf(), other], expandedGroups);
    expect(lines.flatMap((line, index) => ('isLast' in line && line.isLast ? [index] : []))).toEqual([7]);
    expect(groupRangeOfLines(lines, 0, 3)).toEqual([0, 0]);
    expect(groupRangeOfLines(lines, 5, 8)).toEqual([0, 1]);
  });
});

test('findHeldBeneficiaries returns the beneficiaries whose documents are on hold', () => {
  const groups = [groupOf({ held: true }), other];
  expect([...findHeldBeneficiaries((index) => groups[index])]).toEqual([ahlstrom.id]);
});

describe('keys in the review', () => {
  const collapsedLines = linesOf([groupOf(), other], new Map());
  const expandedLines = linesOf([groupOf(), other], new Map([[ahlstrom.id, newlyExpanded]]));

  test.each([
    ['ArrowRight', collapsedLines, 0, { kind: 'toggle' }],
    ['ArrowRight', expandedLines, 0, { kind: 'move', to: 1 }],
    ['ArrowLeft', expandedLines, 6, { kind: 'move', to: 0 }],
    ['ArrowLeft', expandedLines, 0, { kind: 'toggle' }],
    ['ArrowLeft', collapsedLines, 0, null],
    ['PageDown', expandedLines, 2, { kind: 'move', to: expandedLines.length - 1 }],
    ['Home', expandedLines, 5, { kind: 'move', to: 0 }],
    ['Enter', expandedLines, 0, { kind: 'toggle' }],
    [' ', expandedLines, 4, { kind: 'more' }],
    ['Enter', expandedLines, 1, null],
  ])('%s: %#', (key, lines, line, action) => {
    expect(reviewAction(key, lines, line, 10)).toEqual(action);
  });
});
