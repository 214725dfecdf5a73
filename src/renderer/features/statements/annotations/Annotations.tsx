import { useEffect } from 'react';
import type { PaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { Annotation, AnnotationKind } from '../../../../shared/model/statements/annotations.ts';
import { announce } from '../../../app/toasts/announcer.ts';
import { call } from '../../../bridge.ts';
import { Button, LinkButton } from '../../../components/actions/Button.tsx';
import { isDeepEqual } from '../../../components/data-grid/same-data.ts';
import { noneSelected } from '../../../components/data-grid/selection.ts';
import { useQuery } from '../../../components/layout/use-query.ts';
import { Notice } from '../../../components/messages/Notice.tsx';
import { useViewer } from '../grid/state/viewer-context.ts';
import styles from './Annotations.module.css';
import { annotateRows, carryOver, hidesTickedRows, openNote } from './annotate.ts';

/**
 * Reads them once for each opened statement. Returns the number of rows with annotations in the earlier version, the number
 * of changes that are not shown, and the error when they cannot be read.
 */
export function useAnnotations(): {
  readonly earlierRows: number;
  readonly misplaced: number;
  readonly error: PaydeskError | null;
} {
  const { handle, dispatch, set, signOffs, statesRevision } = useViewer();
  const { value, error } = useQuery({
    queryKey: String(handle),
    load: () => call('viewer.annotations', { action: 'show', handle }),
  });
  useEffect(() => {
    if (value !== null) dispatch({ type: 'annotated', counts: value.counts, signOffs: value.signOffs });
  }, [value, dispatch]);
  // A change of the matching ends a sign-off in main.
  const isSigned = signOffs?.at(-1)?.type === 'signed';
  const signed = useQuery({
    queryKey: `${handle} ${isSigned}`,
    revision: statesRevision,
    load: async () => (isSigned ? call('viewer.annotations', { action: 'show', handle }) : null),
  });
  useEffect(() => {
    const history = signed.value?.signOffs;
    if (history === undefined || history.at(-1)?.type === 'signed') return;
    set({ signOffs: history });
    announce(t('signOff.reopened', { count: 1 }));
  }, [signed.value, set]);
  return { earlierRows: value?.earlierRows ?? 0, misplaced: value?.misplaced ?? 0, error };
}

interface CountProps {
  readonly count: number;
  readonly of: AnnotationKind;
  readonly value: 0 | 1;
  readonly text: string;
}

/** A number of rows: a button that shows only these, or the text of the filter that is set. */
function Count({ count, of, value, text }: CountProps) {
  const { rowFilter, dispatch } = useViewer();
  const filter = { kind: 'state' as const, of, values: [value] };
  if (count === 0) return null;
  if (isDeepEqual(rowFilter, filter)) return <strong className="sm nowrap">{text}</strong>;
  return (
    <LinkButton small onPress={() => dispatch({ type: 'filter-states', filter })}>
      {text}
    </LinkButton>
  );
}

/** The numbers of rows with a tick or a note, each a filter. Nothing while no row has any. */
export function AnnotationCounts() {
  const { annotationCounts, opened } = useViewer();
  if (annotationCounts === null) return null;
  const { tick, note } = annotationCounts;
  if (tick + note === 0) return null;
  const rest = tick === 0 ? 0 : opened.rows - tick;
  return (
    <fieldset className={styles.counts} aria-label={t('annotations.counts')}>
      <Count count={tick} of="tick" value={1} text={t('annotations.tick.some', { count: tick })} />
      <Count count={rest} of="tick" value={0} text={t('annotations.tick.rest', { count: rest })} />
      <Count count={note} of="note" value={1} text={t('annotations.note.some', { count: note })} />
    </fieldset>
  );
}

export function AnnotateSelection() {
  const viewer = useViewer();
  const { chosen, selected, attempt, set } = viewer;
  const annotateSelection = async (annotation: Annotation) => {
    await annotateRows(viewer, chosen, annotation);
    if (hidesTickedRows(viewer)) set({ selection: noneSelected });
  };
  return (
    <>
      <Button
        size="small"
        icon="check"
        onPress={() => attempt(annotateSelection({ kind: 'tick', isTicked: true }))}
      >
        {t('annotations.tick', { count: selected })}
      </Button>
      <Button size="small" icon="pencil" onPress={() => openNote(viewer, undefined)}>
        {t('annotations.note')}
      </Button>
      <Button size="small" onPress={() => attempt(annotateSelection({ kind: 'tick', isTicked: false }))}>
        {t('annotations.untick')}
      </Button>
    </>
  );
}

/** Offers the ticks and notes of an earlier version while the rows of the statement have none. */
export function EarlierAnnotations({ rows }: { readonly rows: number }) {
  const viewer = useViewer();
  const { annotationCounts, attempt } = viewer;
  if (rows === 0 || annotationCounts === null) return null;
  if (Object.values(annotationCounts).some((count) => count > 0)) return null;
  return (
    <Notice
      tone="info"
      title={t('annotations.earlier', { count: rows })}
      actions={
        <Button size="small" onPress={() => attempt(carryOver(viewer))}>
          {t('annotations.carryOver')}
        </Button>
      }
      actionsAt="end"
    />
  );
}
