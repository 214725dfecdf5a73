import { leftOutLines } from '../../../shared/words/proofs.ts';
import { proofsScreenWords } from '../../../shared/words/proofs-screen.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice, Notice } from '../../components/Notice.tsx';
import { dismissResult, useProofActions } from './proof-actions.ts';

const words = proofsScreenWords.saved;
const maxNamed = 5;

/** Errors and omitted proofs of the last action, above the list. */
export function Results() {
  const { leftOut, error } = useProofActions();
  const dismiss = (
    <Button size="small" onPress={dismissResult}>
      {words.dismiss}
    </Button>
  );
  if (error !== null) {
    return (
      <div className="proof-notice">
        <ErrorNotice error={error} actionsAt="end" actions={dismiss} />
      </div>
    );
  }
  if (leftOut === null) return null;
  return (
    <div className="proof-notice">
      <Notice
        tone="warning"
        icon="alert"
        title={words.leftOut(leftOut.leftTotal)}
        spoken
        actionsAt="end"
        actions={dismiss}
      >
        {words.left(leftOutLines(leftOut.left, leftOut.leftTotal, maxNamed))}
      </Notice>
    </div>
  );
}
