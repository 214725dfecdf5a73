/** @file Adds dropped, pasted or chosen files to a batch and shows it. */

import { t } from '../../../shared/messages/index.ts';
import { showBanner } from '../../app/frame/banner.ts';
import { shownProfileId } from '../../app/profiles/active-profile.ts';
import { navigate } from '../../app/routes.ts';
import { call } from '../../bridge.ts';
import { filesNotSavedMessage } from '../../components/files/files-not-saved.ts';

export function showBatch(batchId: number): void {
  navigate('documents', { view: 'batch', batchId });
}

/** Shows the list of all batches, open ones first. */
export function showEarlierBatches(): void {
  navigate('documents', { view: 'earlier', batchId: null });
}

/**
 * Adds the files of a drop or a paste and shows their batch. Files that are not on disk are listed in a banner.
 * Rejects when main does.
 */
export async function addFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) {
    showBanner({
      tone: 'warning',
      title: t('documentsFrame.notices.emptyDrop.title'),
      detail: t('documentsFrame.notices.emptyDrop.detail'),
    });
    return;
  }
  // The files belong to the profile that was active at the drop, however long adding takes.
  const profileId = shownProfileId();
  const { batchId, notOnDisk } = await call('documents.add', { files: [...files], profileId });
  if (batchId !== null && shownProfileId() === profileId) showBatch(batchId);
  if (notOnDisk.length > 0) {
    showBanner({
      tone: 'warning',
      title: t('documentsFrame.notices.unsaved'),
      detail: filesNotSavedMessage(files, notOnDisk),
    });
  }
}

/** Opens the system's dialog and shows the batch. Rejects when main does. */
export async function chooseFiles(what: 'files' | 'folder'): Promise<void> {
  const { batchId } = await call('documents.choose', { what });
  if (batchId !== null) showBatch(batchId);
}

/** Adds the sample documents of the profile and shows the batch. Rejects when main does. */
export async function addSamples(): Promise<void> {
  showBatch((await call('samples.change', { action: 'addDocuments' })).batchId);
}
