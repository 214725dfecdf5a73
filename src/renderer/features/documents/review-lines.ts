/** @file The lines of the review: beneficiaries, and under an opened one its documents, new ones first. */
import type { ReviewDocument, ReviewGroup } from '../../../shared/contract/documents.ts';

/** The kind of a document in the review; main lists them in this order. */
export type DocumentKind = ReviewDocument['kind'];
const kinds: readonly DocumentKind[] = ['new', 'known', 'duplicate'];

/** The requested and loaded documents of an expanded beneficiary. */
export interface OpenGroup {
  /** Number of requested documents by kind. */
  readonly wanted: Readonly<Record<DocumentKind, number>>;
  /** Loaded documents by index in the whole list of the beneficiary. */
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
      readonly what: DocumentKind;
      readonly next: number;
      readonly rest: number;
      readonly last: boolean;
    };

/** Documents of a kind that are shown when a beneficiary is opened, and that come with every *Show more*. */
export const firstShown = 3;
/** Documents that each press of *Show more* adds. */
export const moreShown = 100;

/** A beneficiary that was just opened. */
export const justOpened: OpenGroup = {
  wanted: { new: firstShown, known: firstShown, duplicate: firstShown },
  documents: new Map(),
};

interface Part {
  readonly kind: DocumentKind;
  /** Index of the first one. */
  readonly from: number;
  readonly all: number;
  readonly shown: number;
}

/** Returns how many of a kind are shown: a single hidden document is shown instead of a link. */
function shownOf(all: number, wanted: number): number {
  return all <= wanted + 1 ? all : wanted;
}

function partsOf(group: ReviewGroup, { wanted }: OpenGroup): readonly Part[] {
  const counts = { new: group.newDocuments, known: group.known, duplicate: group.duplicates };
  let from = 0;
  return kinds.map((kind) => {
    const all = counts[kind];
    const part = { kind, from, all, shown: shownOf(all, wanted[kind]) };
    from += all;
    return part;
  });
}

/** Indexes of the documents that the lines of a beneficiary show. */
export function neededPlaces(group: ReviewGroup, open: OpenGroup): readonly (readonly [number, number])[] {
  return partsOf(group, open)
    .filter(({ shown }) => shown > 0)
    .map(({ from, shown }) => [from, from + shown]);
}

function linesUnder(group: ReviewGroup, open: OpenGroup): ReviewLine[] {
  const { id } = group.beneficiary;
  const lines = partsOf(group, open).flatMap(({ kind, from, all, shown }): ReviewLine[] => {
    const documents = Array.from(
      { length: shown },
      (_, index): ReviewLine => ({
        kind: 'document',
        key: `${id} ${kind} ${index}`,
        group,
        document: open.documents.get(from + index),
        last: false,
      }),
    );
    if (all === shown) return documents;
    const rest = all - shown;
    const next = Math.min(moreShown, rest);
    return [
      ...documents,
      { kind: 'more', key: `${id} more ${kind}`, group, what: kind, next, rest, last: false },
    ];
  });
  const last = lines.at(-1);
  if (last !== undefined && 'last' in last) lines[lines.length - 1] = { ...last, last: true };
  return lines;
}

/** Returns all lines, including placeholders. */
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

/** Indexes of the beneficiaries to which the lines from `first` to `last` belong. */
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
export function withMore(open: OpenGroup, what: DocumentKind): OpenGroup {
  return { ...open, wanted: { ...open.wanted, [what]: open.wanted[what] + moreShown } };
}
