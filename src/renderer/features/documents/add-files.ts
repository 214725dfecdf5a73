/** @file Takes files in: dropped, pasted or chosen; the batch that they came into is shown at once. */
import { t } from '../../../shared/messages/index.ts';
import { componentWords } from '../../../shared/words/components.ts';
import { shownProfileId } from '../../app/active-profile.ts';
import { showBanner } from '../../app/banner.ts';
import { navigate } from '../../app/routes.ts';
import { call, referenceFiles } from '../../bridge.ts';
import { addInParts } from './add-in-parts.ts';

/** Shows a batch. */
export function showBatch(batchId: number): void {
  navigate('documents', { view: 'batch', batchId });
}

/** Shows the list of all batches, open ones first. */
export function showEarlier(): void {
  navigate('documents', { view: 'earlier', batchId: null });
}

/**
 * Takes in files of a drop or a paste and shows their batch. Files without a place on disk are told of: they can be
 * saved first. Rejects when main does.
 */
export async function takeIn(files: readonly File[]): Promise<void> {
  if (files.length === 0) {
    showBanner({
      tone: 'warning',
      title: t('documentsFrame.notices.emptyDrop.title'),
      detail: t('documentsFrame.notices.emptyDrop.detail'),
    });
    return;
  }
  // However long that takes, the files belong to the profile that they were dropped for.
  const profileId = shownProfileId();
  let isShown = false;
  const withoutPlace = await addInParts(files, {
    referenceFiles,
    async add(references) {
      const { batchId } = await call('documents.add', { references: [...references], profileId });
      if (!isShown && shownProfileId() === profileId) showBatch(batchId);
      isShown = true;
    },
  });
  if (withoutPlace.length > 0) {
    showBanner({
      tone: 'warning',
      title: t('documentsFrame.notices.unsaved'),
      detail: componentWords.files.withoutPlace(withoutPlace),
    });
  }
}

/** Lets the clerk choose in the system's dialog, and shows the batch. Rejects when main does. */
export async function choose(what: 'files' | 'folder'): Promise<void> {
  const { batchId } = await call('documents.choose', { what });
  if (batchId !== null) showBatch(batchId);
}

/** Adds the documents that the profile brings along, and shows the batch. Rejects when main does. */
export async function addSamples(): Promise<void> {
  showBatch((await call('samples.addDocuments', {})).batchId);
}
