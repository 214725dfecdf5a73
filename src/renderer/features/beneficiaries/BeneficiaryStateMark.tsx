import type { BeneficiaryState } from '../../../shared/model/beneficiary.ts';
import { beneficiaryScreenWords } from '../../../shared/words/beneficiaries-screen.ts';
import { Badge, State } from '../../components/State.tsx';
import { stateStyles } from './states.ts';

/** A state as icon and text, filled when it needs the clerk. */
export function BeneficiaryStateMark({ state }: { readonly state: BeneficiaryState }) {
  const { icon, needsClerk, tone } = stateStyles[state];
  const word = beneficiaryScreenWords.states[state];
  if (needsClerk) {
    return (
      <Badge icon={icon} tone="warning">
        {word}
      </Badge>
    );
  }
  return (
    <State icon={icon} tone={tone}>
      {word}
    </State>
  );
}
