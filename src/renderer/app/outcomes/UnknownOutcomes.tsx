import { t } from '../../../shared/messages/index.ts';
import type { UnknownOutcome } from '../../../shared/model/beneficiary.ts';
import { useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { showMoreLabel, useShowMore } from '../../components/use-show-more.ts';
import { UnknownOutcomeNotice } from './UnknownOutcomeNotice.tsx';
import { useSettling } from './use-settling.tsx';

const none: readonly UnknownOutcome[] = [];
const firstShown = 2;
const step = 20;

/** The unknown outcomes of the profile that is shown, oldest first; empty while they are not known. */
export function useUnknownOutcomes(): readonly UnknownOutcome[] {
  return useTopicPart('beneficiaries', ({ unknown }) => unknown, none);
}

export interface UnknownOutcomesProps {
  /** All of {@link useUnknownOutcomes}, or those that concern the screen. */
  readonly outcomes: readonly UnknownOutcome[];
}

/**
 * The unknown outcomes above the work of a screen, two at a time, with their decisions and the confirmation.
 * Renders nothing when there are none.
 */
export function UnknownOutcomes({ outcomes }: UnknownOutcomesProps) {
  const part = useShowMore(outcomes, firstShown, step);
  const { decide, dialog } = useSettling();
  return (
    <>
      {outcomes.length > 0 && (
        <section className="outcomes" aria-label={t('outcomes.list')}>
          {part.shown.map((outcome) => (
            <UnknownOutcomeNotice key={outcome.attachId} outcome={outcome} onDecide={decide} />
          ))}
          {(part.rest > 0 || part.showLess !== null) && (
            <div className="outcomes-more">
              {part.rest > 0 && (
                <Button variant="quiet" size="tiny" icon="chevron-down" onPress={part.showMore}>
                  {showMoreLabel(part.next, part.rest)}
                </Button>
              )}
              {part.showLess !== null && (
                <Button variant="quiet" size="tiny" icon="chevron-up" onPress={part.showLess}>
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
