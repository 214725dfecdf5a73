/** @file What the documents show in the frame: the number on the rail, the tray, drops, and what is spoken. */
import { useEffect } from 'react';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { documentsFrameWords } from '../../../shared/words/documents-frame.ts';
import { announce } from '../../app/announcer.ts';
import { useFailures } from '../../app/failures.ts';
import type { FileTaker, TrayContent } from '../../app/feature.ts';
import { call, mirror, useTopicPart } from '../../bridge.ts';
import { announcementsOf } from './announcements.ts';
import { draftOf, needClerkOnRail, phaseOf } from './batch-numbers.ts';
import { useSeen } from './shown-batch.ts';
import { showBatch, takeIn } from './take-in.ts';
import { trayActionsOf, trayJobOf } from './tray-content.ts';
import { usePaces } from './use-pace.ts';

const none: readonly BatchSummary[] = [];

/** The batches that main shows; empty while they are not known. */
export function useBatches(): readonly BatchSummary[] {
  return useTopicPart('batches', (batches) => batches, none);
}

/** Documents of started batches that wait for the clerk. */
export function useNeedsClerk(): number {
  return useTopicPart('batches', needClerkOnRail, 0);
}

/** Tells screen readers what happens with batches, wherever the clerk is. */
function useSpokenProgress(): void {
  useEffect(
    () =>
      mirror('batches').subscribe((now, before) => {
        for (const { sentence, about } of announcementsOf(before.value ?? none, now.value ?? none)) {
          announce(sentence, about);
        }
      }),
    [],
  );
}

/** One line for each batch that is not over, and for those that ended while the window was open. */
export function useTray(): TrayContent {
  useSpokenProgress();
  const batches = useBatches();
  const paces = usePaces();
  const seen = useSeen();
  const { attempt } = useFailures();
  const shown = batches.filter(
    ({ id, state }) => phaseOf(state) !== 'over' || (seen.live.has(id) && !seen.putAway.has(id)),
  );
  const named = shown.filter(({ state }) => phaseOf(state) !== 'over').length > 1;
  const forAll = (name: 'documents.pauseAll' | 'documents.resumeAll') => () => attempt(call(name, {}));
  return {
    jobs: shown.map((batch) =>
      trayJobOf({ batch, pace: paces.get(batch.id), named, onOpen: () => showBatch(batch.id) }),
    ),
    actions: trayActionsOf(batches, forAll('documents.pauseAll'), forAll('documents.resumeAll')),
  };
}

/** Takes in files that are dropped anywhere, and says which batch they join. */
export function useFileTaker(): FileTaker {
  const batches = useBatches();
  const { attempt } = useFailures();
  const { drop } = documentsFrameWords;
  const draft = draftOf(batches);
  return {
    words: draft === null ? drop.begin : drop.add(draft.number),
    onFiles: (files) => attempt(takeIn(files)),
  };
}
