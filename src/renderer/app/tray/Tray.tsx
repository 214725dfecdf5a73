import { useId, useLayoutEffect, useRef } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { diskFullTitle, diskSpaceText } from '../../../shared/messages/need-messages.ts';
import type { Session } from '../../../shared/model/session/session.ts';
import { useTopicPart } from '../../bridge.ts';
import { classNames } from '../../components/layout/class-names.ts';
import { Icon } from '../../components/layout/Icon.tsx';
import { Time } from '../../components/layout/Time.tsx';
import { ProgressBar } from '../../components/messages/ProgressBar.tsx';
import type { Feature, TrayContent, TrayJob } from '../feature.ts';
import { useFeatureRegistry } from '../feature-registry.ts';
import { useProfileJobs } from '../profiles/profile-jobs.ts';
import { navigate } from '../routes.ts';
import { useToasts } from '../toasts/toasts.ts';
import styles from './Tray.module.css';
import { TraySheet } from './TraySheet.tsx';

function StripJob({ job }: { readonly job: TrayJob }) {
  const content = (
    <>
      <Icon name={job.icon} />
      <b>{job.label}</b>
      {job.progress !== undefined && (
        <ProgressBar label={job.label} part={job.progress.part} total={job.progress.whole} />
      )}
      {job.summary !== '' && <span>{job.summary}</span>}
    </>
  );
  if (job.onOpen === undefined)
    return (
      <span className={styles.job} data-tone={job.tone}>
        {content}
      </span>
    );
  return (
    <button type="button" className={styles.job} data-tone={job.tone} onClick={job.onOpen}>
      {content}
    </button>
  );
}

function SessionFact({ session }: { readonly session: Session }) {
  if (session.state === 'signed-in' && session.profile.origin === 'practice') {
    return (
      <span className={styles.fact}>
        <Icon name="flask" />
        {t('shell.tray.practice')}
      </span>
    );
  }
  if (session.state === 'signed-in') {
    return (
      <span className={styles.fact}>
        <Icon name="check-circle" />
        <span>
          {t('shell.tray.signedInUntil')} <Time value={session.validUntil} />
        </span>
      </span>
    );
  }
  return (
    <span className={classNames(styles.fact, styles.warning)}>
      <Icon name="key" />
      {t('shell.profile.state.interrupted')}
    </span>
  );
}

/** Hides the children of a strip that are in its second line, so that the keyboard does not reach them. */
function useOneLine() {
  const strip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = strip.current;
    if (element === null) return;
    const hideWrapped = () => {
      for (const child of element.querySelectorAll<HTMLElement>(':scope > *'))
        child.style.visibility = child.offsetTop >= element.offsetTop + child.offsetHeight ? 'hidden' : '';
    };
    hideWrapped();
    const observer = new ResizeObserver(hideWrapped);
    observer.observe(element);
    return () => observer.disconnect();
  });
  return strip;
}

interface TrayProps {
  readonly features: readonly Feature[];
  readonly session: Session;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The transfer tray on every screen: a strip with the running work; expanded, the full list. */
export function Tray({ features, session, open, onOpenChange }: TrayProps) {
  const registry = useFeatureRegistry();
  const toggle = useRef<HTMLButtonElement>(null);
  const sheetId = useId();
  const strip = useOneLine();
  const hasToast = useToasts().length > 0;
  const contents: readonly TrayContent[] = features.flatMap((feature) => registry[feature.route]?.tray ?? []);
  const profileJobs = useProfileJobs(session);
  const diskJobs = useDiskFullJobs();
  const jobs = [...diskJobs, ...contents.flatMap((content) => content.jobs), ...profileJobs];
  const facts = contents.flatMap((content) => content.facts ?? []);
  const stripJobs = jobs.filter((job) => job.sheetOnly !== true);
  const isQuiet =
    diskJobs.length + profileJobs.length === 0 && !stripJobs.some((job) => job.progress !== undefined);
  return (
    <section className={styles.tray} data-region="tray" tabIndex={-1} aria-label={t('shell.regions.tray')}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={open ? sheetId : undefined}
        ref={toggle}
        onClick={() => onOpenChange(!open)}
      >
        {t('shell.regions.tray')}
        <Icon name={open ? 'chevron-down' : 'chevron-up'} size="xs" />
      </button>
      <div className={styles.jobs} data-part="tray-jobs" ref={strip}>
        {isQuiet && (
          <span className={styles.job}>
            <span>{t('shell.tray.nothing')}</span>
          </span>
        )}
        {stripJobs.map((job) => (
          <StripJob key={job.id} job={job} />
        ))}
      </div>
      <span className={styles.toasts} data-taken={hasToast ? '' : undefined} />
      <div className={styles.facts}>
        {facts.map((fact) => (
          <span className={styles.fact} key={fact.id}>
            <Icon name={fact.icon} />
            {fact.text}
          </span>
        ))}
        <SessionFact session={session} />
      </div>
      {open && (
        <TraySheet
          id={sheetId}
          jobs={jobs}
          actions={contents.flatMap((content) => content.actions ?? [])}
          onClose={() => {
            onOpenChange(false);
            toggle.current?.focus();
          }}
        />
      )}
    </section>
  );
}

function useDiskFullJobs(): readonly TrayJob[] {
  const diskFull = useTopicPart('diskFull', (value) => value, null);
  if (diskFull === null) return [];
  return [
    {
      id: 'disk full',
      icon: 'alert',
      label: t('needsYou.disk-full.label'),
      summary: diskSpaceText(diskFull),
      title: diskFullTitle(diskFull),
      amount: '',
      detail: t('needsYou.disk-full.detail'),
      tone: 'danger',
      onOpen: () => navigate('needsYou', {}),
    },
  ];
}
