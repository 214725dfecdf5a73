import { describe, expect, test } from 'vitest';
import {
  batchSums,
  canStart,
  checksOf,
  serviceSums,
} from '../../../../src/renderer/features/documents/review-facts.ts';
import { reviewAction } from '../../../../src/renderer/features/documents/review-keys.ts';
import {
  type ExpandedGroup,
  findHeldBeneficiaries,
  groupRangeOfLines,
  neededRanges,
  newlyExpanded,
  type ReviewLine,
  reviewLines,
  withMoreDocuments,
} from '../../../../src/renderer/features/documents/review-lines.ts';
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

  test('allow the start when every file is assigned and checked and at least one document will be attached', () => {
    expect(canStart(review)).toBe(true);
    expect(canStart({ ...review, unassigned: 1 })).toBe(false);
    expect(canStart({ ...review, checking: 1 })).toBe(false);
    expect(canStart({ ...review, toAttach: 0 })).toBe(false);
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

  test('show three documents of each kind and the number of hidden documents', () => {
    const lines = linesOf([groupOf(), other], expandedGroups);
    expect(kinds(lines)).toEqual([
      'group',
      'document',
      'document',
      'document',
      'more',
      'document',
      'document',
      'document',
      'group',
    ]);
    expect(lines[4]).toMatchObject({ documentKind: 'new', nextCount: 3, hiddenCount: 3 });
  });

  test('show a fourth document instead of *Show more* when no other is hidden', () => {
    const lines = linesOf([groupOf({ newDocuments: 4, known: 0 })], expandedGroups);
    expect(kinds(lines)).toEqual(['group', 'document', 'document', 'document', 'document']);
  });

  test('request exactly the shown documents, with known documents after new documents', () => {
    expect(neededRanges(groupOf(), newlyExpanded)).toEqual([
      [0, 3],
      [6, 9],
    ]);
    expect(neededRanges(groupOf({ known: 0 }), withMoreDocuments(newlyExpanded, 'new'))).toEqual([[0, 6]]);
    expect(neededRanges(groupOf({ duplicates: 1 }), newlyExpanded).at(-1)).toEqual([9, 10]);
  });

  test('keep placeholders for beneficiaries that are not loaded', () => {
    expect(kinds(linesOf([undefined, groupOf()], new Map()))).toEqual(['loading', 'group']);
  });

  test('mark the last line below a beneficiary', () => {
    const lines = linesOf([groupOf(), other], expandedGroups);
    expect(lines.map((line) => 'isLast' in line && line.isLast).lastIndexOf(true)).toBe(7);
    expect(lines.filter((line) => 'isLast' in line && line.isLast)).toHaveLength(1);
  });

  test('map to the indexes of the first and last beneficiary', () => {
    const lines = linesOf([groupOf(), other], expandedGroups);
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

  test('expand a beneficiary and then enter it with Right, and leave and then collapse it with Left', () => {
    expect(reviewAction('ArrowRight', collapsedLines, 0, 10)).toEqual({ kind: 'toggle' });
    expect(reviewAction('ArrowRight', expandedLines, 0, 10)).toEqual({ kind: 'move', to: 1 });
    expect(reviewAction('ArrowLeft', expandedLines, 6, 10)).toEqual({ kind: 'move', to: 0 });
    expect(reviewAction('ArrowLeft', expandedLines, 0, 10)).toEqual({ kind: 'toggle' });
    expect(reviewAction('ArrowLeft', collapsedLines, 0, 10)).toBeNull();
  });

  test('never move beyond the first or last line', () => {
    expect(reviewAction('ArrowUp', expandedLines, 0, 10)).toEqual({ kind: 'move', to: 0 });
    expect(reviewAction('PageDown', expandedLines, 2, 10)).toEqual({
      kind: 'move',
      to: expandedLines.length - 1,
    });
    expect(reviewAction('Home', expandedLines, 5, 10)).toEqual({ kind: 'move', to: 0 });
  });

  test('expand a beneficiary or show more with Enter or Space, and do nothing on a document', () => {
    expect(reviewAction('Enter', expandedLines, 0, 10)).toEqual({ kind: 'toggle' });
    expect(reviewAction(' ', expandedLines, 4, 10)).toEqual({ kind: 'more' });
    expect(reviewAction('Enter', expandedLines, 1, 10)).toBeNull();
    expect(reviewAction('x', expandedLines, 0, 10)).toBeNull();
  });
});
