/** @file The whole history of a statement's ticks and notes as a table, for an evidence pack. */
import { formatAnnotation } from '../../../../shared/messages/annotation-texts.ts';
import { formatList, t } from '../../../../shared/messages/index.ts';
import type { AnnotationEntry } from './annotation-log.ts';
import { forEachRow, type RowSet } from './row-set.ts';

/** Names of the columns. */
export function historyHeader(): string[] {
  return [
    t('annotations.history.time'),
    t('annotations.history.user'),
    t('annotations.history.change'),
    t('annotations.history.rows'),
  ];
}

/** Formats rows as ranges such as "2-4, 9", counted from 1. */
function formatRows(set: RowSet): string {
  const ranges: { first: number; last: number }[] = [];
  forEachRow(set, (row) => {
    const range = ranges.at(-1);
    if (range !== undefined && range.last + 1 === row) range.last = row;
    else ranges.push({ first: row, last: row });
  });
  return ranges
    .map(({ first, last }) => (first === last ? String(first + 1) : `${first + 1}-${last + 1}`))
    .join(', ');
}

/** Returns a line for each entry, oldest first. */
export function historyRows(entries: readonly AnnotationEntry[]): string[][] {
  const changes = new Map<string, string[]>();
  for (const { act, change } of entries)
    if (change.type === 'annotate')
      changes.set(act, [...(changes.get(act) ?? []), formatAnnotation(change.annotation)]);
  return entries.map(({ at, who, change }) => [
    new Date(at).toISOString(),
    who,
    change.type === 'annotate'
      ? formatAnnotation(change.annotation)
      : t('annotations.history.undone', { change: formatList(changes.get(change.act) ?? []) }),
    change.type === 'annotate' ? formatRows(change.rows) : '',
  ]);
}
