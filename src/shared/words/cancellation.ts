/** @file Words of cancelling: what the service has already, what it still gets, and what it never gets. */
import type { Cancellation } from '../model/cancellation.ts';
import { counted, formatCount, formFor, type WordForms } from './count.ts';

const document: WordForms = { one: 'document', other: 'documents' };
const documents = (count: number) => counted(count, document);
const verb = (count: number, one: string, other: string) => formFor(count, { one, other });

/** One line for each count that is not zero, in the order of {@link Cancellation}. */
function linesOf(
  numbers: Cancellation,
  words: Readonly<Record<keyof Cancellation, (count: number) => string>>,
): readonly string[] {
  const places = ['attached', 'attaching', 'unknown', 'stored', 'uploading', 'notSent'] as const;
  return places.filter((place) => numbers[place] > 0).map((place) => words[place](numbers[place]));
}

const before: Readonly<Record<keyof Cancellation, (count: number) => string>> = {
  attached: (count) =>
    `${documents(count)} ${verb(count, 'is attached and stays', 'are attached and stay')} attached.`,
  attaching: (count) =>
    `${documents(count)} ${verb(count, 'is', 'are')} being attached now. Paydesk waits for the answer.`,
  unknown: (count) =>
    `${documents(count)} ${verb(count, 'has', 'have')} an unknown outcome and still ${verb(count, 'needs', 'need')} you.`,
  stored: (count) =>
    `${documents(count)} ${verb(count, 'is stored at the service and stays', 'are stored at the service and stay')} there without a beneficiary.`,
  uploading: (count) =>
    `${documents(count)} ${verb(count, 'is', 'are')} being uploaded. The upload stops; a file that has arrived in full stays at the service without a beneficiary.`,
  notSent: (count) => `${documents(count)} ${verb(count, 'is', 'are')} never sent.`,
};

const after: Readonly<Record<keyof Cancellation, (count: number) => string>> = {
  attached: (count) => `${formatCount(count)} attached`,
  attaching: (count) => `${formatCount(count)} being attached`,
  unknown: (count) => `${formatCount(count)} with an unknown outcome`,
  stored: (count) => `${formatCount(count)} stored without a beneficiary`,
  uploading: (count) => `${formatCount(count)} stopped during the upload`,
  notSent: (count) => `${formatCount(count)} never sent`,
};

/** See the file's header. */
export const cancellationWords = {
  title: {
    batch: (number: number) => `Cancel batch ${number}?`,
    documents: (count: number) => `Cancel ${documents(count)}?`,
  },
  later: 'To send cancelled documents later, drop the files again.',
  laterDocuments: 'The rest of the batch goes on.',
  keep: 'Keep sending',
  keepBatch: 'Keep the batch',
  act: (count: number) => `Cancel ${documents(count)}`,
  actBatch: (number: number) => `Cancel batch ${number}`,
  counting: 'Counting…',
  tryAgain: 'Try again',
  /** What cancelling would mean now, in sentences. */
  before: (numbers: Cancellation) => linesOf(numbers, before),
  /** What cancelling meant, in a few words each. */
  after: (numbers: Cancellation) => linesOf(numbers, after),
  done: {
    batch: (number: number, numbers: Cancellation) =>
      [`Batch ${number} cancelled`, linesOf(numbers, after).join(', ')]
        .filter((part) => part !== '')
        .join(': '),
    documents: (count: number, numbers: Cancellation) =>
      [`${documents(count)} cancelled`, linesOf(numbers, after).join(', ')]
        .filter((part) => part !== '')
        .join(': '),
  },
} as const;
