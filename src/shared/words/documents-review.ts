/** @file Words of the review: what would be sent, to whom, and the last button before it leaves. */
import type { AssignedBy } from '../model/document.ts';
import type { Environment } from '../model/environment.ts';
import { counted, formatNumber, formFor, type WordForms } from './count.ts';

const file: WordForms = { one: 'file', other: 'files' };
const document: WordForms = { one: 'document', other: 'documents' };
const beneficiary: WordForms = { one: 'beneficiary', other: 'beneficiaries' };
const verb: WordForms = { one: 'is', other: 'are' };

const files = (count: number) => counted(count, file);
const documents = (count: number) => counted(count, document);
const beneficiaries = (count: number) => counted(count, beneficiary);

const places = { production: 'in production', sandbox: 'in sandbox' } as const satisfies Record<
  Environment,
  string
>;

export const reviewWords = {
  title: (number: number) => `Review batch ${number}`,
  change: 'Change assignment',

  list: {
    label: (number: number) => `Beneficiaries of batch ${number}`,
    beneficiary: 'Beneficiary',
    recipientId: 'Recipient ID',
    new: 'New',
    known: 'Known',
    size: 'Size',
    note: 'Note',
    willBeCreated: 'will be created',
    held: 'On hold until settled',
    sentAs: (count: number, fresh: number, known: number) =>
      `Sent as ${formatNumber(count)}: ${formatNumber(fresh)} new, ${formatNumber(known)} known`,
    large: (count: number, megabytes: number) => `${formatNumber(count)} over ${megabytes} MB, sent anyway`,
    defective: (count: number) => `${formatNumber(count)} may be unreadable`,
    duplicate: 'Duplicate',
    by: {
      hand: 'by hand',
      folder: 'by folder name',
      pattern: 'by file name',
      manifest: 'by your list',
    } satisfies Record<AssignedBy, string>,
    /** In front of the time. */
    attached: 'attached',
    more: (next: number, rest: number, kind: 'new' | 'known' | 'duplicate') => more(next, rest, kind),
    empty: 'No document of this batch has a beneficiary',
  },

  panel: {
    label: 'What will be sent',
    batch: 'This batch',
    dropped: 'Dropped',
    rejected: 'Not accepted',
    duplicates: 'Duplicates, not sent',
    excluded: 'Excluded',
    checking: 'Being checked',
    unassigned: 'Not assigned',
    onHold: 'On hold, outcome unknown',
    toAttach: 'To attach now',
    service: 'Sent to the service',
    beneficiaries: 'Beneficiaries',
    creations: 'Of these, created with this',
    known: 'Known documents named again',
    bytes: 'Bytes to upload',
    sendKnown:
      'This profile sends new and known documents together, so that a service that replaces the list loses nothing.',
    sendNew:
      'This profile sends only the new documents, so the service must add them to those that are there already.',
    settings: 'Change in Settings',
    checks: 'Checks',
  },

  checks: {
    assigned: 'Every file is assigned or excluded',
    unassigned: (count: number) => `${files(count)} ${formFor(count, verb)} not assigned`,
    checking: (count: number) => `${files(count)} ${formFor(count, verb)} still being checked`,
    once: 'No document is in the batch twice',
    twice: (count: number) => `${counted(count, { one: 'duplicate is', other: 'duplicates are' })} not sent`,
    inBook: (count: number) =>
      count === 1
        ? 'The recipient ID is in the address book'
        : `All ${formatNumber(count)} recipient IDs are in the address book`,
    created: (count: number) =>
      `${counted(count, { one: 'beneficiary', other: 'beneficiaries' })} will be created from your template`,
    large: (count: number, megabytes: number) =>
      `${counted(count, { one: 'file is', other: 'files are' })} larger than ${megabytes} MB`,
    defective: (count: number) => `${files(count)} ${formFor(count, verb)} locked, damaged or cut short`,
    rejected: (count: number) =>
      `${counted(count, { one: 'file was', other: 'files were' })} not accepted and ${formFor(count, { one: 'stays', other: 'stay' })} behind`,
    waiting: (count: number) =>
      counted(count, {
        one: 'file cannot be read now and follows by itself',
        other: 'files cannot be read now and follow by themselves',
      }),
    held: (count: number) =>
      `${counted(count, { one: 'document waits', other: 'documents wait' })} for an unknown outcome`,
  },

  commit: {
    title: {
      production: 'This changes real beneficiaries of',
      sandbox: 'This changes test beneficiaries of',
    },
    detail: (host: string) => `Sent to ${host}. Cannot be taken back from here.`,
    notNow: 'Not now',
    attach: (count: number, whose: number, environment: Environment) =>
      `Attach ${documents(count)} to ${beneficiaries(whose)} ${places[environment]}`,
    nothing: 'Nothing to attach',
    starting: 'Starting…',
  },
} as const;

function more(next: number, rest: number, what: string): string {
  const word = formFor(next, document);
  return next === rest
    ? `Show ${formatNumber(next)} more ${what} ${word}`
    : `Show ${formatNumber(next)} of ${formatNumber(rest)} more ${what} ${word}`;
}
