import { t } from '../../../shared/messages/index.ts';
import type { BeneficiaryState } from '../../../shared/model/beneficiary.ts';

import { Badge, State } from '../../components/messages/State.tsx';
import { stateStyles } from './states.ts';

/** A state as icon and text, filled when it needs the clerk. */
export function BeneficiaryStateMark({ state }: { readonly state: BeneficiaryState }) {
  const { icon, needsClerk, tone } = stateStyles[state];
  const label = t(`beneficiaries.states.${state}`);
  if (needsClerk) {
    return (
      <Badge icon={icon} tone="warning">
        {label}
      </Badge>
    );
  }
  return (
    <State icon={icon} tone={tone}>
      {label}
    </State>
  );
}
