/** @file Words for leaving while work is in flight: quitting, signing out, and what waits afterwards. */
import type { WorkInFlight } from '../model/work-in-flight.ts';
import { counted, formFor, type WordForms } from './count.ts';

const kinds = ['documents', 'attaches', 'proofs', 'statements', 'exports'] as const;

type Lines = Readonly<Record<(typeof kinds)[number], (count: number) => string>>;

const file: WordForms = { one: 'file', other: 'files' };
const beneficiary: WordForms = { one: 'beneficiary', other: 'beneficiaries' };
const proof: WordForms = { one: 'proof', other: 'proofs' };
const statement: WordForms = { one: 'statement', other: 'statements' };
const is = (count: number) => formFor(count, { one: 'is', other: 'are' });
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

/** What a sign-out does to the work in flight. */
export const signOutLines = (work: WorkInFlight): readonly string[] => linesOf(work, signingOut);
