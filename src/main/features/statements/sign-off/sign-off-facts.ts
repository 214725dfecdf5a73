/** @file The figures of a statement that are signed off. */
import { describeCheckFacts, describeCheckTitle, isFine } from '../../../../shared/messages/check-points.ts';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { t } from '../../../../shared/messages/index.ts';
import { decimalText } from '../../../../shared/model/proofs/amount.ts';
import type { AnnotationCounts } from '../../../../shared/model/statements/annotations.ts';
import {
  hasNothingToCompare,
  withDuplicateReferences,
} from '../../../../shared/model/statements/duplicate-references.ts';
import type {
  CheckPoint,
  DuplicateReferences,
  Sums,
} from '../../../../shared/model/statements/open-statement.ts';
import type { SignOffFacts } from '../../../../shared/model/statements/sign-off.ts';

/** A statement as it was read and checked. */
export interface MeasuredStatement {
  /** Data rows: the first one's number in the file, and how many there are. */
  readonly head: number;
  readonly rows: number;
  readonly points: readonly CheckPoint[];
  /** References that other statements of the wallet have too; `null` when they could not be compared. */
  readonly duplicates: DuplicateReferences | null;
  /** Sums of its amounts; `null` without a column of amounts. */
  readonly sums: Sums | null;
}

function toDecimal(minorUnits: string, scale: number): string {
  return decimalText({ digits: BigInt(minorUnits), scale });
}

function readBalance(points: readonly CheckPoint[]): SignOffFacts['balance'] {
  const { opening, closing, currency = '', scale } = points.find(({ id }) => id === 'balance')?.facts ?? {};
  if (opening === undefined || closing === undefined) return null;
  const amount = (value: string | number) => toDecimal(String(value), Number(scale));
  return { currency: String(currency), opening: amount(opening), closing: amount(closing) };
}

/** Says what a check found, for references with the other statements that have them. */
function describeDetail(point: CheckPoint, duplicates: DuplicateReferences | null): string {
  const others = point.id === 'references' ? (duplicates?.found ?? []) : [];
  const shared = others.map(({ inQuestion, since, till }) =>
    t('integrity.references.alsoIn', { count: inQuestion, period: formatPeriod(since, till) }),
  );
  return [describeCheckFacts(point), ...shared].filter((text) => text !== '').join(' ');
}

export function determineFacts(
  { rows, points, duplicates, sums }: MeasuredStatement,
  counts: AnnotationCounts,
): SignOffFacts {
  const checks = withDuplicateReferences(points, duplicates);
  const isUnchecked = (point: CheckPoint) =>
    point.result === 'cannot' || hasNothingToCompare(point, duplicates);
  return {
    rows,
    ticked: counts.tick,
    notes: counts.note,
    balance: readBalance(points),
    sums: (sums?.sums ?? []).map(({ currency, incoming, outgoing }) => ({
      currency,
      incoming: toDecimal(incoming, sums?.scale ?? 0),
      outgoing: toDecimal(outgoing, sums?.scale ?? 0),
    })),
    passed: checks.filter((point) => point.result === 'passed' && !isUnchecked(point)).length,
    openChecks: checks
      .filter((point) => !isFine(point))
      .map((point) => ({
        id: point.id,
        title: describeCheckTitle(point),
        detail: describeDetail(point, duplicates),
      })),
    unchecked: checks.filter(isUnchecked).map(describeCheckTitle),
  };
}
