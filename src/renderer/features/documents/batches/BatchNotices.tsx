import { useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import type { BatchSummary, PauseReason } from '../../../../shared/model/documents/batch.ts';
import { UnknownOutcomes, useUnknownOutcomes } from '../../../app/outcomes/UnknownOutcomes.tsx';
import { signInAgain } from '../../../app/profiles/sign-in-request.ts';
import { navigate } from '../../../app/routes.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import type { AsyncAction } from '../../../components/actions/use-async-action.ts';
import type { IconName } from '../../../components/layout/icons.ts';
import { Time } from '../../../components/layout/Time.tsx';
import { Message } from '../../../components/messages/Message.tsx';
import { Notice, type NoticeTone } from '../../../components/messages/Notice.tsx';
import styles from '../Batch.module.css';
import { countOf, countOutgoing, phaseOf } from './batch-numbers.ts';
import { useSeenBatches } from './shown-batch.ts';

interface NoticesProps {
  readonly batch: BatchSummary;
  readonly asyncAction: AsyncAction;
}

/** A full disk is said by the banner of the window. */
type ShownPauseReason = Exclude<PauseReason, 'disk-full'>;

const pauseLooks: Readonly<Record<ShownPauseReason, { readonly tone: NoticeTone; readonly icon: IconName }>> =
  {
    user: { tone: 'neutral', icon: 'hold' },
    offline: { tone: 'warning', icon: 'wifi-off' },
    'sign-in': { tone: 'warning', icon: 'key' },
    'wrong-environment': { tone: 'danger', icon: 'problem' },
    refused: { tone: 'danger', icon: 'problem' },
    'link-unusable': { tone: 'danger', icon: 'problem' },
    'earlier-data': { tone: 'warning', icon: 'problem' },
    proxy: { tone: 'warning', icon: 'key' },
    certificate: { tone: 'danger', icon: 'problem' },
    'web-page': { tone: 'warning', icon: 'wifi-off' },
  };

function PauseActions({ batch, asyncAction, reason }: NoticesProps & { readonly reason: ShownPauseReason }) {
  const resume = () =>
    void asyncAction.run(async () => {
      await call('documents.batch', { action: 'resume', batchId: batch.id });
    });
  switch (reason) {
    case 'sign-in':
      return (
        <Button size="small" onPress={signInAgain}>
          {t('documentsFrame.notices.signIn')}
        </Button>
      );
    case 'offline':
    case 'proxy':
    case 'certificate':
    case 'web-page':
      return (
        <Button size="small" onPress={resume}>
          {t('documentsFrame.notices.tryNow')}
        </Button>
      );
    case 'wrong-environment':
      return (
        <>
          <Button size="small" onPress={() => navigate('settings', { section: 'profiles' })}>
            {t('documentsFrame.notices.settings')}
          </Button>
          <Button size="small" onPress={resume}>
            {t('documentsFrame.notices.resume')}
          </Button>
        </>
      );
    case 'user':
    case 'earlier-data':
    case 'refused':
    case 'link-unusable':
      return (
        <Button size="small" onPress={resume}>
          {t('documentsFrame.notices.resume')}
        </Button>
      );
  }
}

/** Explains a pause. `detail` is a host, a message of the service or headers, by reason; empty when unknown. */
function pauseDetail(reason: ShownPauseReason, detail: string): string {
  switch (reason) {
    case 'proxy':
    case 'certificate':
    case 'web-page':
      return detail === ''
        ? t(`documentsFrame.notices.paused.${reason}.detailUnknown`)
        : t(`documentsFrame.notices.paused.${reason}.detail`, { host: detail });
    case 'refused':
      return detail === ''
        ? t('documentsFrame.notices.paused.refused.detailUnknown')
        : t('documentsFrame.notices.paused.refused.detail', { message: detail });
    case 'link-unusable':
      return detail === ''
        ? t('documentsFrame.notices.paused.link-unusable.detailUnknown')
        : t('documentsFrame.notices.paused.link-unusable.detail', { headers: detail });
    default:
      return t(`documentsFrame.notices.paused.${reason}.detail`);
  }
}

function PausedNotice(props: NoticesProps) {
  const { batch } = props;
  const reason = batch.pauseReason;
  if (batch.state !== 'paused' || reason === null || reason === 'disk-full') return null;
  return (
    <Notice
      {...pauseLooks[reason]}
      title={t(`documentsFrame.notices.paused.${reason}.title`, { number: batch.number })}
      actionsAt="end"
      actions={<PauseActions {...props} reason={reason} />}
    >
      {pauseDetail(reason, batch.pauseDetail ?? '')}
    </Notice>
  );
}

/** Notice that the service has asked for a pause. */
function RateLimitNotice({ batch }: Pick<NoticesProps, 'batch'>) {
  const { held } = batch;
  if (held === null || batch.state !== 'running') return null;
  return (
    <Notice icon="hourglass" title={t('documentsFrame.notices.held.title')}>
      <Message
        id="documentsFrame.notices.held.detail"
        values={{ host: held.host, time: <Time value={held.until} form="seconds" /> }}
      />
    </Notice>
  );
}

/** Notice of a batch that resumed after a crash or a quit. A batch that was not open in this window has none. */
function ResumedNotice({ batch }: Pick<NoticesProps, 'batch'>) {
  const seenBatches = useSeenBatches();
  const [dismissed, setDismissed] = useState('');
  const { resumed } = batch;
  if (resumed === null || dismissed === resumed.at || !seenBatches.open.has(batch.id)) return null;
  return (
    <Notice
      tone="info"
      title={t('documentsFrame.notices.resumed.title', { number: batch.number })}
      actionsAt="end"
      actions={
        <Button size="small" onPress={() => setDismissed(resumed.at)}>
          {t('documentsFrame.notices.dismiss')}
        </Button>
      }
    >
      <Message
        id="documentsFrame.notices.resumed.at"
        values={{ time: <Time value={resumed.at} form="sentence" /> }}
      />{' '}
      {t('documentsFrame.notices.resumed.again', { again: resumed.sentAgain })}{' '}
      {t('documentsFrame.notices.resumed.unknown', { unknown: resumed.unknown })}
    </Notice>
  );
}

/** Notice of a batch that ended with problems. Unknown outcomes have their own notices. */
function ProblemsNotice({ batch }: Pick<NoticesProps, 'batch'>) {
  const unattachedCount = countOutgoing(batch) - countOf(batch, 'attached') + countOf(batch, 'on-hold');
  if (batch.state !== 'done-with-problems' || unattachedCount === countOf(batch, 'unknown')) return null;
  return (
    <Notice
      tone="warning"
      title={t('documentsFrame.notices.problems.title', { number: batch.number, count: unattachedCount })}
    >
      {t('documentsFrame.notices.problems.detail')}
    </Notice>
  );
}

/** Unknown outcomes of the batch; while documents of the batch are on hold, also those of other batches. */
function UnknownOutcomeNotices({ batch }: Pick<NoticesProps, 'batch'>) {
  const outcomes = useUnknownOutcomes();
  const hasDocumentsOnHold = countOf(batch, 'on-hold') > 0;
  const shownOutcomes = outcomes.filter(
    ({ batchNumber }) => hasDocumentsOnHold || batchNumber === batch.number,
  );
  return <UnknownOutcomes outcomes={shownOutcomes} />;
}

export function BatchNotices({ batch, asyncAction }: NoticesProps) {
  if (phaseOf(batch.state) === 'preparing') return null;
  return (
    <>
      <UnknownOutcomeNotices batch={batch} />
      <div className={styles.notices}>
        <PausedNotice batch={batch} asyncAction={asyncAction} />
        <RateLimitNotice batch={batch} />
        <ResumedNotice batch={batch} />
        <ProblemsNotice batch={batch} />
      </div>
    </>
  );
}
