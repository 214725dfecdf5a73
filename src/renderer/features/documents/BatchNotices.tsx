import { useState } from 'react';
import type { BatchSummary, PauseReason } from '../../../shared/model/batch.ts';
import { documentsFrameWords } from '../../../shared/words/documents-frame.ts';
import { UnknownOutcomes, useUnknownOutcomes } from '../../app/outcomes/UnknownOutcomes.tsx';
import { navigate } from '../../app/routes.ts';
import { signInAgain } from '../../app/sign-in-request.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import type { IconName } from '../../components/icons.ts';
import { Notice, type NoticeTone } from '../../components/Notice.tsx';
import { Time } from '../../components/Time.tsx';
import type { AsyncAction } from '../../components/use-async-action.ts';
import { countOf, goingOut, phaseOf } from './batch-numbers.ts';
import { useSeen } from './shown-batch.ts';

const words = documentsFrameWords.notices;

interface NoticesProps {
  readonly batch: BatchSummary;
  readonly work: AsyncAction;
}

const looks: Readonly<Record<PauseReason, { readonly tone: NoticeTone; readonly icon: IconName }>> = {
  user: { tone: 'neutral', icon: 'hold' },
  offline: { tone: 'warning', icon: 'wifi-off' },
  'sign-in': { tone: 'warning', icon: 'key' },
  'wrong-environment': { tone: 'danger', icon: 'problem' },
  refused: { tone: 'danger', icon: 'problem' },
  'link-unusable': { tone: 'danger', icon: 'problem' },
  proxy: { tone: 'warning', icon: 'key' },
  certificate: { tone: 'danger', icon: 'problem' },
  'web-page': { tone: 'warning', icon: 'wifi-off' },
  'disk-full': { tone: 'danger', icon: 'alert' },
};

function PauseWays({ batch, work, reason }: NoticesProps & { readonly reason: PauseReason }) {
  const resume = () =>
    void work.run(async () => {
      await call('documents.resume', { batchId: batch.id });
    });
  switch (reason) {
    case 'sign-in':
      return (
        <Button size="small" onPress={signInAgain}>
          {words.signIn}
        </Button>
      );
    case 'offline':
    case 'proxy':
    case 'certificate':
    case 'web-page':
      return (
        <Button size="small" onPress={resume}>
          {words.tryNow}
        </Button>
      );
    case 'wrong-environment':
      return (
        <>
          <Button size="small" onPress={() => navigate('settings', { section: 'profiles' })}>
            {words.settings}
          </Button>
          <Button size="small" onPress={resume}>
            {words.resume}
          </Button>
        </>
      );
    case 'disk-full':
      return null;
    case 'user':
    case 'refused':
    case 'link-unusable':
      return (
        <Button size="small" onPress={resume}>
          {words.resume}
        </Button>
      );
  }
}

/** Why a batch does not run, what that means, and its own way back. */
function Paused(props: NoticesProps) {
  const { batch } = props;
  const reason = batch.pauseReason;
  if (batch.state !== 'paused' || reason === null) return null;
  const { title, detail } = words.paused[reason];
  return (
    <Notice
      {...looks[reason]}
      title={title(batch.number)}
      actionsAt="end"
      actions={<PauseWays {...props} reason={reason} />}
    >
      {typeof detail === 'string' ? detail : detail(batch.pauseDetail ?? '')}
    </Notice>
  );
}

/** The service wants to be left alone for a while; the batch goes on by itself. */
function Held({ batch }: Pick<NoticesProps, 'batch'>) {
  const { held } = batch;
  if (held === null || batch.state !== 'running') return null;
  return (
    <Notice icon="hourglass" title={words.held.title}>
      {words.held.asked(held.host)} <Time value={held.until} form="seconds" />
      {words.held.detail}
    </Notice>
  );
}

/** After a crash or a quit: it went on by itself, and says so. Only told of a batch that ran before the clerk's eyes. */
function Resumed({ batch }: Pick<NoticesProps, 'batch'>) {
  const seen = useSeen();
  const [dismissed, setDismissed] = useState('');
  const { resumed } = batch;
  if (resumed === null || dismissed === resumed.at || !seen.live.has(batch.id)) return null;
  return (
    <Notice
      tone="info"
      title={words.resumed.title(batch.number)}
      actionsAt="end"
      actions={
        <Button size="small" onPress={() => setDismissed(resumed.at)}>
          {words.dismiss}
        </Button>
      }
    >
      {words.resumed.wentOn} <Time value={resumed.at} form="sentence" />.{' '}
      {words.resumed.detail(resumed.sentAgain, resumed.unknown)}
    </Notice>
  );
}

/** Through, but not with everything. Unknown outcomes have notices of their own. */
function WithProblems({ batch }: Pick<NoticesProps, 'batch'>) {
  const left = goingOut(batch) - countOf(batch, 'attached') + countOf(batch, 'on-hold');
  if (batch.state !== 'done-with-problems' || left === countOf(batch, 'unknown')) return null;
  return (
    <Notice tone="warning" title={words.problems.title(batch.number, left)}>
      {words.problems.detail}
    </Notice>
  );
}

/** Outcomes that nobody knows, above everything else: those of this batch, and those that hold its documents back. */
function Unknown({ batch }: Pick<NoticesProps, 'batch'>) {
  const outcomes = useUnknownOutcomes();
  const holds = countOf(batch, 'on-hold') > 0;
  return <UnknownOutcomes outcomes={outcomes.filter((one) => holds || one.batchNumber === batch.number)} />;
}

/** What must be known of a started batch before its list. */
export function BatchNotices({ batch, work }: NoticesProps) {
  if (phaseOf(batch.state) === 'preparing') return null;
  return (
    <>
      <Unknown batch={batch} />
      <div className="batch-notices">
        <Paused batch={batch} work={work} />
        <Held batch={batch} />
        <Resumed batch={batch} />
        <WithProblems batch={batch} />
      </div>
    </>
  );
}
