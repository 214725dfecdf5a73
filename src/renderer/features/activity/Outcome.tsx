import type { ActivityOutcome } from '../../../shared/model/activity.ts';
import { activityWords } from '../../../shared/words/activity.ts';
import { Badge, State } from '../../components/State.tsx';
import { outcomeLooks } from './filter.ts';

/** How something ended: icon and word, filled where it did not end well. */
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
