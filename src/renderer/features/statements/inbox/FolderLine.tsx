import { t } from '../../../../shared/messages/index.ts';
import { useTopicPart } from '../../../bridge.ts';
import { Time } from '../../../components/layout/Time.tsx';

const messageKeys = {
  off: 'statementInbox.folder.watching',
  watching: 'statementInbox.folder.watching',
  away: 'statementInbox.folder.away',
  linked: 'statementInbox.folder.linked',
} as const;

/** Watched folder, its availability, and the time of the last event. */
export function FolderLine() {
  const inbox = useTopicPart('statements', (value) => value.inbox, null);
  const folder = inbox?.folder ?? null;
  const messageKey = messageKeys[inbox?.folderState ?? 'watching'];
  const lastEventAt = inbox?.lastEventAt ?? null;
  return (
    <span className="sm dim cut" title={folder ?? ''}>
      {folder === null ? t('statementInbox.folder.none') : t(messageKey, { folder })}
      {lastEventAt !== null && (
        <>
          {`, ${t('statementInbox.lastEvent')} `}
          <Time value={lastEventAt} form="moment" />
        </>
      )}
    </span>
  );
}
