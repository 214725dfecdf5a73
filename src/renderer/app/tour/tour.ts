/** @file The tour: its steps and the shown step. */
import { create } from 'zustand';
import { call } from '../../bridge.ts';
import { initialParams, navigate, type RouteName } from '../routes.ts';

/** One step: a control and its explanation. */
interface TourStep {
  readonly id: 'drop' | 'assign' | 'review' | 'proofs' | 'statements';
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
  /** True once the tour was shown automatically in this window. */
  readonly wasOffered: boolean;
}

const useStore = create<Tour>(() => ({ step: null, wasOffered: false }));

/** Index of the step that is shown, or `null`. */
export function useTourStep(): number | null {
  return useStore(({ step }) => step);
}

/** Shows a step with its screen. */
export function showTourStep(index: number): void {
  const step = tourSteps[index];
  if (step === undefined) return;
  useStore.setState({ step: index });
  if (step.route === 'statements') navigate('statements', initialParams.statements);
  else navigate(step.route, step.route === 'documents' ? initialParams.documents : initialParams.proofs);
}

/** Shows the tour automatically, once. */
export function offerTour(): void {
  if (useStore.getState().wasOffered) return;
  useStore.setState({ wasOffered: true });
  showTourStep(0);
}

/** Ends the tour for good: main remembers it. */
export function endTour(): void {
  useStore.setState({ step: null });
  // After a failure the tour only appears again at the next start.
  call('samples.change', { action: 'endTour' }).catch(() => undefined);
}
