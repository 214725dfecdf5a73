import { useEffect, useId, useMemo, useRef } from 'react';
import { Popover } from 'react-aria-components';
import { tourWords as words } from '../../../shared/words/samples.ts';
import { Button } from '../../components/Button.tsx';
import { announce } from '../announcer.ts';
import { useSamples } from '../samples.ts';
import type { MarkSide } from './mark-side.ts';
import { endTour, offerTour, showTourStep, tourSteps, useTourStep } from './tour.ts';
import { useAnchor } from './use-anchor.ts';

interface MarkProps {
  readonly index: number;
  readonly anchor: HTMLElement;
  readonly side: MarkSide;
}

/** What the control is for, beside it. It is no dialog: the keys of the window and the screen behind it go on working. */
function Mark({ index, anchor, side }: MarkProps) {
  const titleId = useId();
  const next = useRef<HTMLButtonElement>(null);
  const anchorRef = useMemo(() => ({ current: anchor }), [anchor]);
  const step = tourSteps[index];
  const texts = step === undefined ? null : words.steps[step.id];
  const isLast = index === tourSteps.length - 1;
  useEffect(() => {
    anchor.setAttribute('data-tour-here', '');
    next.current?.focus();
    return () => anchor.removeAttribute('data-tour-here');
  }, [anchor]);
  if (texts === null) return null;
  return (
    <Popover
      className="popover tour-mark"
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
        <p className="sm faint num">{words.count(index + 1, tourSteps.length)}</p>
        <h2 id={titleId}>{texts.title}</h2>
        <p className="dim">{texts.text}</p>
        <div className="tour-acts">
          {!isLast && (
            <Button size="small" variant="quiet" onPress={endTour}>
              {words.skip}
            </Button>
          )}
          <span className="grow" />
          {index > 0 && (
            <Button size="small" onPress={() => showTourStep(index - 1)}>
              {words.back}
            </Button>
          )}
          <Button
            size="small"
            variant="primary"
            buttonRef={next}
            onPress={() => (isLast ? endTour() : showTourStep(index + 1))}
          >
            {isLast ? words.done : words.next}
          </Button>
        </div>
      </section>
    </Popover>
  );
}

function Step({ index }: Pick<MarkProps, 'index'>) {
  const step = tourSteps[index];
  const anchors = useMemo(
    () => (step === undefined ? [] : [...step.anchors, `[data-tour="rail-${step.route}"]`]),
    [step],
  );
  const anchor = useAnchor(anchors, step?.placement ?? 'bottom');
  useEffect(() => {
    if (step === undefined) return;
    const { title, text } = words.steps[step.id];
    announce(`${words.region(index + 1, tourSteps.length)}: ${title}. ${text}`);
  }, [index, step]);
  return anchor === null ? null : (
    <Mark key={index} index={index} anchor={anchor.element} side={anchor.side} />
  );
}

/** The tour: shown by itself where the profile offers it, and whenever the clerk asks for it. */
export function Tour() {
  const isOffered = useSamples()?.tour === true;
  const index = useTourStep();
  useEffect(() => {
    if (isOffered) offerTour();
  }, [isOffered]);
  return index === null ? null : <Step key={index} index={index} />;
}
