/** @file Ticks and notes as further columns of an export, with who set them and when. */
import { t } from '../../../../shared/messages/index.ts';
import type { AnnotationKind } from '../../../../shared/model/statements/annotations.ts';
import type { FurtherColumns } from '../grid/further-columns.ts';
import type { AnnotationEntry } from './annotation-log.ts';
import { type EntryOfRow, type OpenPart, replay } from './replay.ts';

interface AnnotatedPart {
  readonly part: OpenPart;
  readonly entries: readonly AnnotationEntry[];
}

/** A statement with the entries that its rows have now. */
interface ReplayedPart extends AnnotatedPart {
  readonly entryOfRow: EntryOfRow;
}

function formatOrigin({ at, who }: AnnotationEntry): string {
  return `${new Date(at).toISOString()} ${who}`;
}

function noteText({ change }: AnnotationEntry): string {
  return change.type === 'annotate' && change.annotation.kind === 'note' ? change.annotation.text : '';
}

function cellsOfPart({ part, entries, entryOfRow }: ReplayedPart, row: number): string[] {
  const entryOf = (kind: AnnotationKind) => entries[(entryOfRow[kind][row - part.firstRow] ?? 0) - 1];
  const [tick, note] = [entryOf('tick'), entryOf('note')];
  return [
    tick === undefined ? '' : formatOrigin(tick),
    note === undefined ? '' : noteText(note),
    note === undefined ? '' : formatOrigin(note),
  ];
}

/** Returns the columns; `null` when no row has a tick or a note. */
export function createAnnotationColumns(parts: readonly AnnotatedPart[]): FurtherColumns | null {
  const replayed = parts.map(
    (annotated): ReplayedPart => ({ ...annotated, entryOfRow: replay(annotated.entries, annotated.part) }),
  );
  const isEmpty = replayed.every(({ entryOfRow }) =>
    Object.values(entryOfRow).every((entries) => entries.every((place) => place === 0)),
  );
  if (isEmpty) return null;
  let last = 0;
  return {
    names: [t('annotations.column.ticked'), t('annotations.column.note'), t('annotations.column.noted')],
    cellsOf(row) {
      // Exports ask for rows of one part after the other.
      const { firstRow, rows } = replayed[last]?.part ?? { firstRow: 0, rows: 0 };
      if (row < firstRow || row >= firstRow + rows)
        last = replayed.findIndex(({ part }) => row >= part.firstRow && row < part.firstRow + part.rows);
      const found = replayed[last];
      return found === undefined ? [] : cellsOfPart(found, row);
    },
  };
}
