/** @file Cells of a statement in lists: state, link and primary action. */

import { describeError } from '../../../shared/messages/error-messages.ts';
import { formatBytes, formatDuration, t } from '../../../shared/messages/index.ts';
import { downloadFailureOf } from '../../../shared/model/statements/download-failure.ts';
import type { Statement, StatementState } from '../../../shared/model/statements/statements.ts';
import { navigate } from '../../app/routes.ts';
import { useServiceNow } from '../../app/use-service-now.ts';
import { call } from '../../bridge.ts';
import { classNames } from '../../components/layout/class-names.ts';
import type { IconName } from '../../components/layout/icons.ts';
import { Progress } from '../../components/messages/ProgressBar.tsx';
import { Badge, CurrencyTag, State } from '../../components/messages/State.tsx';
import coverageStyles from './coverage/Coverage.module.css';
import { useEventSource } from './requests/event-source.tsx';
import statementsStyles from './Statements.module.css';

const icons: Readonly<Record<StatementState, IconName>> = {
  asking: 'up',
  refused: 'problem',
  'e-mailed': 'up',
  waiting: 'hourglass',
  quarantined: 'alert',
  ready: 'clock',
  downloading: 'down',
  stored: 'check-circle',
  expired: 'ended',
};

/** States that need the clerk. */
const badgeTones: Readonly<Partial<Record<StatementState, 'warning' | 'danger'>>> = {
  ready: 'warning',
  quarantined: 'warning',
  expired: 'danger',
  refused: 'danger',
};

const textTones: Readonly<Partial<Record<StatementState, 'ok' | 'run'>>> = {
  stored: 'ok',
  downloading: 'run',
  asking: 'run',
};

/** Returns the name of a state, or the reason why the file is not here. */
function stateLabelOf({ state, problem }: Statement): string {
  switch (state) {
    case 'refused':
      return t(
        problem?.details['sent'] === false ? 'statementInbox.notSent' : 'statementInbox.state.refused',
      );
    case 'downloading':
      return t('statementInbox.state.downloading');
    default: {
      const failure = downloadFailureOf(problem);
      return t(failure === null ? `statementInbox.state.${state}` : `statementInbox.failure.${failure}`);
    }
  }
}

/** Shows the label of a state with its icon; states that need the clerk are filled. */
export function StateMark(statement: Statement) {
  const { state, unreadable, failedChecks } = statement;
  const label = stateLabelOf(statement);
  const hasFailed = failedChecks !== null && failedChecks.length > 0;
  if (state === 'stored' && (unreadable || hasFailed)) {
    return (
      <Badge icon="alert" tone="warning">
        {t(unreadable ? 'statementInbox.unreadable' : 'statementCoverage.failed')}
      </Badge>
    );
  }
  const badgeTone = badgeTones[state];
  if (badgeTone !== undefined) {
    return (
      <Badge icon={icons[state]} tone={badgeTone}>
        {label}
      </Badge>
    );
  }
  return (
    <State icon={icons[state]} tone={textTones[state] ?? 'plain'}>
      {label}
    </State>
  );
}

/** Returns the name and number of a wallet; only the number when it has no name. */
export function walletTitle({ name, id }: Statement['wallet']): string {
  return name === null ? String(id) : `${name} ${id}`;
}

export function WalletName({ wallet }: Pick<Statement, 'wallet'>) {
  return (
    <span className={statementsStyles.walletName}>
      {wallet.currency !== null && <CurrencyTag currency={wallet.currency} />}
      {wallet.name !== null && <bdi className="cut">{wallet.name}</bdi>}
      <span className="id faint">{wallet.id}</span>
    </span>
  );
}

/** The error of the last attempt, and its explanation for a tooltip. */
function describeProblem({ problem, state, source }: Statement) {
  if (problem === null) return null;
  const { title, detail } = describeError(problem);
  const isLostOnRestart = state === 'ready' && source !== 'folder';
  return {
    title,
    tooltip: isLostOnRestart ? t('statementInbox.lostOnRestart', { reason: detail }) : detail,
  };
}

/** Shows the time left of the link, the progress, or the size of the file. */
export function LinkEnd({ statement }: { readonly statement: Statement }) {
  const now = useServiceNow();
  const { state, progress, expiresAt, requestedAt, size } = statement;
  const eventSource = useEventSource();
  const problem = describeProblem(statement);
  if (progress !== null && progress.whole !== null) {
    return (
      <Progress label={t('statementInbox.state.downloading')} part={progress.part} total={progress.whole} />
    );
  }
  const left = expiresAt === null ? null : Date.parse(expiresAt) - now.getTime();
  if (state === 'ready' && left !== null && left > 0) {
    return (
      <span className={classNames(coverageStyles.linkSoon, 'num')}>
        {t('statementInbox.timeLeft', { duration: formatDuration(left) })}
        {problem !== null && (
          <span className="cut" title={problem.tooltip}>
            {problem.title}
          </span>
        )}
      </span>
    );
  }
  // The problem of a running download is that of the attempt before.
  if (problem !== null && state !== 'downloading')
    return (
      <span className={coverageStyles.linkLines} title={problem.tooltip}>
        {problem.title}
      </span>
    );
  if (state === 'stored') return <span className="dim num">{size === null ? '' : formatBytes(size)}</span>;
  if (state === 'waiting') {
    return (
      <span className={classNames(coverageStyles.linkLines, 'dim num')}>
        {t('statementInbox.waitsFor', {
          source: eventSource,
          duration: formatDuration(now.getTime() - Date.parse(requestedAt)),
        })}
      </span>
    );
  }
  if (state === 'quarantined') return <span className="cut dim">{t('statementInbox.decide')}</span>;
  if (state === 'e-mailed') return <span className="cut dim">{statement.email}</span>;
  if (left === null) return <>{state === 'ready' ? t('statementInbox.noExpiry') : ''}</>;
  return (
    <>
      {left > 0
        ? t('statementInbox.timeLeft', { duration: formatDuration(left) })
        : t('statementInbox.expired')}
    </>
  );
}

export function primaryAction({
  id,
  state,
  problem,
}: Statement): { label: string; run: () => Promise<unknown> } | null {
  switch (state) {
    case 'ready':
      // It waits for space, and continues automatically.
      if (problem?.code === 'disk-full') return null;
      return {
        label: t(problem === null ? 'statementInbox.download' : 'statementInbox.tryAgain'),
        run: () => call('statements.retry', { action: 'download', id }),
      };
    case 'stored':
      return {
        label: t('statementInbox.review'),
        run: async () => navigate('statements', { tab: 'viewer', statementId: id }),
      };
    case 'waiting':
    case 'quarantined':
    case 'expired':
    case 'refused':
      return {
        label: t('statementInbox.requestAgain'),
        run: () => call('statements.retry', { action: 'request', ids: [id] }),
      };
    case 'asking':
    case 'downloading':
    case 'e-mailed':
      return null;
  }
}
