import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Popover } from 'react-aria-components';
import { t } from '../../../shared/messages/index.ts';
import { useTopic, useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import menuStyles from '../../components/actions/Menu.module.css';
import { useIsModalOpen } from '../../components/dialogs/modal-open.ts';
import { classNames } from '../../components/layout/class-names.ts';
import { useRoute, useRouteParams } from '../routes.ts';
import { useSamples } from '../samples.ts';
import { announce } from '../toasts/announcer.ts';
import { findDoneSteps, type TourStepId } from './done-steps.ts';
import { findSideWithSpace, type MarkSide } from './mark-side.ts';
import styles from './TourMark.module.css';
import {
  endTour,
  followWork,
  offerTour,
  showTourStep,
  tourSteps,
  useTourFollowedWork,
  useTourStep,
} from './tour.ts';

function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

/** A control of the tour and the side of its mark. */
interface Anchor {
  readonly element: HTMLElement;
  readonly side: MarkSide;
}

function findAnchor(selectors: readonly string[], preferred: MarkSide): Anchor | null {
  const size = { width: window.innerWidth, height: window.innerHeight };
  let lastVisible: Anchor | null = null;
  for (const selector of selectors) {
    const element = [...document.querySelectorAll<HTMLElement>(selector)].find(isVisible);
    if (element === undefined) continue;
    const side = findSideWithSpace(element.getBoundingClientRect(), preferred, size);
    if (side !== null) return { element, side };
    lastVisible = { element, side: preferred };
  }
  return lastVisible;
}

/** The first visible match of the selectors with space for the mark, updated as the screen changes. */
function useAnchor(selectors: readonly string[], preferred: MarkSide): Anchor | null {
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  useEffect(() => {
    let frame = 0;
    const update = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const found = findAnchor(selectors, preferred);
        setAnchor((previous) =>
          previous?.element === found?.element && previous?.side === found?.side ? previous : found,
        );
      });
    };
    update();
    const observer = new MutationObserver(update);
    observer.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('resize', update);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('resize', update);
    };
  }, [selectors, preferred]);
  return anchor;
}

/** The steps of the tour that the clerk of the shown profile has done. */
function useDoneSteps(): ReadonlySet<TourStepId> {
  const batches = useTopic('batches').value;
  const hasProofs = useTopicPart('proofs', ({ total }) => total > 0, false);
  const hasStatements = useTopicPart('statements', ({ counts }) => Object.keys(counts).length > 0, false);
  return useMemo(
    () => findDoneSteps({ batches: batches ?? [], hasProofs, hasStatements }),
    [batches, hasProofs, hasStatements],
  );
}

interface MarkProps {
  readonly index: number;
  readonly anchor: HTMLElement;
  readonly side: MarkSide;
  /** False when the mark returns after a dialog: the focus stays where the dialog left it. */
  readonly takesFocus: boolean;
  readonly onFocused: () => void;
}

/** The explanation beside a control. It is not a dialog: shortcuts and the screen behind it keep working. */
function TourMark({ index, anchor, side, takesFocus, onFocused }: MarkProps) {
  const titleId = useId();
  const nextButton = useRef<HTMLButtonElement>(null);
  const anchorRef = useMemo(() => ({ current: anchor }), [anchor]);
  const step = tourSteps[index];
  const isLast = index === tourSteps.length - 1;
  useEffect(() => {
    anchor.setAttribute('data-tour-here', '');
    return () => anchor.removeAttribute('data-tour-here');
  }, [anchor]);
  useEffect(() => {
    if (!takesFocus) return;
    nextButton.current?.focus();
    onFocused();
  }, [takesFocus, onFocused]);
  if (step === undefined) return null;
  return (
    <Popover
      className={classNames(menuStyles.popover, styles.mark)}
      data-part="popover"
      data-tour-mark=""
      isOpen
      isNonModal
      triggerRef={anchorRef}
      placement={side}
      offset={10}
      containerPadding={16}
      shouldCloseOnInteractOutside={() => false}
      onOpenChange={(open) => {
        if (!open) endTour();
      }}
    >
      <section data-region="tour" aria-labelledby={titleId} tabIndex={-1}>
        <p className="sm faint num">{t('tour.count', { step: index + 1, total: tourSteps.length })}</p>
        <h2 id={titleId}>{t(`tour.step.${step.id}.title`)}</h2>
        <p className="dim">{t(`tour.step.${step.id}.text`)}</p>
        <div className={styles.tourActions}>
          {!isLast && (
            <Button size="small" variant="quiet" onPress={endTour}>
              {t('tour.skip')}
            </Button>
          )}
          <span className="grow" />
          {index > 0 && (
            <Button size="small" onPress={() => showTourStep(index - 1)}>
              {t('tour.back')}
            </Button>
          )}
          <Button
            size="small"
            variant="primary"
            buttonRef={nextButton}
            onPress={() => (isLast ? endTour() : showTourStep(index + 1))}
          >
            {t(isLast ? 'tour.done' : 'tour.next')}
          </Button>
        </div>
      </section>
    </Popover>
  );
}

function Step({ index, ...focus }: Omit<MarkProps, 'anchor' | 'side'>) {
  const step = tourSteps[index];
  const anchors = useMemo(
    () => (step === undefined ? [] : [...step.anchors, `[data-tour="rail-${step.route}"]`]),
    [step],
  );
  const anchor = useAnchor(anchors, step?.placement ?? 'bottom');
  useEffect(() => {
    if (step === undefined) return;
    announce(
      t('tour.announcement', {
        step: index + 1,
        total: tourSteps.length,
        title: t(`tour.step.${step.id}.title`),
        text: t(`tour.step.${step.id}.text`),
      }),
    );
  }, [index, step]);
  return anchor === null ? null : (
    <TourMark key={index} index={index} anchor={anchor.element} side={anchor.side} {...focus} />
  );
}

/** True on the screen of the step. The review before the start belongs to what is sent: nothing may cover it. */
function useIsStepOnScreen(index: number | null): boolean {
  const route = useRoute();
  const { view } = useRouteParams('documents');
  if (index === null || tourSteps[index]?.route !== route) return false;
  return route !== 'documents' || view !== 'review';
}

/**
 * The tour: shown automatically where the profile offers it, and on request. It follows the clerk's work. Other screens
 * and dialogs hide it.
 */
export function Tour() {
  const isOffered = useSamples()?.tour === true;
  const index = useTourStep();
  const followedWork = useTourFollowedWork();
  const doneSteps = useDoneSteps();
  const seenSteps = useRef(doneSteps);
  const isModalOpen = useIsModalOpen();
  const isOnScreen = useIsStepOnScreen(index);
  const [focusedIndex, setFocusedIndex] = useState<number | null>(null);
  const onFocused = useCallback(() => setFocusedIndex(index), [index]);
  if (index === null && focusedIndex !== null) setFocusedIndex(null);
  useEffect(() => {
    if (isOffered) offerTour(doneSteps);
    followWork(seenSteps.current, doneSteps);
    seenSteps.current = doneSteps;
  }, [isOffered, doneSteps]);
  if (index === null || isModalOpen || !isOnScreen) return null;
  const takesFocus = focusedIndex !== index && !followedWork;
  return <Step key={index} index={index} takesFocus={takesFocus} onFocused={onFocused} />;
}
