/** @file Words about one document: its facts, its history, and the ways out of where it is. */
import { counted, formatCount, formFor, type WordForms } from './count.ts';

const document: WordForms = { one: 'document', other: 'documents' };
const documents = (count: number) => counted(count, document);

/** See the file's header. */
export const documentPanelWords = {
  ways: {
    assign: 'Assign…',
    reassign: 'Change beneficiary…',
    unassign: 'Take beneficiary away',
    exclude: 'Exclude',
    include: 'Include',
    'include-now': 'Send it after all',
    'send-anyway': 'Send anyway',
    recheck: 'Check again',
    'check-new-version': 'Check the new version',
    retry: 'Retry',
    'try-now': 'Try now',
    cancel: 'Cancel this file',
    settle: 'Settle…',
    'attach-others': 'Attach the others now',
    attachOthersHint: (stored: number, failed: number) =>
      `${documents(stored)} of this beneficiary ${formFor(stored, { one: 'is', other: 'are' })} stored and ${formFor(stored, { one: 'waits', other: 'wait' })} for ${formatCount(failed)} that failed. Attached now, the rest can follow later.`,
  },

  panel: {
    label: 'Details',
    beneficiary: 'Beneficiary',
    nobody: 'Nobody yet',
    size: 'Size',
    sizeWas: (now: string, before: string) => `${now}, was ${before}`,
    unknown: 'Not known',
    content: 'Content',
    contents: {
      pdf: 'PDF',
      jpeg: 'JPEG image',
      png: 'PNG image',
      svg: 'SVG drawing',
      other: 'Something else',
    },
    fits: (kind: string) => `${kind}, fits the extension`,
    fitsNot: (kind: string) => `${kind}, does not fit the extension`,
    hash: 'SHA-256',
    from: 'From',
    retryAt: 'Tried again at',
    warnings: 'Worth knowing',
    history: 'History',
    states: {
      found: 'It waits to be checked, here on this computer. Nothing is sent yet.',
      checking: 'It is being checked, here on this computer. Nothing is sent yet.',
      unassigned: 'It is checked and fine. Say whose it is, or leave it out.',
      assigned: 'It is checked and assigned. It is sent when you start the batch.',
      queued: 'It waits for its turn.',
      uploading: 'It is on its way to the service.',
      stored: 'The service has the file. It is attached when the beneficiary’s other files are there too.',
      storedNext: 'The service has the file. It is attached next.',
      attaching: 'The service was asked to attach it; the answer is awaited.',
      attached: 'The service has attached it to the beneficiary.',
      onHold:
        'An earlier attach to this beneficiary has an unknown outcome. Nothing more is attached until you settle it.',
      excluded: 'It is left out.',
    },
  },

  history: {
    dropped: (by: string) => `Dropped by ${by}`,
    checked: (kind: string) => (kind === '' ? 'Checked' : `Checked: ${kind}`),
    rejected: (why: string) => `Not accepted: ${why}`,
    duplicate: (why: string) => `Duplicate: ${why}`,
    byFolder: 'Assigned by folder name',
    byPattern: 'Assigned by file name',
    byManifest: 'Assigned by a list',
    assigned: (by: string) => `Assigned by ${by}`,
    unassigned: (by: string) => `Beneficiary taken away by ${by}`,
    excluded: (by: string) => `Excluded by ${by}`,
    systemFile: 'Left out: file of the system',
    included: (by: string) => (by === '' ? 'Taken back in' : `Taken back in by ${by}`),
    queued: 'Queued for upload',
    sending: 'Upload began',
    stored: 'Stored at the service',
    attaching: (to: string) => `Sent to be attached to ${to}`,
    attached: 'Attached',
    unknown: 'The answer was lost',
    settled: (by: string) => `Settled by ${by}`,
    waiting: (why: string) => `Waits: ${why}`,
    retrying: (why: string) => (why === '' ? 'Tried again' : why),
    failed: (why: string) => `Stopped: ${why}`,
    cancelled: (by: string) => (by === '' ? 'Cancelled' : `Cancelled by ${by}`),
    interrupted: 'Interrupted, starts over',
    somebody: 'you',
  },
} as const;
