/** @file Words of *Needs you*: what each line says, what happens if nothing is done, and the name of its way out. */
import { t } from '../messages/index.ts';
import type { Moving, Need, Urgency } from '../model/needs-you.ts';
import { counted, formatNumber } from './count.ts';
import { wordsOfError } from './errors.ts';

const documents = (count: number) => counted(count, { one: 'document', other: 'documents' });
const proofs = (count: number) => counted(count, { one: 'proof', other: 'proofs' });
const files = (count: number) => counted(count, { one: 'file', other: 'files' });
const needs = (count: number) => (count === 1 ? 'needs' : 'need');

/** What a line says. */
export interface NeedWords {
  readonly title: string;
  /** What happens if nothing is done. */
  readonly consequence: string;
  /** The button that leads to the way out. */
  readonly action: string;
}

/** How the page writes a period of calendar dates. */
export type FormatPeriod = (from: string, till: string) => string;

const pauses = {
  user: 'paused',
  'sign-in': 'waits for a sign-in',
  'wrong-environment': 'paused: wrong environment',
  refused: 'paused: the service refuses',
  'link-unusable': 'paused: upload links cannot be used',
} as const;

const keychains = {
  locked: { title: 'is locked', consequence: 'Kept API keys and the library cannot be opened.' },
  absent: { title: 'is not available', consequence: 'API keys and the library last for this session only.' },
  refused: { title: 'refused Paydesk', consequence: 'Kept API keys and the library cannot be opened.' },
} as const;

const updateProblems = {
  untrusted: 'The update is not signed as it should be',
  expired: 'The description of the newest version has expired',
  'not-understood': 'The update feed cannot be read',
  'not-prepared': 'Updates cannot be prepared',
  'read-only-copy': 'Paydesk cannot be updated where it is',
  'not-installed': 'The update was not installed',
} as const;

/** The words of a line. The compiler refuses a kind without words. */
export function wordsOfNeed(need: Need, period: FormatPeriod): NeedWords {
  switch (need.kind) {
    case 'disk-full':
      return {
        title: 'The disk of this computer is full',
        consequence: 'Nothing is sent or fetched until there is room.',
        action: 'Show data folder',
      };
    case 'library-session-only':
      return {
        title: `${files(need.items)} in the library of this session`,
        consequence: 'Gone when Paydesk quits. Save what you need.',
        action: 'Show proofs',
      };
    case 'link-ending':
      return {
        title: `${statement(need, period)}: the link ends soon`,
        consequence: 'The statement has to be requested again.',
        action: 'Show in inbox',
      };
    case 'link-ended':
      return {
        title: `${statement(need, period)}: the link ended`,
        consequence: 'The statement is not on this computer.',
        action: 'Show in inbox',
      };
    case 'unknown-outcome':
      return {
        title: `${need.label}: unknown outcome${need.documents === 0 ? '' : ` of ${documents(need.documents)}`}${inBatch(need.batchNumber)}`,
        consequence: 'Nothing more is attached to this beneficiary.',
        action: 'Settle outcome',
      };
    case 'request-unknown':
      return {
        title: `${statement(need, period)}: request without an answer`,
        consequence: 'The statement may never come.',
        action: 'Show in inbox',
      };
    case 'documents-withheld':
      return {
        title: `Batch ${need.batchNumber}: ${documents(need.documents)} held back`,
        consequence: 'Stored, but not attached to the beneficiary.',
        action: `Open batch ${need.batchNumber}`,
      };
    case 'id-needed':
      return {
        title: `${need.label}: recipient ID missing`,
        consequence: 'Created, but no documents can be attached.',
        action: 'Enter recipient ID',
      };
    case 'batch-paused':
      return {
        title: `Batch ${need.batchNumber} ${pauses[need.reason]}${need.documents === 0 ? '' : `, ${documents(need.documents)} left`}`,
        consequence: 'Nothing more of this batch is sent.',
        action: `Open batch ${need.batchNumber}`,
      };
    case 'proofs-paused':
      return {
        title: `${proofs(need.proofs)} ${need.proofs === 1 ? 'waits' : 'wait'} for a sign-in`,
        consequence: 'The proofs are not fetched.',
        action: 'Show proofs',
      };
    case 'library-unavailable':
      return {
        title: wordsOfError(need.error).title,
        consequence: 'Statements and proofs cannot be opened or kept.',
        action: 'Show proofs',
      };
    case 'event-quarantined':
      return {
        title: `Statement event${need.walletId === null ? '' : ` of wallet ${need.walletId}`}: ${t(`statementInbox.reason.${need.reason}`)}`,
        consequence: 'The statement is not downloaded; its link ends.',
        action: 'Review event',
      };
    case 'event-overdue':
      return {
        title: `${statement(need, period)}: not received`,
        consequence: 'The month stays missing.',
        action: 'Show in inbox',
      };
    case 'documents-failed':
      return {
        title: `Batch ${need.batchNumber}: ${documents(need.documents)} failed`,
        consequence: 'Not attached to the beneficiary.',
        action: `Open batch ${need.batchNumber}`,
      };
    case 'files-missing':
      return {
        title: `Batch ${need.batchNumber}: ${files(need.documents)} missing`,
        consequence: 'Not sent until the files are back.',
        action: `Open batch ${need.batchNumber}`,
      };
    case 'proofs-failed':
      return {
        title: `${proofs(need.proofs)} failed`,
        consequence: 'Not on this computer.',
        action: 'Show proofs',
      };
    case 'proofs-lost':
      return {
        title: `${proofs(need.proofs)} missing from the library`,
        consequence: 'Not on this computer until fetched again.',
        action: 'Show proofs',
      };
    case 'request-refused':
      return {
        title: `${statement(need, period)}: request refused`,
        consequence: 'The statement does not come.',
        action: 'Show in inbox',
      };
    case 'library-missing':
      return {
        title: `${files(need.items)} missing from the library folder`,
        consequence: 'Those statements and proofs cannot be opened.',
        action: 'Show proofs',
      };
    case 'batch-draft':
      return {
        title: `Batch ${need.batchNumber} not started, ${documents(need.documents)}`,
        consequence: 'Nothing of this batch is sent.',
        action: `Open batch ${need.batchNumber}`,
      };
    case 'beneficiary-draft':
      return {
        title: `${need.label}: draft`,
        consequence: 'The service does not know this beneficiary yet.',
        action: 'Open beneficiary',
      };
    case 'keychain':
      return {
        title: `${need.name === '' ? 'The keychain' : need.name} ${keychains[need.state].title}`,
        consequence: keychains[need.state].consequence,
        action: 'Show keychain',
      };
    case 'key-to-remove':
      return {
        title: 'An API key is still in the keychain',
        consequence: 'The profile may sign in without asking for the key.',
        action: 'Show keychain',
      };
    case 'update-ready':
      return {
        title: `Paydesk ${need.version} is ready to install`,
        consequence: need.urgent
          ? 'This version is no longer safe to use.'
          : 'This version stays until then.',
        action: 'Show update',
      };
    case 'update-failed':
      return {
        title: updateProblems[need.problem],
        consequence: 'Paydesk stays as it is; tell your administrator.',
        action: 'Show update',
      };
    case 'managed-problems':
      return {
        title: `The administrator’s file has ${counted(need.problems, { one: 'problem', other: 'problems' })}`,
        consequence: 'Paydesk ignores the file; tell your administrator.',
        action: 'Show profiles',
      };
    case 'recovery-unsaved':
      return {
        title: 'No recovery file was saved',
        consequence: `Without the keychain, ${files(need.items)} cannot be opened again.`,
        action: 'Save recovery file',
      };
  }
}

