import { t } from '../../../shared/messages/index.ts';
import type { UnknownOutcome } from '../../../shared/model/beneficiary.ts';
import { useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { showMoreLabel, useShowMore } from '../../components/layout/use-show-more.ts';
import styles from './Outcomes.module.css';
import { UnknownOutcomeNotice } from './UnknownOutcomeNotice.tsx';
import { useSettling } from './use-settling.tsx';

const noOutcomes: readonly UnknownOutcome[] = [];
const initialCount = 2;
const pageSize = 20;

/** The unknown outcomes of the shown profile, oldest first; empty while they load. */
export function useUnknownOutcomes(): readonly UnknownOutcome[] {
  return useTopicPart('beneficiaries', ({ unknown }) => unknown, noOutcomes);
}

interface UnknownOutcomesProps {
  /** The outcomes of {@link useUnknownOutcomes}, all or only those that concern the screen. */
  readonly outcomes: readonly UnknownOutcome[];
}

/**
 * The unknown outcomes above the work of a screen, two at first, with their decisions and the confirmation.
 * Renders nothing when there are none.
 */
export function UnknownOutcomes({ outcomes }: UnknownOutcomesProps) {
  const page = useShowMore(outcomes, initialCount, pageSize);
  const { decide, dialog } = useSettling();
  return (
    <>
      {outcomes.length > 0 && (
        <section className={styles.outcomes} data-part="outcomes" aria-label={t('outcomes.list')}>
          {page.shown.map((outcome) => (
            <UnknownOutcomeNotice key={outcome.attachId} outcome={outcome} onDecide={decide} />
          ))}
          {(page.hiddenCount > 0 || page.showLess !== null) && (
            <div className={styles.outcomesMore}>
              {page.hiddenCount > 0 && (
                <Button variant="quiet" size="tiny" icon="chevron-down" onPress={page.showMore}>
                  {showMoreLabel(page.nextCount, page.hiddenCount)}
                </Button>
              )}
              {page.showLess !== null && (
                <Button variant="quiet" size="tiny" icon="chevron-up" onPress={page.showLess}>
                  {t('components.showLess')}
                </Button>
              )}
            </div>
          )}
        </section>
      )}
      {dialog}
    </>
  );
}
