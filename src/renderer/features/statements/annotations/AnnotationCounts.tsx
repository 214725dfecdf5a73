import { t } from '../../../../shared/messages/index.ts';
import type { AnnotationKind } from '../../../../shared/model/statements/annotations.ts';
import { LinkButton } from '../../../components/actions/Button.tsx';
import { isDeepEqual } from '../../../components/data-grid/same-data.ts';
import { useViewer } from '../grid/state/viewer-context.ts';
import styles from './Annotations.module.css';

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