function statement(
  { walletId, from, till }: { walletId: number; from: string; till: string },
  period: FormatPeriod,
): string {
  return `Wallet ${walletId}, ${period(from, till)}`;
}

function inBatch(batchNumber: number | null): string {
  return batchNumber === null ? '' : ` in batch ${batchNumber}`;
}

const movingNouns: Readonly<Record<Moving['kind'], (number: number) => string>> = {
  batches: (number) => counted(number, { one: 'batch', other: 'batches' }),
  documents,
  'attach-operations': (number) => counted(number, { one: 'attach operation', other: 'attach operations' }),
  beneficiaries: (number) => counted(number, { one: 'new beneficiary', other: 'new beneficiaries' }),
  proofs,
  statements: (number) => counted(number, { one: 'statement', other: 'statements' }),
};

/** Names of the groups of the list. */
export const urgencyWords: Readonly<Record<Urgency, string>> = {
  ending: 'Lost soon',
  unknown: 'Unknown',
  stopped: 'Stopped',
  failed: 'Failed',
  draft: 'Not started',
  upkeep: 'This computer',
};

/** The screen, and its place in the frame. */
export const needsYouWords = {
  word: 'Needs you',
  count: (number: number) => `${formatNumber(number)} ${number === 1 ? 'line' : 'lines'}`,
  list: 'What needs you',
  filter: 'Group',
  all: 'All',
  columns: {
    urgency: 'Group',
    what: 'What',
    consequence: 'If nothing is done',
    profile: 'Profile',
    since: 'Since',
    action: 'Way out',
  },
  linkEnds: 'Link ends',
  thisComputer: 'This computer',
  removedProfile: 'Removed profile',
  /** The line says to which. */
  switchProfile: 'Switch profile',
  signIn: 'Sign in…',
  /** Its profile is no longer in the administrator's file. */
  showProfiles: 'Show profiles',
  close: 'Close…',
  closeTitle: (title: string) => `Close “${title}”?`,
  closeLead:
    'Paydesk stops asking about this. Nothing is sent, and nothing stored is deleted. You can request or fetch the same again later.',
  closeKeep: 'Keep in the list',
  closeAct: 'Close',
  closed: 'The line is closed.',
  panel: 'Details',
  empty: {
    title: 'Nothing needs you',
    lead: 'Work that waits for a person appears here: of every profile on this computer, what is lost first at the top.',
  },
  noneInGroup: (group: string) => `Nothing in ${group}`,
  showAll: 'Show all',
  moving: {
    label: 'In progress',
    sentence: (parts: string) => `In progress: ${parts}`,
    part: (kind: Moving['kind'], number: number) => movingNouns[kind](number),
    more: 'Needs nobody. Paydesk goes on by itself.',
  },
  tray: (number: number) => `${formatNumber(number)} ${needs(number)} you`,
  commands: {
    open: (number: number) => (number === 0 ? 'Show what needs you' : `Show what needs you (${number})`),
    keywords: ['todo', 'tasks', 'open', 'waiting', 'problems', 'attention'],
  },
} as const;
