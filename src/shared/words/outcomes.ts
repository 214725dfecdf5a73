/** @file Words of unknown outcomes: the notice, what was sent, and the question that settles it. */
import type { Environment } from '../model/environment.ts';
import { counted, formatNumber } from './count.ts';

const document = { one: 'document', other: 'documents' };

const places = { production: 'in production', sandbox: 'in sandbox' } as const satisfies Record<
  Environment,
  string
>;

const causes: Readonly<Record<string, string>> = {
  'connection-lost': 'The connection broke off before the answer came',
  'early-answer': 'The connection broke off while the answer came',
  'timed-out': 'No answer came in time',
  'answer-too-large': 'The answer was too large to be read',
  interrupted: 'Paydesk was closed before the answer came',
  cancelled: 'Paydesk stopped waiting for the answer',
};

/** Why the answer was lost, in words. `cause` as an unknown outcome carries it. */
function cause(code: string): string {
  const status = /^status (\d{3})$/.exec(code)?.[1];
  if (status?.startsWith('2') === true) return `A web page came in place of the answer (${status})`;
  if (status !== undefined) return `The answer was ${status}, which does not say whether it was done`;
  return causes[code] ?? 'The answer did not come';
}

/** See the file's header. */
export const outcomeWords = {
  list: 'Unknown outcomes',
  /** Followed by the beneficiary. */
  title: (creates: boolean) => `One ${creates ? 'creation' : 'attach'} has an unknown outcome:`,
  /** In front of the time: *3 documents, sent* yesterday at 16:42. */
  sent: (documents: number) => (documents === 0 ? 'Sent' : `${counted(documents, document)}, sent`),
  /** After the time. */
  lost: '; the answer was lost. Paydesk does not repeat it by itself.',
  see: (documents: number) => (documents === 0 ? 'See what is known' : 'See documents and keys'),
  hide: (documents: number) => (documents === 0 ? 'Hide what is known' : 'Hide documents and keys'),
  isThere: 'It is there',
  sendAgain: 'Send again',
  isMissing: 'It is missing',

  facts: {
    cause: 'What happened',
    causeOf: cause,
    sent: 'Sent',
    batch: 'Batch',
    requestId: 'Request ID',
    noRequestId: 'The service gave none',
    documents: 'Documents and keys',
    /** Documents that the operation was to attach, and those that it named again. */
    count: (added: number, known: number) => {
      const all = counted(added + known, document);
      return known === 0 ? all : `${all}: ${formatNumber(added)} new, ${formatNumber(known)} known`;
    },
    copy: 'Copy names and keys',
    new: 'New',
    known: 'Known',
  },

  dialog: {
    title: (documents: number, creates: boolean) => {
      if (creates) return 'Was this beneficiary created?';
      return documents === 1
        ? 'Did this document arrive?'
        : `Did these ${counted(documents, document)} arrive?`;
    },
    /** Between the beneficiary and the time, and after the time. */
    sent: ', sent',
    lost: '. The answer was lost.',
    choice: 'What you found',
    isThere: {
      word: 'It is there',
      documents: (documents: number) =>
        documents === 1
          ? 'I saw it in the portal. Paydesk marks it attached.'
          : `I saw all ${documents} in the portal. Paydesk marks them attached.`,
      created: (documents: number) =>
        documents === 0
          ? 'I saw the beneficiary in the portal. Paydesk notes its recipient ID.'
          : `I saw the beneficiary in the portal, with ${counted(documents, document)}. Paydesk notes its recipient ID and marks ${documents === 1 ? 'the document' : 'them'} attached.`,
    },
    sendAgain: {
      word: 'Send again',
      documents: (documents: number) =>
        documents === 1
          ? 'It is missing. Paydesk names the document once more.'
          : `They are missing. Paydesk names the ${counted(documents, document)} once more.`,
      creation: (documents: number) =>
        `It is missing. Paydesk creates the beneficiary once more, with ${counted(documents, document)}.`,
    },
    isMissing: {
      word: 'It is missing',
      more: 'I looked, and it is not in the portal. Paydesk makes it a draft again; nothing is sent.',
    },
    recipientId: 'Recipient ID',
    recipientIdHint: 'As the portal shows it',
    recipientIdWrong: 'Control characters and more than 200 characters are not possible',
    recipientIdMissing: 'Type the recipient ID first',
    later: 'Decide later',
    markAttached: (documents: number) =>
      documents === 1 ? 'Mark 1 as attached' : `Mark ${documents} as attached`,
    markCreated: 'Mark as created',
    makeDraft: 'Make it a draft again',
    sendDocuments: (documents: number, environment: Environment) =>
      `Send ${counted(documents, document)} again ${places[environment]}`,
    createAgain: (environment: Environment) => `Create it again ${places[environment]}`,
  },

  said: {
    attached: (documents: number) =>
      documents === 0 ? 'Marked as created' : `${counted(documents, document)} marked as attached`,
    again: (documents: number) =>
      documents === 0 ? 'It is a draft again' : `${counted(documents, document)} will be sent again`,
  },
} as const;
