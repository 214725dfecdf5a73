import { t } from '../../../../shared/messages/index.ts';
import { useTopicPart } from '../../../bridge.ts';
import { Notice } from '../../../components/messages/Notice.tsx';

/** Notice about a link that prevents the use of the watched folder. */
export function FolderLinkNotice() {
  const inbox = useTopicPart('statements', (value) => value.inbox, null);
  const link = inbox?.folderLink ?? null;
  const folder = inbox?.folder ?? null;
  if (inbox === null || link === null || folder === null) return null;
  const isInside = link !== folder && link.startsWith(folder);
  const messageKey = inbox.folderManaged ? 'statementInbox.link.managed' : 'statementInbox.link.own';
  return (
    <Notice tone="warning" title={t('statementInbox.link.title')}>
      {isInside ? t('statementInbox.link.inside', { link }) : t(messageKey, { link, folder })}
    </Notice>
  );
}
