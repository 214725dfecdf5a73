/** @file The documents in the frame: number on the rail, tray, file drops, and announcements. */

import { useEffect } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { shownProfileId } from '../../app/active-profile.ts';
import { announce } from '../../app/announcer.ts';
import { useFailures } from '../../app/failures.ts';
import type { FileDropHandler, TrayContent } from '../../app/feature.ts';
import { toast } from '../../app/toasts.ts';
import { call, mirror, useTopicPart } from '../../bridge.ts';
import { addFiles, showBatch, showEarlierBatches } from './add-files.ts';
import { announcementsOf } from './announcements.ts';
import { draftOf, needClerkOnRail, phaseOf } from './batch-numbers.ts';
import { isShown, useSeen } from './shown-batch.ts';
import { moreJobs, trayActionsOf, trayJobOf } from './tray-content.ts';
import { cancellationsIn, withdrawUndoOfStarted } from './undo-toasts.ts';
import { useAllSmoothedProgress } from './use-smoothed-progress.ts';

const none: readonly BatchSummary[] = [];

/** The batches that main shows; empty while they are not known. */
export function useBatches(): readonly BatchSummary[] {
  return useTopicPart('batches', (batches) => batches, none);
}

/** Documents of started batches that wait for the clerk, of all open batches of the profile. */
export function useNeedsClerk(): number {
  const shown = useTopicPart('batches', needClerkOnRail, 0);
  return shown + useTopicPart('moreBatches', ({ needClerk }) => needClerk, 0);
}

/** Open batches that are too many to be shown one by one. */
export function useMoreBatches(): number {
  return useTopicPart('moreBatches', ({ batches }) => batches, 0);
}

/** Announces the progress of batches and withdraws undo actions that no longer apply. */
function useSpokenProgress(): void {
  useEffect(() => {
    const profileId = shownProfileId();
    const batches = mirror('batches');
    const speak = (before: readonly BatchSummary[], now: readonly BatchSummary[]) => {
      for (const { sentence, about } of announcementsOf(before, now)) announce(sentence, about);
    };
    // Unfinished batches of an earlier run may be known already.
    speak(none, batches.getState().value ?? none);
    return batches.subscribe((now, before) => {
      // After a switch of profiles, no batch has just started or ended.
      if (shownProfileId() !== profileId) return;
      withdrawUndoOfStarted(before.value ?? none, now.value ?? none);
      for (const sentence of cancellationsIn(before.value ?? none, now.value ?? none)) toast({ sentence });
      speak(before.value ?? none, now.value ?? none);
    });
  }, []);
}

/** One line for each open batch, and for those that were finished while the window was open. */
export function useTray(): TrayContent {
  useSpokenProgress();
  const batches = useBatches();
  const progressByBatch = useAllSmoothedProgress();
  const seen = useSeen();
  const { attempt } = useFailures();
  const more = useMoreBatches();
  const shown = batches.filter((batch) => isShown(batch, seen));
  const named = shown.filter(({ state }) => phaseOf(state) !== 'over').length > 1;
  const forAll = (name: 'documents.pauseAll' | 'documents.resumeAll') => () => attempt(call(name, {}));
  return {
    jobs: [
      ...shown.map((batch) =>
        trayJobOf({
          batch,
          progress: progressByBatch.get(batch.id),
          named,
          onOpen: () => showBatch(batch.id),
        }),
      ),
      ...moreJobs(more, showEarlierBatches),
    ],
    actions: trayActionsOf(batches, forAll('documents.pauseAll'), forAll('documents.resumeAll')),
  };
}

/** Adds files that are dropped anywhere, and names their batch. */
export function useFileDropHandler(): FileDropHandler {
  const batches = useBatches();
  const { attempt } = useFailures();
  const draft = draftOf(batches);
  return {
    text:
      draft === null
        ? t('documentsFrame.drop.begin')
        : t('documentsFrame.drop.add', { number: draft.number }),
    onFiles: (files) => attempt(addFiles(files)),
  };
}
