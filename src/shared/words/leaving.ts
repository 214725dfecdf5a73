/** @file Words for leaving while work is in flight: quitting, signing out, and what waits afterwards. */
import type { WaitingWork, WorkInFlight } from '../model/work-in-flight.ts';
import { counted, formFor, type WordForms } from './count.ts';

const kinds = ['documents', 'attaches', 'proofs', 'statements', 'exports'] as const;

type Lines = Readonly<Record<(typeof kinds)[number], (count: number) => string>>;

const file: WordForms = { one: 'file', other: 'files' };
const beneficiary: WordForms = { one: 'beneficiary', other: 'beneficiaries' };
const proof: WordForms = { one: 'proof', other: 'proofs' };
const statement: WordForms = { one: 'statement', other: 'statements' };
const is = (count: number) => formFor(count, { one: 'is', other: 'are' });
const wait = (count: number) => formFor(count, { one: 'waits', other: 'wait' });
const it = (count: number) => formFor(count, { one: 'it', other: 'they' });

const attaches = (count: number) =>
  `${counted(count, beneficiary)} ${is(count)} being updated; Paydesk waits for the answer.`;

const quitting: Lines = {
  documents: (count) =>
    `${counted(count, file)} ${is(count)} on the way; ${it(count)} ${is(count)} sent again from the start when Paydesk opens next.`,
  attaches,
  proofs: (count) =>
    `${counted(count, proof)} ${is(count)} not here yet; Paydesk fetches the rest when it opens next.`,
  statements: (count) =>
    `${counted(count, statement)} ${is(count)} being requested or downloaded; what is not here by then has to be requested again.`,
  exports: (count) =>
    `${counted(count, file)} ${is(count)} being exported; export again what is missing afterwards.`,
};

const signingOut: Lines = {
  documents: (count) =>
    `${counted(count, file)} ${is(count)} on the way; ${it(count)} ${is(count)} sent again from the start after the next sign-in.`,
  attaches,
  proofs: (count) =>
    `${counted(count, proof)} ${is(count)} not here yet; Paydesk fetches the rest after the next sign-in.`,
  statements: (count) =>
    `${counted(count, statement)} ${is(count)} being requested or downloaded; a download that has begun goes on.`,
  exports: (count) =>
    `${counted(count, file)} ${is(count)} being exported; export again what is missing afterwards.`,
};

/** One line for each kind of work that there is. */
function linesOf(work: WorkInFlight, lines: Lines): readonly string[] {
  return kinds.filter((kind) => work[kind] > 0).map((kind) => lines[kind](work[kind]));
}

/** The question of a clerk who quits while work is in flight. */
export const quitWords = {
  title: 'Paydesk is still working',
  lines: (work: WorkInFlight) => linesOf(work, quitting),
  quit: 'Quit and go on later',
  stay: 'Keep working',
} as const;

/** What a clerk reads when an error that nobody expects has ended Paydesk. */
export const failedWords = {
  title: 'Paydesk stopped because of an internal error',
  detail:
    'Your work is saved, and unfinished work continues when Paydesk opens next. If it happens again, save the diagnostics (Settings, About) for your IT.',
  openAgain: 'Open Paydesk again',
  quit: 'Quit',
} as const;

const moreOf: WordForms = { one: 'more batch', other: 'more batches' };
const document: WordForms = { one: 'document', other: 'documents' };

/** The question of a clerk who signs out while work is not finished. */
export const signOutWords = {
  title: (name: string) => `Sign out of ${name}?`,
  lead: 'Work is not finished. Nothing is lost.',
  keep: 'Stay signed in',
  act: 'Sign out',
  /** What a sign-out does to the work in flight, and what goes on afterwards. */
  lines: (
    work: WorkInFlight,
    { batches, moreBatches }: Pick<WaitingWork, 'batches' | 'moreBatches'>,
  ): readonly string[] => [
    ...linesOf(work, signingOut),
    ...batches.map(
      ({ number, documents }) =>
        `Batch ${number} goes on after the next sign-in: ${counted(documents, document)} to send.`,
    ),
    ...(moreBatches === 0
      ? []
      : [
          `${counted(moreBatches, moreOf)} ${formFor(moreBatches, { one: 'goes', other: 'go' })} on after the next sign-in.`,
        ]),
  ],
} as const;

/** What goes on by itself after the next sign-in, a sentence for each batch that is named. */
export function waitingLines({ batches, moreBatches, proofs }: WaitingWork): readonly string[] {
  return [
    ...batches.map(
      ({ number, documents }) =>
        `Batch ${number} waits for you to sign in: ${counted(documents, document)} to send.`,
    ),
    ...(moreBatches === 0
      ? []
      : [`${counted(moreBatches, moreOf)} ${wait(moreBatches)} for you to sign in.`]),
    ...(proofs === 0 ? [] : [`${counted(proofs, proof)} ${wait(proofs)} for you to sign in.`]),
  ];
}

/** The same in a few words, for the line of a profile. */
export function waitingInShort({ documents, proofs }: WaitingWork): string {
  return [
    ...(documents === 0 ? [] : [`${counted(documents, document)} to send`]),
    ...(proofs === 0 ? [] : [`${counted(proofs, proof)} to fetch`]),
  ].join(', ');
}
