/** @file The tour: its steps and the shown step. */
import { create } from 'zustand';
import { call } from '../../bridge.ts';
import { initialParams, navigate, type RouteName } from '../routes.ts';
import { stepAfterWork, type TourStepId } from './done-steps.ts';

/** One step: a control and its explanation. */
interface TourStep {
  readonly id: TourStepId;
  readonly route: RouteName;
  /** Selectors of the control, in order of preference; the rail item is used when no match is visible with space. */
  readonly anchors: readonly string[];
  readonly placement: 'bottom' | 'top' | 'left';
}

/** In the order of a clerk's work. */
export const tourSteps: readonly TourStep[] = [
  { id: 'drop', route: 'documents', anchors: ['[data-drop-zone]'], placement: 'bottom' },
  {
    id: 'assign',
    route: 'documents',
    anchors: ['[data-tour="assign"]', '[data-tour="ways"]'],
    placement: 'top',
  },
  {
    id: 'review',
    route: 'documents',
    anchors: ['[data-tour="review"]', '[data-tour="next"]'],
    placement: 'top',
  },
  { id: 'proofs', route: 'proofs', anchors: ['[data-tour="paste"]'], placement: 'bottom' },
  {
    id: 'statements',
    route: 'statements',
    anchors: ['[data-tour="request"]', '[data-part="tabs"]'],
    placement: 'left',
  },
];

interface Tour {
  /** Index of the step that is shown, or `null`. */
  readonly step: number | null;
  /** True when the clerk's work led to the step: the focus stays at that work. */
  readonly followedWork: boolean;
  /** True once the tour was shown automatically in this window. */
  readonly wasOffered: boolean;
}

const useStore = create<Tour>(() => ({ step: null, followedWork: false, wasOffered: false }));

/** Index of the step that is shown, or `null`. */
export function useTourStep(): number | null {
  return useStore(({ step }) => step);
}

/** True when the shown step followed the clerk's work. */
export function useTourFollowedWork(): boolean {
  return useStore(({ followedWork }) => followedWork);
}

/** Shows a step with its screen. */
export function showTourStep(index: number): void {
  const step = tourSteps[index];
  if (step === undefined) return;
  useStore.setState({ step: index, followedWork: false });
  if (step.route === 'statements') navigate('statements', initialParams.statements);
  else navigate(step.route, step.route === 'documents' ? initialParams.documents : initialParams.proofs);
}

/** Shows the tour automatically, once, from the first step that is not done. */
export function offerTour(doneSteps: ReadonlySet<TourStepId>): void {
  if (useStore.getState().wasOffered) return;
  const step = tourSteps.findIndex(({ id }) => !doneSteps.has(id));
  useStore.setState({ wasOffered: true, step: step === -1 ? null : step });
}

/** Shows the next step, without its screen, if the clerk has done the shown one; ends the tour after the last. */
export function followWork(before: ReadonlySet<TourStepId>, now: ReadonlySet<TourStepId>): void {
  const { step } = useStore.getState();
  if (step === null) return;
  const next = stepAfterWork(tourSteps, step, before, now);
  if (next === null) endTour();
  else if (next !== step) useStore.setState({ step: next, followedWork: true });
}

/** Ends the tour for good: main remembers it. */
export function endTour(): void {
  useStore.setState({ step: null });
  // After a failure the tour only appears again at the next start.
  call('samples.change', { action: 'endTour' }).catch(() => undefined);
}
