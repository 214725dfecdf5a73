import { shortStandingLabel, standingLabel } from '../../../shared/messages/payment-status.ts';
import type { Standing } from '../../../shared/model/proofs/status.ts';
import { Badge } from '../../components/messages/State.tsx';
import { standingLooks } from './looks.ts';

interface StandingBadgeProps {
  readonly standing: Standing;
  /** Shows a short label, for columns; the tooltip shows the full label. */
  readonly isShort?: boolean;
}

export function StandingBadge({ standing, isShort = false }: StandingBadgeProps) {
  const { icon, tone } = standingLooks[standing];
  const label = standingLabel(standing);
  const shownLabel = isShort ? shortStandingLabel(standing) : label;
  return (
    <Badge icon={icon} tone={tone} {...(shownLabel === label ? {} : { title: label })}>
      {shownLabel}
    </Badge>
  );
}
