import { t } from '../../../shared/messages/index.ts';
import type { ShownOutcome } from '../../../shared/model/activity.ts';
import { Badge, State } from '../../components/messages/State.tsx';
import { outcomeStyles } from './filter.ts';

/** Badge of an outcome, filled for problems. */
export function Outcome({ outcome }: { readonly outcome: ShownOutcome }) {
  const { icon, tone } = outcomeStyles[outcome];
  const label = t(`activity.outcome.${outcome}`);
  if (tone === 'ok' || tone === 'plain') {
    return (
      <State icon={icon} tone={tone}>
        {label}
      </State>
    );
  }
  return (
    <Badge icon={icon} tone={tone}>
      {label}
    </Badge>
  );
}
