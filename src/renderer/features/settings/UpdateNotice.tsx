import type { UpdateState } from '../../../shared/contract/updates.ts';
import { updateWords } from '../../../shared/words/updates.ts';
import { useFailures } from '../../app/failures.ts';
import { call, useTopic } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';

function wordsOf(update: Exclude<UpdateState, { readonly state: 'off' | 'ready' }>): string {
  if (update.state === 'failed') return updateWords.problem[update.problem];
  if (update.state === 'downloading' || update.state === 'installing') {
    return updateWords[update.state](update.version);
  }
  return updateWords[update.state];
}

/** Where an update stands, what is new in it, and what to do. */
export function UpdateNotice() {
  const topic = useTopic('update');
  const { attempt } = useFailures();
  if (topic.status === 'loading') return null;
  const update = topic.value;
  if (update.state === 'off') return <p className="sm faint">{updateWords.off}</p>;
  if (update.state === 'ready') {
    return (
      <Notice
        tone={update.urgent ? 'warning' : 'neutral'}
        title={updateWords.ready(update.version)}
        actions={
          <Button size="small" variant="primary" onPress={() => attempt(call('updates.install', {}))}>
            {updateWords.install}
          </Button>
        }
      >
        {update.urgent && <p>{updateWords.urgent}</p>}
        {update.notes.split('\n').map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text never change places
          <p key={place}>{line}</p>
        ))}
      </Notice>
    );
  }
  const busy = update.state !== 'current' && update.state !== 'failed';
  const isReadOnlyCopy = update.state === 'failed' && update.problem === 'read-only-copy';
  return (
    <div className="update-state">
      <p className="dim" role="status">
        {wordsOf(update)}
      </p>
      <Button
        disabled={busy}
        disabledReason={isReadOnlyCopy ? updateWords.moveFirst : null}
        onPress={() => attempt(call('updates.check', {}))}
      >
        {updateWords.check}
      </Button>
    </div>
  );
}
