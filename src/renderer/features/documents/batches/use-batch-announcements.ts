import { useEffect } from 'react';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import { shownProfileId } from '../../../app/profiles/active-profile.ts';
import { announce } from '../../../app/toasts/announcer.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { mirror } from '../../../bridge.ts';
import { cancellationSentences, withdrawUndoOfStarted } from '../list/undo-toasts.ts';
import { announcementsOf } from './announcements.ts';

const noBatches: readonly BatchSummary[] = [];

/** Announces the progress of batches and withdraws undo actions that no longer apply. */
export function useBatchAnnouncements(): void {
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
