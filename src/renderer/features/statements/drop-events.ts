/** @file Ingests event files that are dropped on the Statements screen. */
import { t } from '../../../shared/messages/index.ts';
import { showBanner } from '../../app/banner.ts';
import { useFailures } from '../../app/failures.ts';
import type { FileDropHandler } from '../../app/feature.ts';
import { navigate, useRoute, useRouteParams } from '../../app/routes.ts';
import { toast } from '../../app/toasts.ts';
import { call, referenceFiles } from '../../bridge.ts';
import { filesNotSavedMessage } from '../../components/files-not-saved.ts';
import { ingestMessage } from './ingest-message.ts';

/** Maximum number of references per call. */
const maxReferences = 1000;

async function submitEventFiles(files: readonly File[], statementId: number | null): Promise<void> {
  const { references, namesWithoutPath } = await referenceFiles(files);
  if (namesWithoutPath.length > 0) {
    const detail = filesNotSavedMessage(namesWithoutPath);
    showBanner({ tone: 'warning', title: t('statements.drop.notAdded'), detail });
  }
  const totals = { taken: 0, repeated: 0, quarantined: 0 };
  for (let start = 0; start < references.length; start += maxReferences) {
    const chunk = references.slice(start, start + maxReferences);
    const { taken, repeated, quarantined } = await call('statements.addEvents', {
      action: 'drop',
      references: chunk,
    });
    totals.taken += taken;
    totals.repeated += repeated;
    totals.quarantined += quarantined;
  }
  if (references.length === 0) return;
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
