// oxlint-disable jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reached by the keyboard

import { useEffect, useId, useRef } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { Button, LinkButton } from '../../components/actions/Button.tsx';
import { Icon } from '../../components/layout/Icon.tsx';
import { Time } from '../../components/layout/Time.tsx';
import { useOverflow } from '../../components/layout/use-overflow.ts';
import { ProgressBar } from '../../components/messages/ProgressBar.tsx';
import type { TrayAction, TrayJob } from '../feature.ts';
import { ToastActions, ToastSentence } from '../toasts/Toasts.tsx';
import { useRecentToasts } from '../toasts/toasts.ts';
import styles from './Tray.module.css';

interface TraySheetProps {
  readonly id: string;
  readonly jobs: readonly TrayJob[];
  readonly actions: readonly TrayAction[];
  readonly onClose: () => void;
}

function SheetJob({ job, onClose }: { readonly job: TrayJob; readonly onClose: () => void }) {
  const { onOpen, progress } = job;
  const openAndClose = () => {
    onClose();
    onOpen?.();
  };
  return (
    <li data-tone={job.tone}>
      <Icon name={job.icon} />
      <span className={styles.title}>
        {onOpen === undefined ? job.title : <LinkButton onPress={openAndClose}>{job.title}</LinkButton>}
      </span>
      <span className={styles.amount}>{job.amount}</span>
      {progress !== undefined && (
        <ProgressBar label={job.title} part={progress.part} total={progress.whole} />
      )}
      {job.detail !== undefined && <p>{job.detail}</p>}
    </li>
  );
}

/** The last finished actions, with the buttons of their toasts after the toasts have disappeared. */
function Recent() {
  const recent = useRecentToasts();
  const titleId = useId();
  const { ref, isScrollable } = useOverflow();
  if (recent.length === 0) return null;
  return (
    <section className={styles.recent} aria-labelledby={titleId}>
      <h3 id={titleId}>{t('toasts.recent')}</h3>
      <ul className="scroll" aria-labelledby={titleId} ref={ref} {...(isScrollable ? { tabIndex: 0 } : {})}>
        {recent.map((toast) => (
          <li key={toast.id}>
            <Icon name="check-circle" />
            <span className="break-anywhere">
              <ToastSentence toast={toast} />
              {toast.detail !== undefined && <span className="dim"> {toast.detail}</span>}
            </span>
            <span className={styles.amount}>
              <Time value={new Date(toast.doneAtMs).toISOString()} />
            </span>
            <ToastActions toast={toast} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The expanded tray. It is not modal; Escape closes it. */
export function TraySheet({ id, jobs, actions, onClose }: TraySheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const latestOnClose = useRef(onClose);
  useEffect(() => {
    latestOnClose.current = onClose;
  });
  useEffect(() => {
    sheet.current?.focus();
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      latestOnClose.current();
    };
    // In the capture phase, before the panel's handler: the element opened last closes first.
    window.addEventListener('keydown', close, { capture: true });
    return () => window.removeEventListener('keydown', close, { capture: true });
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of the tray, which is the landmark, and not of a form
    <div
      className={styles.sheet}
      data-part="tray-sheet"
      role="group"
      id={id}
      aria-label={t('shell.regions.tray')}
      ref={sheet}
      tabIndex={-1}
    >
      <header>
        <h2>{t('shell.regions.tray')}</h2>
        {actions.map((action) => (
          <Button key={action.id} variant="quiet" size="small" icon={action.icon} onPress={action.onPress}>
            {action.label}
          </Button>
        ))}
      </header>
      {jobs.length === 0 ? (
        <p className={styles.trayNone}>{t('shell.tray.nothingMore')}</p>
      ) : (
        <ul className="scroll">
          {jobs.map((job) => (
            <SheetJob key={job.id} job={job} onClose={onClose} />
          ))}
        </ul>
      )}
      <Recent />
    </div>
  );
}
