import type { Standing } from '../../../shared/model/proofs/status.ts';
import { shortStandingWords, standingWords } from '../../../shared/words/payment-status.ts';
import { Badge } from '../../components/State.tsx';
import { standingLooks } from './looks.ts';

interface StandingBadgeProps {
  readonly standing: Standing;
  /** Short label for columns; the tooltip shows the full one. */
  readonly isShort?: boolean;
}

/** Badge of a payment status. */
export function StandingBadge({ standing, isShort = false }: StandingBadgeProps) {
  const { icon, tone } = standingLooks[standing];
  const word = standingWords[standing];
  const short = isShort ? (shortStandingWords[standing] ?? word) : word;
  return (
    <Badge icon={icon} tone={tone} {...(short === word ? {} : { title: word })}>
      {short}
    </Badge>
  );
}
