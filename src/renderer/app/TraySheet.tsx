// oxlint-disable jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reached by the keyboard
import { useEffect, useId, useRef } from 'react';
import { shellWords } from '../../shared/words/shell.ts';
import { toastWords } from '../../shared/words/toasts.ts';
import { Button, LinkButton } from '../components/Button.tsx';
import { classNames } from '../components/class-names.ts';
import { Icon } from '../components/Icon.tsx';
import { ProgressBar } from '../components/ProgressBar.tsx';
import { Time } from '../components/Time.tsx';
import { useOverflow } from '../components/use-overflow.ts';
import type { TrayAction, TrayJob } from './feature.ts';
import { ToastActions, ToastSentence } from './Toasts.tsx';
import { useRecentToasts } from './toasts.ts';

const words = shellWords.tray;

export interface TraySheetProps {
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
    <li className={classNames(job.tone)}>
      <Icon name={job.icon} />
      <span className="title">
        {onOpen === undefined ? job.title : <LinkButton onPress={openAndClose}>{job.title}</LinkButton>}
      </span>
      <span className="amount">{job.amount}</span>
      {progress !== undefined && (
        <ProgressBar label={job.title} part={progress.part} whole={progress.whole} />
      )}
      {job.detail !== undefined && <p>{job.detail}</p>}
    </li>
  );
}

/** What was finished last, with what can still be done about it after its toast has gone. */
function Recent() {
  const recent = useRecentToasts();
  const titleId = useId();
  const { watch, scrolls } = useOverflow();
  if (recent.length === 0) return null;
  return (
    <section className="tray-recent" aria-labelledby={titleId}>
      <h3 id={titleId}>{toastWords.recent}</h3>
      <ul aria-labelledby={titleId} ref={watch} {...(scrolls ? { tabIndex: 0 } : {})}>
        {recent.map((toast) => (
          <li key={toast.id}>
            <Icon name="check-circle" />
            <span className="recent-title">
              <ToastSentence toast={toast} />
            </span>
            <span className="amount">
              <Time value={new Date(toast.at).toISOString()} />
            </span>
            <ToastActions toast={toast} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The tray at length. Work beneath it goes on; Escape closes it. */
export function TraySheet({ id, jobs, actions, onClose }: TraySheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    sheet.current?.focus();
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      latest.current();
    };
    // Before the panel's own: what was opened last closes first.
    window.addEventListener('keydown', close, { capture: true });
    return () => window.removeEventListener('keydown', close, { capture: true });
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of the tray, which is the landmark, and not of a form
    <div className="tray-sheet" role="group" id={id} aria-label={words.title} ref={sheet} tabIndex={-1}>
      <header>
        <h2>{words.title}</h2>
        {actions.map((action) => (
          <Button key={action.id} variant="quiet" size="small" icon={action.icon} onPress={action.onPress}>
            {action.word}
          </Button>
        ))}
      </header>
      {jobs.length === 0 ? (
        <p className="tray-none">{words.nothingMore}</p>
      ) : (
        <ul>
          {jobs.map((job) => (
            <SheetJob key={job.id} job={job} onClose={onClose} />
          ))}
        </ul>
      )}
      <Recent />
    </div>
  );
}
