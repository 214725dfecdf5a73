import { statementScreenWords } from '../../../shared/words/statements-screen.ts';
import { useTopicPart } from '../../bridge.ts';
import { Time } from '../../components/Time.tsx';

const words = statementScreenWords.inbox;

/** Which folder is watched, whether it can be reached, and when the last event came. */
export function FolderLine() {
  const inbox = useTopicPart('statements', (value) => value.inbox, null);
  const folder = inbox?.folder ?? null;
  const state = inbox?.folderState === 'away' ? words.away : words.watched;
  const last = inbox?.lastEventAt ?? null;
  return (
    <span className="sm dim cut" title={folder ?? ''}>
      {folder === null ? words.none : state(folder)}
      {last !== null && (
        <>
          {`, ${words.lastEvent} `}
          <Time value={last} form="moment" />
        </>
      )}
    </span>
  );
}
