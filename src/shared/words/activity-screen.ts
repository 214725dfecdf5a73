/** @file Words of the Activity screen. */
import { counted, formatNumber, formFor } from './count.ts';

const entry = { one: 'entry', other: 'entries' };

/** See the file's header. */
export const activityScreenWords = {
  word: 'Activity',
  list: 'Activity, newest first',
  count: (count: number) => counted(count, entry),
  found: (count: number) => `${counted(count, entry)} found`,
  verify: 'Check the chain',
  verifying: 'Checking the chain…',
  export: 'Export…',
  columns: {
    at: 'Time',
    kind: 'What',
    subject: 'About',
    outcome: 'Outcome',
    profile: 'Profile',
    bytes: 'Sent',
  },
  filter: {
    text: 'Find in the activity',
    textHint: 'Find',
    kind: 'What was done',
    anyKind: 'Everything',
    outcome: 'Outcome',
    anyOutcome: 'All',
    clear: 'Show everything',
  },
  empty: {
    title: 'Nothing has happened yet',
    lead: 'Everything that leaves or enters this computer through Paydesk is written down here: when, who, what, and how it ended.',
    foot: 'Entries are only ever added. Each is chained to the one before, so that a change would be seen.',
  },
  nothing: {
    /** Says which filters hide what. */
    title: (parts: { text: string; kind: string | null; outcome: string | null }) => {
      const text = parts.text === '' ? '' : ` with “${parts.text}”`;
      const kind = parts.kind === null ? '' : ` under “${parts.kind}”`;
      const outcome = parts.outcome === null ? '' : ` that ended as “${parts.outcome}”`;
      return `No entry${text}${kind}${outcome}`;
    },
  },
  panel: {
    label: 'Entry',
    number: (id: number) => `Entry ${formatNumber(id)}`,
    when: 'When',
    local: 'Here',
    utc: 'UTC',
    who: 'Who',
    user: 'Computer user',
    profile: 'Profile',
    environment: 'Environment',
    noProfile: 'None',
    whatIsKnown: 'What left this computer',
    request: 'Request',
    nothingSent: 'Nothing left this computer.',
    status: 'Status',
    noStatus: 'No answer',
    requestId: 'Request ID',
    noRequestId: 'The service gave none',
    sent: 'Bytes sent',
    took: 'Took',
    exact: (bytes: string) => `${bytes} bytes`,
  },
  chain: {
    whole: (entries: number) =>
      entries === 1
        ? 'The one entry is as it was written'
        : `All ${counted(entries, entry)} are as they were written`,
    wholeDetail:
      'Each was computed again from the one before. Nothing was changed, taken out or put in between.',
    none: 'There is no entry to check yet',
    broken: (id: number) => `The chain is broken at entry ${formatNumber(id)}`,
    brokenDetail: (id: number) =>
      `${before(id - 1)}It is missing or not as it was written: the file was changed outside of Paydesk, or its disk has a fault. Nothing was repaired. Export the activity, keep a copy of the data folder and show this to your IT.`,
    close: 'Dismiss',
  },
  /** `182 ms`, `1.4 s`, `2 min 5 s` */
  took: (milliseconds: number) => {
    if (milliseconds < 1000) return `${milliseconds}\u00a0ms`;
    const seconds = milliseconds / 1000;
    if (seconds < 59.95) return `${seconds.toFixed(1)}\u00a0s`;
    const whole = Math.round(seconds);
    const rest = whole % 60;
    return rest === 0
      ? `${Math.floor(whole / 60)}\u00a0min`
      : `${Math.floor(whole / 60)}\u00a0min ${rest}\u00a0s`;
  },
  commands: {
    verify: 'Check the chain of the activity',
    export: 'Export the activity…',
    keywords: { verify: ['audit', 'hash', 'integrity'], export: ['csv', 'audit', 'save'] },
  },
} as const;

/** What can be said of the entries that come before a break. */
function before(count: number): string {
  if (count === 0) return '';
  return `The ${counted(count, entry)} before it ${formFor(count, { one: 'fits', other: 'fit' })}. `;
}
