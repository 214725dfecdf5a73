/** @file The lines of the review: beneficiaries, and under an opened one its documents by kind. */
import type { ReviewDocument, ReviewGroup } from '../../../shared/contract/documents.ts';

/** The kinds of documents under a beneficiary, in the order of main's list. */
const kinds = ['new', 'known', 'duplicate'] as const;

/** One of them. */
export type ReviewKind = (typeof kinds)[number];

/** The documents of an opened beneficiary, as far as they were asked for and have come. */
export interface OpenGroup {
  /** How many of each kind the clerk wants to see. */
  readonly shown: Readonly<Record<ReviewKind, number>>;
  /** Documents by their place in the whole list of the beneficiary. */
  readonly documents: ReadonlyMap<number, ReviewDocument>;
}

/** One line of the list. */
export type ReviewLine =
  | { readonly kind: 'loading'; readonly key: string }
  | { readonly kind: 'group'; readonly key: string; readonly group: ReviewGroup; readonly open: boolean }
  | {
      readonly kind: 'document';
      readonly key: string;
      readonly group: ReviewGroup;
      /** `undefined` while it is not loaded. */
      readonly document: ReviewDocument | undefined;
      readonly last: boolean;
    }
  | {
      readonly kind: 'more';
      readonly key: string;
      readonly group: ReviewGroup;
      readonly what: ReviewKind;
      readonly next: number;
      readonly rest: number;
      readonly last: boolean;
    };

/** Documents of a kind that are shown when a beneficiary is opened, and that come with every *Show more*. */
export const firstShown = 3;
export const moreShown = 100;

/** A beneficiary that was just opened. */
export const justOpened: OpenGroup = {
  shown: { new: firstShown, known: firstShown, duplicate: firstShown },
  documents: new Map(),
};

/** How many of a kind are shown: one more line is not hidden behind a line that says so. */
function shownOf(all: number, wanted: number): number {
  return all <= wanted + 1 ? all : wanted;
}

interface Part {
  readonly kind: ReviewKind;
  /** Place of the first one in the whole list of the beneficiary. */
  readonly from: number;
  readonly all: number;
  readonly shown: number;
}

function partsOf(group: ReviewGroup, open: OpenGroup): readonly Part[] {
  const counts = { new: group.newDocuments, known: group.known, duplicate: group.duplicates };
  const from = { new: 0, known: counts.new, duplicate: counts.new + counts.known };
  return kinds.map((kind) => ({
    kind,
    from: from[kind],
    all: counts[kind],
    shown: shownOf(counts[kind], open.shown[kind]),
  }));
}

/** Places in the list of a beneficiary that its lines need. */
export function neededPlaces(group: ReviewGroup, open: OpenGroup): readonly (readonly [number, number])[] {
  return partsOf(group, open)
    .filter(({ shown }) => shown > 0)
    .map(({ from, shown }) => [from, from + shown]);
}

function linesUnder(group: ReviewGroup, open: OpenGroup): ReviewLine[] {
  const { id } = group.beneficiary;
  const lines = partsOf(group, open).flatMap(({ kind, from, all, shown }): ReviewLine[] => [
    ...Array.from(
      { length: shown },
      (_, index): ReviewLine => ({
        kind: 'document',
        key: `${id} ${kind} ${index}`,
        group,
        document: open.documents.get(from + index),
        last: false,
      }),
    ),
    ...(all === shown
      ? []
      : [
          {
            kind: 'more' as const,
            key: `${id} more ${kind}`,
            group,
            what: kind,
            next: Math.min(moreShown, all - shown),
            rest: all - shown,
            last: false,
          },
        ]),
  ]);
  const last = lines.at(-1);
  if (last !== undefined && 'last' in last) lines[lines.length - 1] = { ...last, last: true };
  return lines;
}

/** All lines, of beneficiaries that have not been loaded too. */
export function reviewLines(
  total: number,
  groupAt: (index: number) => ReviewGroup | undefined,
  opened: ReadonlyMap<number, OpenGroup>,
): ReviewLine[] {
  const lines: ReviewLine[] = [];
  for (let index = 0; index < total; index += 1) {
    const group = groupAt(index);
    if (group === undefined) {
      lines.push({ kind: 'loading', key: `place ${index}` });
      continue;
    }
    const { id } = group.beneficiary;
    const open = opened.get(id);
    lines.push({ kind: 'group', key: `group ${id}`, group, open: open !== undefined });
    if (open !== undefined) lines.push(...linesUnder(group, open));
  }
  return lines;
}

/** Beneficiaries whose documents are held back; main lists them first. */
export function heldFirst(groupAt: (index: number) => ReviewGroup | undefined): ReadonlySet<number> {
  const held = new Set<number>();
  for (let index = 0; groupAt(index)?.held === true; index += 1) {
    const id = groupAt(index)?.beneficiary.id;
    if (id !== undefined) held.add(id);
  }
  return held;
}

/** The places of the beneficiaries to which the lines from `first` to `last` belong. */
export function groupsOfLines(
  lines: readonly ReviewLine[],
  first: number,
  last: number,
): readonly [number, number] {
  const starts = (line: ReviewLine) => line.kind === 'group' || line.kind === 'loading';
  const until = (end: number) => Math.max(0, lines.slice(0, end + 1).filter(starts).length - 1);
  return [until(first), until(last)];
}

/** More documents of a kind, for a beneficiary that is open. */
export function withMore(open: OpenGroup, what: ReviewKind): OpenGroup {
  return { ...open, shown: { ...open.shown, [what]: open.shown[what] + moreShown } };
}
