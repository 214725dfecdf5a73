import type { ActivityOutcome } from '../../../shared/model/activity.ts';
import { activityWords } from '../../../shared/words/activity.ts';
import { Badge, State } from '../../components/State.tsx';
import { outcomeLooks } from './filter.ts';

/** Badge of an outcome, filled for problems. */
export function Outcome({ outcome }: { readonly outcome: ActivityOutcome }) {
  const { icon, tone } = outcomeLooks[outcome];
  const word = activityWords.outcomes[outcome];
  if (tone === 'ok' || tone === 'plain') {
    return (
      <State icon={icon} tone={tone}>
        {word}
      </State>
    );
  }
  return (
    <Badge icon={icon} tone={tone}>
      {word}
    </Badge>
  );
}
