import { t } from '../../../../shared/messages/index.ts';
import { Icon } from '../../../components/layout/Icon.tsx';
import styles from '../Batch.module.css';

const names = ['check', 'assign', 'review'] as const;

/** The three steps before a batch starts; `current` counts from 1, earlier steps are done. */
export function Steps({ current }: { readonly current: 1 | 2 | 3 }) {
  return (
    <ol className={styles.steps} aria-label={t('documentsScreen.steps.label')}>
      {names.map((name, index) => {
        const number = index + 1;
        if (number < current) {
          return (
            <li key={name}>
              <Icon name="check" />
              <span className="sr">{t('documentsScreen.steps.done')}</span>
              <span className={styles.word}>{t(`documentsScreen.steps.${name}.done`)}</span>
            </li>
          );
        }
        const isCurrent = number === current;
        return (
          <li key={name} {...(isCurrent ? { 'aria-current': 'step' } : {})}>
            <span className={styles.no}>{number}</span>
            <span className={styles.word}>{t(`documentsScreen.steps.${name}.now`)}</span>
          </li>
        );
      })}
    </ol>
  );
}
