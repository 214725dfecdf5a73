/** @file Texts of an entry of the activity. The sentence is made from the stored fields when the entry is shown. */

import { baseNameOf } from '../../../shared/base-name.ts';
import { formatPeriod } from '../../../shared/messages/format-period.ts';
import { t } from '../../../shared/messages/index.ts';
import type { ActivityEntry, ActivityKind } from '../../../shared/model/activity.ts';
import {
  parseAttached,
  parseDownload,
  parsePack,
  parsePeriod,
} from '../../../shared/model/activity-subject.ts';
import { type HostName, hostNames } from '../../../shared/model/session/environment.ts';
import { type EventOrigin, eventOriginSchema } from '../../../shared/model/statements/statements.ts';

function isHostName(text: string): text is HostName {
  return hostNames.some((name) => name === text);
}

function isEventOrigin(text: string): text is EventOrigin {
  return eventOriginSchema.options.some((origin) => origin === text);
}

type EntryText = Pick<ActivityEntry, 'kind' | 'subject' | 'outcome' | 'status' | 'request'>;

function describeStatements(subject: string): string {
  const statements = parsePeriod(subject);
  if (statements === null) return subject;
  const { since, till, wallets } = statements;
  return t('activity.statements', {
    period: formatPeriod(since, till),
    count: wallets.split(', ').length,
    wallets,
  });
}

/** Describes the subject of an entry in the words of its screen; without such words, as recorded. */
function describeSubject({ kind, subject }: Pick<ActivityEntry, 'kind' | 'subject'>): string {
  switch (kind) {
    case 'connection-check':
      return isHostName(subject) ? t(`profileFacts.hosts.${subject}`) : subject;
    case 'statement-request':
      return describeStatements(subject);
    case 'statement-download':
    case 'sign-off':
    case 'withdraw-sign-off':
    case 'reopen-sign-off':
      return describeStatements(parseDownload(subject).period ?? subject);
    case 'statement-event': {
      // Names of unknown fields may follow the source.
      const [source = ''] = subject.split(',', 1);
      return isEventOrigin(source)
        ? `${t(`statementInbox.source.${source}`)}${subject.slice(source.length)}`
        : subject;
    }
    case 'export':
      return baseNameOf(subject);
    case 'evidence-pack':
      return baseNameOf(parsePack(subject)?.folder ?? subject);
    default:
      return subject;
  }
}

/** Kinds whose sentence differs when their purpose was not achieved. */
const triedKinds = [
  'create-beneficiary',
  'proof',
  'sign-in',
  'statement-download',
  'upload',
  'wallet-list',
] as const satisfies readonly ActivityKind[];

const findTriedKind = (kind: ActivityKind) => triedKinds.find((tried) => tried === kind);

function describeAction(entry: EntryText): string {
  const { kind } = entry;
  const isDone = entry.outcome === 'done';
  const subject = describeSubject(entry);
  if (kind === 'attach') {
    const attached = parseAttached(subject);
    if (attached === null) return t(isDone ? 'activity.done.attach' : 'activity.tried.attach', { subject });
    const { label, documents: count } = attached;
    return t(isDone ? 'activity.done.attachCount' : 'activity.tried.attachCount', { subject: label, count });
  }
  const triedKind = isDone ? undefined : findTriedKind(kind);
  return triedKind === undefined
    ? t(`activity.done.${kind}`, { subject })
    : t(`activity.tried.${triedKind}`, { subject });
}

function describeRefusal({ kind, status }: EntryText): string {
  if (kind === 'statement-event') return t('activity.problem.event');
  if (kind === 'proof' && status === 404) return t('activity.problem.noProof');
  if (status === 401) return t('activity.problem.signIn');
  if (status === 429) return t('activity.problem.busy');
  return t('activity.problem.refused');
}

function describeFailure({ kind, status, request }: EntryText): string {
  if (kind === 'statement-download') return t('activity.problem.download');
  if (status !== null) return t('activity.problem.error');
  return t(request === null ? 'activity.problem.failed' : 'activity.problem.noResponse');
}

function describeProblem(entry: EntryText): string {
  switch (entry.outcome) {
    case 'refused':
      return describeRefusal(entry);
    case 'failed':
      return describeFailure(entry);
    case 'unknown':
      return t('activity.problem.unknown');
    default:
      return t('activity.problem.cancelled');
  }
}

/** Says in one sentence what happened. */
export function describeEntry(entry: EntryText): string {
  const what = describeAction(entry);
  // The sentence about files that were not accepted is complete: nothing was sent that could be refused.
  if (entry.outcome === 'done' || entry.kind === 'reject-files') return what;
  return t('activity.sentence.problem', { what, problem: describeProblem(entry) });
}

/** Formats a duration as `182 ms`, `1.4 s` or `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return t('activity.duration.milliseconds', { milliseconds });
  // From 59.95 s on, one decimal would round to 60.0 s.
  if (milliseconds < 59_950) return t('activity.duration.seconds', { seconds: milliseconds / 1000 });
  const totalSeconds = Math.round(milliseconds / 1000);
  const [minutes, seconds] = [Math.floor(totalSeconds / 60), totalSeconds % 60];
  return seconds === 0
    ? t('activity.duration.minutes', { minutes })
    : t('activity.duration.minutesAndSeconds', { minutes, seconds });
}
