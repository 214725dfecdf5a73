import { type KeyboardEvent, useRef } from 'react';
import { formatPlainList, t } from '../../../../shared/messages/index.ts';
import { standingLabel } from '../../../../shared/messages/payment-status.ts';
import type { ProofStatus } from '../../../../shared/model/proofs/status.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import styles from './Views.module.css';

interface StepperProps {
  /** Index of the current item, from 0. */
  readonly index: number;
  /** Number of items that can be shown; the items after them are not loaded. */
  readonly listedCount: number;
  readonly total: number;
  readonly what: 'swift' | 'iso';
  readonly title: string | null;
  /** Most severe status of the current item. */
  readonly status: ProofStatus | null;
  readonly onSelect: (index: number) => void;
}

/** Steps through the messages or transactions of a proof, also by arrow keys. Renders nothing for a single item. */
export function Stepper({ index, listedCount, total, what, title, status, onSelect }: StepperProps) {
  const previous = useRef<HTMLButtonElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  if (total < 2) return null;

  function stepTo(to: number): void {
    if (to < 0 || to >= listedCount) return;
    // A button that becomes disabled would lose the focus.
    if (to === 0) next.current?.focus();
    if (to === listedCount - 1) previous.current?.focus();
    onSelect(to);
  }

  function onKeyDown({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): void {
    if (altKey || ctrlKey || metaKey) return;
    if (key === 'ArrowRight') stepTo(index + 1);
    if (key === 'ArrowLeft') stepTo(index - 1);
  }

  return (
    <>
      <div
        className={styles.stepper}
        role="toolbar"
        aria-label={t(`proofsViewer.steps.${what}`)}
        onKeyDown={onKeyDown}
      >
        <Button size="small" buttonRef={previous} disabled={index === 0} onPress={() => stepTo(index - 1)}>
          {t('proofsViewer.previous')}
        </Button>
        <Button
          size="small"
          buttonRef={next}
          disabled={index === listedCount - 1}
          onPress={() => stepTo(index + 1)}
        >
          {t('proofsViewer.next')}
        </Button>
        <span className="num" role="status">
          {formatPlainList([
            t('proofsViewer.position', { position: index + 1, total }),
            title ?? '',
            status === null ? '' : standingLabel(status.standing),
          ])}
        </span>
      </div>
      {listedCount < total && (
        <p className={classNames(styles.rawCut, 'sm dim')}>
          {t('proofsViewer.firstListed', { listed: listedCount, total })}
        </p>
      )}
    </>
  );
}
