/** @file The lines of the review: beneficiaries, and under an expanded beneficiary its documents, new ones first. */
import type { ReviewDocument, ReviewGroup } from '../../../../shared/contract/document-review.ts';

/** The kind of a document in the review; main lists them in this order. */
export type DocumentKind = ReviewDocument['kind'];
const kinds: readonly DocumentKind[] = ['new', 'known', 'duplicate'];

/** The requested and loaded documents of an expanded beneficiary. */
export interface ExpandedGroup {
  readonly requestedCounts: Readonly<Record<DocumentKind, number>>;
  /** Loaded documents by index in the whole list of the beneficiary. */
  readonly documents: ReadonlyMap<number, ReviewDocument>;
}

export type ReviewLine =
  | { readonly kind: 'loading'; readonly key: string }
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly group: ReviewGroup;
      readonly isExpanded: boolean;
    }
  | {
      readonly kind: 'document';
      readonly key: string;
      readonly group: ReviewGroup;
      /** `undefined` while it is not loaded. */
      readonly document: ReviewDocument | undefined;
      readonly isLast: boolean;
    }
  | {
      readonly kind: 'more';
      readonly key: string;
      readonly group: ReviewGroup;
      readonly documentKind: DocumentKind;
      /** Documents that the next *Show more* adds. */
      readonly nextCount: number;
      /** Documents that are not shown. */
      readonly hiddenCount: number;
      readonly isLast: boolean;
    };

/** Documents of each kind that are shown when a beneficiary is expanded. */
const initiallyShown = 3;
/** Documents that each press of *Show more* adds. */
const showMoreStep = 100;

/** The state of a beneficiary that was just expanded. */
export const newlyExpanded: ExpandedGroup = {
  requestedCounts: { new: initiallyShown, known: initiallyShown, duplicate: initiallyShown },
  documents: new Map(),
};

/** The documents of one kind in the list of a beneficiary. */
interface KindRange {
  readonly kind: DocumentKind;
  /** Index of the first document of the kind. */
  readonly from: number;
  readonly total: number;
  readonly shown: number;
}

/** Returns how many documents of a kind are shown. A single hidden document is shown instead of *Show more*. */
function countShown(total: number, requested: number): number {
  return total <= requested + 1 ? total : requested;
}

function kindRanges(group: ReviewGroup, { requestedCounts }: ExpandedGroup): readonly KindRange[] {
  const counts = { new: group.newDocuments, known: group.known, duplicate: group.duplicates };
  let from = 0;
  return kinds.map((kind) => {
    const total = counts[kind];
    const range = { kind, from, total, shown: countShown(total, requestedCounts[kind]) };
    from += total;
    return range;
  });
}

/** Returns the ranges of documents that the lines of a beneficiary show, as start and end (exclusive). */
export function neededRanges(
  group: ReviewGroup,
  expanded: ExpandedGroup,
): readonly (readonly [number, number])[] {
  return kindRanges(group, expanded)
    .filter(({ shown }) => shown > 0)
    .map(({ from, shown }) => [from, from + shown]);
}

function linesOfDocuments(group: ReviewGroup, expanded: ExpandedGroup): ReviewLine[] {
  const { id } = group.beneficiary;
  const lines = kindRanges(group, expanded).flatMap(({ kind, from, total, shown }): ReviewLine[] => {
    const documents = Array.from(
      { length: shown },
      (_, index): ReviewLine => ({
        kind: 'document',
        key: `${id} ${kind} ${index}`,
        group,
        document: expanded.documents.get(from + index),
        isLast: false,
      }),
    );
    if (total === shown) return documents;
    const hiddenCount = total - shown;
    const nextCount = Math.min(showMoreStep, hiddenCount);
    return [
      ...documents,
      {
        kind: 'more',
        key: `${id} more ${kind}`,
        group,
        documentKind: kind,
        nextCount,
        hiddenCount,
        isLast: false,
      },
    ];
  });
  const lastLine = lines.at(-1);
  if (lastLine !== undefined && 'isLast' in lastLine) lines[lines.length - 1] = { ...lastLine, isLast: true };
  return lines;
}

/** Returns all lines. A beneficiary that is not loaded has a placeholder of kind `loading`. */
export function reviewLines(
  total: number,
  groupAt: (index: number) => ReviewGroup | undefined,
  expandedGroups: ReadonlyMap<number, ExpandedGroup>,
): ReviewLine[] {
  const lines: ReviewLine[] = [];
  for (let index = 0; index < total; index += 1) {
    const group = groupAt(index);
    if (group === undefined) {
      lines.push({ kind: 'loading', key: `place ${index}` });
      continue;
    }
    const { id } = group.beneficiary;
    const expandedGroup = expandedGroups.get(id);
    lines.push({ kind: 'group', key: `group ${id}`, group, isExpanded: expandedGroup !== undefined });
    if (expandedGroup !== undefined) lines.push(...linesOfDocuments(group, expandedGroup));
  }
  return lines;
}

/** Returns the IDs of the beneficiaries whose documents are on hold; main lists these beneficiaries first. */
export function findHeldBeneficiaries(
  groupAt: (index: number) => ReviewGroup | undefined,
): ReadonlySet<number> {
  const held = new Set<number>();
  for (let index = 0; groupAt(index)?.held === true; index += 1) {
    const id = groupAt(index)?.beneficiary.id;
    if (id !== undefined) held.add(id);
  }
  return held;
}

/** Returns the indexes of the first and last beneficiary to which the lines from `first` to `last` belong. */
export function groupRangeOfLines(
  lines: readonly ReviewLine[],
  first: number,
  last: number,
): readonly [number, number] {
  const isBeneficiary = (line: ReviewLine) => line.kind === 'group' || line.kind === 'loading';
  const groupIndexAt = (lineIndex: number) =>
    Math.max(0, lines.slice(0, lineIndex + 1).filter(isBeneficiary).length - 1);
  return [groupIndexAt(first), groupIndexAt(last)];
}

/** Requests more documents of a kind for an expanded beneficiary. */
export function withMoreDocuments(expanded: ExpandedGroup, kind: DocumentKind): ExpandedGroup {
  const { requestedCounts } = expanded;
  return {
    ...expanded,
    requestedCounts: { ...requestedCounts, [kind]: requestedCounts[kind] + showMoreStep },
  };
}
