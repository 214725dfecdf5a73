import type { CheckFailure } from '../../../../shared/model/proofs/check-failure.ts';
import { checkFailureWords } from '../../../../shared/words/proofs-fields.ts';
import { Icon } from '../../../components/Icon.tsx';

/** What is wrong with the value above, which is shown as it was received; nothing where no check failed. */
export function FailedCheck({ failure }: { readonly failure: CheckFailure | null }) {
  if (failure === null) return null;
  return (
    <small className="proof-failed">
      <Icon name="alert" size="sm" />
      {checkFailureWords[failure]}
    </small>
  );
}
