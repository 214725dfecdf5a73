/** @file Ingests event files that are dropped on the Statements screen. */
import { t } from '../../../../shared/messages/index.ts';
import { useFailures } from '../../../app/failures.ts';
import type { FileDropHandler } from '../../../app/feature.ts';
import { showBanner } from '../../../app/frame/banner.ts';
import { navigate, useRoute, useRouteParams } from '../../../app/routes.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { filesNotSavedMessage } from '../../../components/files/files-not-saved.ts';
import { ingestMessage } from './ingest-message.ts';

async function submitEventFiles(files: readonly File[], statementId: number | null): Promise<void> {
  const { notOnDisk, ...totals } = await call('statements.addEvents', { action: 'drop', files: [...files] });
  if (notOnDisk.length > 0) {
    const detail = filesNotSavedMessage(files, notOnDisk);
    showBanner({ tone: 'warning', title: t('statements.drop.notAdded'), detail });
  }
  if (notOnDisk.length === files.length) return;
  toast({ sentence: ingestMessage(totals) });
  navigate('statements', { tab: 'inbox', statementId });
}

/** Returns the drop handler for event files while the screen is shown. */
export function useEventFileDrop(): FileDropHandler | null {
  const { attempt } = useFailures();
  const { statementId } = useRouteParams('statements');
  const isShown = useRoute() === 'statements';
  return isShown
    ? { text: t('statements.drop.label'), onFiles: (files) => attempt(submitEventFiles(files, statementId)) }
    : null;
}
