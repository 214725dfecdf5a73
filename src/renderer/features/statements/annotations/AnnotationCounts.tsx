import { t } from '../../../../shared/messages/index.ts';
import type { AnnotationKind } from '../../../../shared/model/annotations.ts';
import { rowStateNames } from '../../../../shared/model/row-states.ts';
import { LinkButton } from '../../../components/Button.tsx';
import { useReview } from '../review-context.ts';
import styles from './Annotations.module.css';

/** The numbers of rows with a tick, a note or a label, each a filter. Nothing while no row has any. */
export function AnnotationCounts() {
  const { annotationCounts, opened, dispatch } = useReview();
  if (annotationCounts === null) return null;
  const { tick, note, label } = annotationCounts;
  if (tick + note + label === 0) return null;
  const filter = (of: AnnotationKind, values: number[]) =>
    dispatch({ type: 'filter-states', filter: { kind: 'state', of, values } });
  return (
    <fieldset className={styles.counts} aria-label={t('annotations.counts')}>
      {tick > 0 && (
        <>
          <LinkButton small onPress={() => filter('tick', [1])}>
            {t('annotations.tick.some', { count: tick })}
          </LinkButton>
          <LinkButton small onPress={() => filter('tick', [0])}>
            {t('annotations.tick.rest', { count: opened.rows - tick })}
          </LinkButton>
        </>
      )}
      {note > 0 && (
        <LinkButton small onPress={() => filter('note', [1])}>
          {t('annotations.note.some', { count: note })}
        </LinkButton>
      )}
      {label > 0 && (
        <LinkButton
          small
          onPress={() =>
            filter(
              'label',
              rowStateNames.label.slice(1).map((_, place) => place + 1),
            )
          }
        >
          {t('annotations.label.some', { count: label })}
        </LinkButton>
      )}
    </fieldset>
  );
}
