import { statementScreenWords } from '../../../shared/words/statements-screen.ts';
import { useTopicPart } from '../../bridge.ts';
import { Time } from '../../components/Time.tsx';

const words = statementScreenWords.inbox;

const sentences = {
  off: words.watched,
  watching: words.watched,
  away: words.away,
  linked: words.linked,
} as const;

/** Which folder is watched, whether it can be reached, and when the last event came. */
export function FolderLine() {
  const inbox = useTopicPart('statements', (value) => value.inbox, null);
  const folder = inbox?.folder ?? null;
  const state = sentences[inbox?.folderState ?? 'watching'];
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
