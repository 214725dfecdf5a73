/** @file Event files that are dropped on the Statements screen are handed in as if they came by the inbox. */
import { componentWords } from '../../../shared/words/components.ts';
import { statementScreenWords } from '../../../shared/words/statements-screen.ts';
import { showBanner } from '../../app/banner.ts';
import { useFailures } from '../../app/failures.ts';
import type { FileDropHandler } from '../../app/feature.ts';
import { navigate, useRoute, useRouteParams } from '../../app/routes.ts';
import { toast } from '../../app/toasts.ts';
import { call, referenceFiles } from '../../bridge.ts';

const words = statementScreenWords.drop;
/** The most references that one call carries. */
const maxReferences = 1000;

async function submitEventFiles(files: readonly File[], statementId: number | null): Promise<void> {
  const { references, withoutPlace } = await referenceFiles(files);
  if (withoutPlace.length > 0) {
    const detail = componentWords.files.withoutPlace(withoutPlace);
    showBanner({ tone: 'warning', title: words.unsaved, detail });
  }
  const sum = { taken: 0, repeated: 0, quarantined: 0 };
  for (let start = 0; start < references.length; start += maxReferences) {
    const some = references.slice(start, start + maxReferences);
    const { taken, repeated, quarantined } = await call('statements.dropEvents', { references: some });
    sum.taken += taken;
    sum.repeated += repeated;
    sum.quarantined += quarantined;
  }
  if (references.length === 0) return;
  toast({ sentence: statementScreenWords.paste.done(sum.taken, sum.repeated, sum.quarantined) });
  navigate('statements', { tab: 'inbox', statementId });
}

/** Takes event files in while the screen is shown; elsewhere a file is not meant for it. */
export function useEventFileDrop(): FileDropHandler | null {
  const { attempt } = useFailures();
  const { statementId } = useRouteParams('statements');
  const isShown = useRoute() === 'statements';
  return isShown
    ? { words: words.take, onFiles: (files) => attempt(submitEventFiles(files, statementId)) }
    : null;
}
