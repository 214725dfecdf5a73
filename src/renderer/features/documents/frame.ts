/** @file The documents in the frame: number on the rail, tray, file drops, and announcements. */

import { useEffect } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../shared/model/documents/batch.ts';
import { useFailures } from '../../app/failures.ts';
import type { FileDropHandler, TrayContent } from '../../app/feature.ts';
import { shownProfileId } from '../../app/profiles/active-profile.ts';
import { announce } from '../../app/toasts/announcer.ts';
import { toast } from '../../app/toasts/toasts.ts';
import { call, mirror, useTopicPart } from '../../bridge.ts';
import { addFiles, showBatch, showEarlierBatches } from './add-files.ts';
import { announcementsOf } from './batches/announcements.ts';
import { findDraft, phaseOf } from './batches/batch-numbers.ts';
import { isShown, useSeenBatches } from './batches/shown-batch.ts';
import { jobsOfOtherBatches, trayActionsOf, trayJobOf } from './batches/tray-content.ts';
import { useAllSmoothedProgress } from './batches/use-smoothed-progress.ts';
import { cancellationSentences, withdrawUndoOfStarted } from './list/undo-toasts.ts';

const noBatches: readonly BatchSummary[] = [];

/** Announces the progress of batches and withdraws undo actions that no longer apply. */
function useBatchAnnouncements(): void {
  useEffect(() => {
    const profileId = shownProfileId();
    const batches = mirror('batches');
    const speak = (before: readonly BatchSummary[], now: readonly BatchSummary[]) => {
      for (const { sentence, subject } of announcementsOf(before, now)) announce(sentence, subject);
    };
    // Unfinished batches of an earlier run may be known already.
    speak(noBatches, batches.getState().value ?? noBatches);
    return batches.subscribe((now, before) => {
      // After a switch of profiles, no batch has just started or ended.
      if (shownProfileId() !== profileId) return;
      withdrawUndoOfStarted(before.value ?? noBatches, now.value ?? noBatches);
      for (const sentence of cancellationSentences(before.value ?? noBatches, now.value ?? noBatches))
        toast({ sentence });
      speak(before.value ?? noBatches, now.value ?? noBatches);
    });
  }, []);
}

/** Returns the batches that main publishes; empty until main has published them. */
export function useBatches(): readonly BatchSummary[] {
  return useTopicPart('batches', (batches) => batches, noBatches);
}

/** Returns the number of open batches beyond those that main publishes one by one. */
export function useMoreBatches(): number {
  return useTopicPart('moreBatches', ({ batches }) => batches, 0);
}

/** Returns one job for each open batch and for each batch that ended while the window was open. */
export function useTray(): TrayContent {
  useBatchAnnouncements();
  const batches = useBatches();
  const progressByBatch = useAllSmoothedProgress();
  const seenBatches = useSeenBatches();
  const { attempt } = useFailures();
  const moreBatches = useMoreBatches();
  const shownBatches = batches.filter((batch) => isShown(batch, seenBatches));
  const showsNumber = shownBatches.filter(({ state }) => phaseOf(state) !== 'over').length > 1;
  const callForAll = (action: 'pause' | 'resume') => () => attempt(call('documents.allBatches', { action }));
  return {
    jobs: [
      ...shownBatches.map((batch) =>
        trayJobOf({
          batch,
          progress: progressByBatch.get(batch.id),
          showsNumber,
          onOpen: () => showBatch(batch.id),
        }),
      ),
      ...jobsOfOtherBatches(moreBatches, showEarlierBatches),
    ],
    actions: trayActionsOf(batches, callForAll('pause'), callForAll('resume')),
  };
}

/** Returns the handler that adds files dropped anywhere in the window, and a text that names their batch. */
export function useFileDropHandler(): FileDropHandler {
  const batches = useBatches();
  const { attempt } = useFailures();
  const draft = findDraft(batches);
  return {
    text:
      draft === null
        ? t('documentsFrame.drop.begin')
        : t('documentsFrame.drop.add', { number: draft.number }),
    onFiles: (files) => attempt(addFiles(files)),
  };
}
