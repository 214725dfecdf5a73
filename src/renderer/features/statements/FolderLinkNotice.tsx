import { statementScreenWords } from '../../../shared/words/statements-screen.ts';
import { useTopicPart } from '../../bridge.ts';
import { Notice } from '../../components/Notice.tsx';

const words = statementScreenWords.inbox;

/** Says which link keeps the watched folder, or a folder in it, from being used. */
export function FolderLinkNotice() {
  const inbox = useTopicPart('statements', (value) => value.inbox, null);
  const link = inbox?.folderLink ?? null;
  const folder = inbox?.folder ?? null;
  if (inbox === null || link === null || folder === null) return null;
  const isInside = link !== folder && link.startsWith(folder);
  return (
    <Notice tone="warning" title={words.linkTitle}>
      {isInside ? words.linkInFolder(link) : words.linkToFolder(link, folder, inbox.folderManaged)}
    </Notice>
  );
}
