/** @file Words of the documents around their screen: notices, questions, tray, commands, and what is spoken. */
import type { Environment } from '../model/environment.ts';
import { counted, formatNumber, formFor, type WordForms } from './count.ts';

const file: WordForms = { one: 'file', other: 'files' };
const document: WordForms = { one: 'document', other: 'documents' };

const files = (count: number) => counted(count, file);
const documents = (count: number) => counted(count, document);
const needYou = (count: number) =>
  `${formatNumber(count)} ${formFor(count, { one: 'needs', other: 'need' })} you`;

/** How a sentence names where something goes. */
export const placeOf = { production: 'in production', sandbox: 'in sandbox' } as const satisfies Record<
  Environment,
  string
>;

/** See the file's header. */
export const documentsFrameWords = {
  notices: {
    paused: {
      user: {
        title: (number: number) => `Batch ${number} is paused`,
        detail: 'What was on its way starts over when you resume. What is stored and attached stays.',
      },
      offline: {
        title: () => 'The service cannot be reached',
        detail: 'Nothing is lost. Paydesk tries again by itself and goes on as soon as there is a way.',
      },
      proxy: {
        title: () => 'The proxy lets nothing through',
        detail: (host: string) =>
          `It refused the way to ${host === '' ? 'the service' : host}, or asks for a name and password. Nothing is lost. Ask your IT; Paydesk tries again by itself and goes on as soon as there is a way.`,
      },
      certificate: {
        title: () => 'The certificate on the way to the service is not trusted',
        detail: (host: string) =>
          `Somebody stands in for ${host === '' ? 'the service' : host}, or this computer does not know its certificate. Paydesk sent nothing. Ask your IT; Paydesk tries again by itself.`,
      },
      'web-page': {
        title: () => 'A web page answered in place of the service',
        detail: (host: string) =>
          `The network asks you for something first: open ${host === '' ? 'any page' : host} in a browser and sign in to the network there. Nothing is lost. Paydesk tries again by itself.`,
      },
      'disk-full': {
        title: () => 'There is no room left on this disk',
        detail:
          'Paydesk writes down every step before it takes the next one, so it waits. Make room; it goes on by itself within seconds.',
      },
      'sign-in': {
        title: (number: number) => `Batch ${number} waits for you to sign in`,
        detail:
          'The session has ended. What is stored and attached stays; the rest goes on when you are signed in.',
      },
      'wrong-environment': {
        title: () => 'The service says this is the wrong environment',
        detail:
          'It answered 403, so the hosts of this profile and its key do not belong together: one is of the sandbox, the other of production. Paydesk sent nothing more. Correct the hosts, then resume.',
      },
      refused: {
        title: (number: number) => `Batch ${number} stopped: the service refused three files in a row`,
        detail: (words: string) =>
          words === ''
            ? 'It gave no reason. Files that were refused are listed as problems; the others wait.'
            : `It said: “${words}”. Files that were refused are listed as problems; the others wait.`,
      },
      'link-unusable': {
        title: (number: number) => `Batch ${number} stopped: its upload links cannot be used`,
        detail: (headers: string) =>
          headers === ''
            ? 'The links contain the checksum of an empty file, so the store refuses every file. Nothing was stored. Ask your IT or the service to make upload links without a checksum, then resume.'
            : `The links only work with headers that Paydesk does not send: ${headers}. Nothing was sent. Ask your IT or the service to make upload links without these headers, then resume.`,
      },
    },
    held: {
      title: 'The service asked for a pause',
      /** In front of the time. */
      asked: (host: string) => `${host} wants no more documents before`,
      /** After the time. */
      detail: '. Nothing is lost; Paydesk goes on by itself then.',
    },
    resume: 'Resume',
    tryNow: 'Try now',
    signIn: 'Sign in again…',
    settings: 'Go to Settings',
    resumed: {
      title: (number: number) => `Paydesk was closed while batch ${number} was running.`,
      /** In front of the time. */
      wentOn: 'It went on',
      detail: (again: number, unknown: number) =>
        `${again === 0 ? 'No file had to be sent again' : `${files(again)} ${formFor(again, { one: 'was', other: 'were' })} sent again from the start`}; ${unknown === 0 ? 'none was attached twice' : `${counted(unknown, { one: 'attach has', other: 'attaches have' })} an unknown outcome`}.`,
    },
    dismiss: 'Dismiss',
    problems: {
      title: (number: number, count: number) =>
        `Batch ${number} is not finished: ${documents(count)} ${formFor(count, { one: 'is', other: 'are' })} not attached`,
      detail:
        'Each is listed with its reason and its ways out. The batch goes on by itself when you choose one, and stays open until you settle every document or close the batch.',
    },
    unsaved: 'Save it first',
    emptyDrop: {
      title: 'No file came with that',
      detail:
        'The program it was dragged from handed over no file. Save the attachment to a folder first, then drop it from there.',
    },
  },

  drop: {
    add: (number: number) => `Drop to add to batch ${number}`,
    begin: 'Drop to begin a batch',
  },

  discard: {
    title: (number: number) => `Discard batch ${number}?`,
    lead: (count: number) =>
      `Paydesk forgets the ${files(count)} of this batch and whose they are. Nothing was sent, and the files on your computer are not touched.`,
    keep: 'Keep the batch',
    act: (number: number) => `Discard batch ${number}`,
  },

  close: {
    title: (number: number) => `Close batch ${number}?`,
    /** What stays undone, such as *11 files are stored at the service but not attached, 1 failed.* */
    undone: (stored: number, failed: number) =>
      `${[
        ...(stored === 0
          ? []
          : [
              `${files(stored)} ${formFor(stored, { one: 'is', other: 'are' })} stored at the service but not attached`,
            ]),
        ...(failed === 0
          ? []
          : [stored === 0 ? `${files(failed)} failed` : `${formatNumber(failed)} failed`]),
      ].join(', ')}.`,
    meaning: (number: number, stored: number) =>
      [
        'Paydesk does not attach them, and the batch no longer counts as open work.',
        stored === 0
          ? ''
          : 'What is stored stays at the service without a beneficiary; its document keys stay in the exported result.',
        `Batch ${number} stays under Earlier batches with its whole history. A document that you want attached later can be sent from there.`,
      ]
        .filter((part) => part !== '')
        .join(' '),
    keep: 'Keep open',
    act: (number: number) => `Close batch ${number}`,
    unknown: (count: number) => `Settle the unknown outcome of ${documents(count)} first`,
    closed: (number: number, count: number) =>
      `Batch ${number} is closed, ${documents(count)} ${formFor(count, { one: 'is', other: 'are' })} not attached`,
  },

  tray: {
    word: 'Documents',
    checking: 'Checking',
    checkingSummary: (done: number, whole: number) => `${formatNumber(done)} of ${formatNumber(whole)}`,
    paused: 'paused',
    pauseAll: 'Pause all',
    resumeAll: 'Resume all',
    done: 'Every document is attached',
    ended: (attached: number, left: number) =>
      `${documents(attached)} attached, ${formatNumber(left)} not attached`,
    more: (count: number) => counted(count, { one: 'more open batch', other: 'more open batches' }),
    prepared: (unassigned: number) =>
      unassigned === 0 ? 'Ready to review' : `${files(unassigned)} not assigned yet`,
    preparing: (count: number) => `${documents(count)}, not started`,
  },

  commands: {
    chooseFiles: 'Choose files for a batch…',
    chooseFolder: 'Choose a folder for a batch…',
    review: (number: number) => `Review batch ${number}`,
    assignFolders: (number: number) => `Assign batch ${number} by folder…`,
    pause: (number: number) => `Pause batch ${number}`,
    resume: (number: number) => `Resume batch ${number}`,
    export: (number: number) => `Export the result of batch ${number}`,
    cancel: (number: number) => `Cancel batch ${number}…`,
    discard: (number: number) => `Discard batch ${number}…`,
    close: (number: number) => `Close batch ${number}…`,
    retry: (number: number, count: number) => `Retry ${formatNumber(count)} failed of batch ${number}`,
    earlier: 'Show earlier batches',
    go: (number: number) => `Go to batch ${number}`,
    keywords: {
      add: ['upload', 'drop', 'add', 'open', 'scan'],
      review: ['attach', 'send', 'start'],
      earlier: ['history', 'past', 'done'],
    },
  },

  said: {
    checked: (count: number, bad: number) =>
      bad === 0 ? `Checked ${files(count)}` : `Checked ${files(count)}, ${formatNumber(bad)} not accepted`,
    checking: (done: number, whole: number) => `${formatNumber(done)} of ${formatNumber(whole)} checked`,
    started: (number: number, count: number, environment: Environment) =>
      `Batch ${number} is running: ${documents(count)} ${placeOf[environment]}`,
    progress: (number: number, percent: string) => `Batch ${number}: ${percent}`,
    paused: (number: number) => `Batch ${number} is paused`,
    done: (number: number) => `Batch ${number} is done`,
    problems: (number: number, count: number) => `Batch ${number} has ended. ${needYou(count)}`,
    discarded: (number: number) => `Batch ${number} discarded`,
    needs: (number: number, count: number) => `Batch ${number}: ${needYou(count)}`,
    open: (number: number, count: number) => `Batch ${number} is not finished. ${needYou(count)}`,
    openSeveral: (batches: number, count: number) =>
      `${formatNumber(batches)} batches are not finished. ${needYou(count)}`,
  },
} as const;
