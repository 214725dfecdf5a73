import { proofsScreenWords } from '../../../shared/words/proofs-screen.ts';
import { Button } from '../../components/Button.tsx';
import { FileName } from '../../components/FileName.tsx';
import { ErrorNotice, Notice } from '../../components/Notice.tsx';
import { dismissResult, useProofActs } from './acts.ts';

const words = proofsScreenWords.saved;
const mostNamed = 5;

/** What came of the last act, above the list. */
export function Results() {
  const { savedAll, savedOne, error } = useProofActs();
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
  const savedAs = savedAll?.savedAs ?? savedOne;
  if (savedAs === null) return null;
  const left = savedAll?.leftTotal ?? 0;
  return (
    <div className="proof-notice">
      <Notice
        tone={left > 0 ? 'warning' : 'info'}
        icon={left > 0 ? 'alert' : 'check-circle'}
        title={savedAll === null ? words.one : words.title(savedAll.saved)}
        spoken
        actionsAt="end"
        actions={dismiss}
        {...(left === 0 ? {} : { facts: words.left(left, (savedAll?.left ?? []).slice(0, mostNamed)) })}
      >
        <FileName name={savedAs} whole />
      </Notice>
    </div>
  );
}
