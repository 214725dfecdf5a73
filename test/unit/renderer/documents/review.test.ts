import { describe, expect, test } from 'vitest';
import {
  batchSums,
  canStart,
  checksOf,
  serviceSums,
} from '../../../../src/renderer/features/documents/review-facts.ts';
import { reviewAction } from '../../../../src/renderer/features/documents/review-keys.ts';
import {
  groupsOfLines,
  heldFirst,
  justOpened,
  neededPlaces,
  type OpenGroup,
  type ReviewLine,
  reviewLines,
  withMore,
} from '../../../../src/renderer/features/documents/review-lines.ts';
import type { Review, ReviewGroup } from '../../../../src/shared/contract/documents.ts';
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
  test('add up from the added to the attached documents', () => {
    const numbers = batchSums({ ...review, rejected: 3, dropped: 223 }).map(({ value }) => Number(value));
    const [dropped = 0, ...others] = numbers;
    const toAttach = others.pop();
    expect(dropped - others.reduce((sum, count) => sum + count, 0)).toBe(toAttach);
  });

  test('count documents that are named again only where the profile sends them', () => {
    const terms = (update: Review['recipientUpdate']) =>
      serviceSums({ ...review, recipientUpdate: update }).map(({ term }) => term);
    expect(terms('send-known')).toContain('Known documents sent again');
    expect(terms('send-new')).not.toContain('Known documents sent again');
  });

  test('allow the start when every file is assigned and checked, and there is something to attach', () => {
    expect(canStart(review)).toBe(true);
    expect(canStart({ ...review, unassigned: 1 })).toBe(false);
    expect(canStart({ ...review, checking: 1 })).toBe(false);
    expect(canStart({ ...review, toAttach: 0 })).toBe(false);
  });

  test('appear as checks that are passed, informative or blocking', () => {
    const states = (change: Partial<Review>) =>
      Object.fromEntries(checksOf({ ...review, ...change }, 25).map(({ id, state }) => [id, state]));
    expect(states({})).toEqual({ assigned: 'ok', once: 'ok', book: 'ok', large: 'info', held: 'info' });
    expect(states({ defective: 2 })).toMatchObject({ defective: 'info' });
    expect(checksOf({ ...review, defective: 2 }, 25).map(({ text }) => text)).toContain(
      '2 files are password-protected, damaged, or incomplete',
    );
    expect(states({ unassigned: 1, duplicates: 2, creations: 38 })).toMatchObject({
      assigned: 'problem',
      once: 'info',
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

function linesOf(groups: readonly (ReviewGroup | undefined)[], opened: ReadonlyMap<number, OpenGroup>) {
  return reviewLines(groups.length, (index) => groups[index], opened);
}

describe('the lines of the review', () => {
  const opened = new Map([[ahlstrom.id, justOpened]]);

  test('show three documents of a kind, and the number of the others', () => {
    const lines = linesOf([groupOf(), other], opened);
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
    expect(lines[4]).toMatchObject({ what: 'new', next: 3, rest: 3 });
  });

  test('show a single further document instead of a link', () => {
    const lines = linesOf([groupOf({ newDocuments: 4, known: 0 })], opened);
    expect(kinds(lines)).toEqual(['group', 'document', 'document', 'document', 'document']);
  });

  test('request exactly the shown documents, known ones after new ones', () => {
    expect(neededPlaces(groupOf(), justOpened)).toEqual([
      [0, 3],
      [6, 9],
    ]);
    expect(neededPlaces(groupOf({ known: 0 }), withMore(justOpened, 'new'))).toEqual([[0, 6]]);
    expect(neededPlaces(groupOf({ duplicates: 1 }), justOpened).at(-1)).toEqual([9, 10]);
  });

  test('keep placeholders for beneficiaries that are not loaded', () => {
    expect(kinds(linesOf([undefined, groupOf()], new Map()))).toEqual(['loading', 'group']);
  });

  test('mark the last line below a beneficiary', () => {
    const lines = linesOf([groupOf(), other], opened);
    expect(lines.map((line) => 'last' in line && line.last).lastIndexOf(true)).toBe(7);
    expect(lines.filter((line) => 'last' in line && line.last)).toHaveLength(1);
  });

  test('belong to the beneficiaries that are requested from main', () => {
    const lines = linesOf([groupOf(), other], opened);
    expect(groupsOfLines(lines, 0, 3)).toEqual([0, 0]);
    expect(groupsOfLines(lines, 5, 8)).toEqual([0, 1]);
  });

  test('name the beneficiaries whose documents are on hold', () => {
    const groups = [groupOf({ held: true }), other];
    expect([...heldFirst((index) => groups[index])]).toEqual([ahlstrom.id]);
  });
});

describe('keys in the review', () => {
  const closed = linesOf([groupOf(), other], new Map());
  const open = linesOf([groupOf(), other], new Map([[ahlstrom.id, justOpened]]));

  test('expand and then enter with right, leave and then collapse with left', () => {
    expect(reviewAction('ArrowRight', closed, 0, 10)).toEqual({ kind: 'toggle' });
    expect(reviewAction('ArrowRight', open, 0, 10)).toEqual({ kind: 'move', to: 1 });
    expect(reviewAction('ArrowLeft', open, 6, 10)).toEqual({ kind: 'move', to: 0 });
    expect(reviewAction('ArrowLeft', open, 0, 10)).toEqual({ kind: 'toggle' });
    expect(reviewAction('ArrowLeft', closed, 0, 10)).toBeNull();
  });

  test('stay inside the list with arrows and page keys', () => {
    expect(reviewAction('ArrowUp', open, 0, 10)).toEqual({ kind: 'move', to: 0 });
    expect(reviewAction('PageDown', open, 2, 10)).toEqual({ kind: 'move', to: open.length - 1 });
    expect(reviewAction('Home', open, 5, 10)).toEqual({ kind: 'move', to: 0 });
  });

  test('expand a beneficiary and show more with Enter, which does nothing on a document', () => {
    expect(reviewAction('Enter', open, 0, 10)).toEqual({ kind: 'toggle' });
    expect(reviewAction(' ', open, 4, 10)).toEqual({ kind: 'more' });
    expect(reviewAction('Enter', open, 1, 10)).toBeNull();
    expect(reviewAction('x', open, 0, 10)).toBeNull();
  });
});
