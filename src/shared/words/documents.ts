/** @file Words of the documents: states, groups, reasons, warnings, and the columns of the exported result. */
import type {
  DocumentGroup,
  DocumentReason,
  DocumentReasonCode,
  DocumentState,
  DocumentWarning,
} from '../model/document.ts';
import { counted } from './count.ts';

/** A reason in a row, and in full: what happened, what Paydesk did, what can be done. */
export interface ReasonWords {
  readonly short: string;
  readonly full: string;
}

type Facts = DocumentReason['facts'];

const contentNames: Readonly<Record<string, string>> = {
  pdf: 'a PDF',
  jpeg: 'a JPEG image',
  png: 'a PNG image',
  svg: 'an SVG drawing',
  other: 'something else',
};

const beneficiaryForms = { one: 'beneficiary', other: 'beneficiaries' };
const fileForms = { one: 'file', other: 'files' };

function fact(facts: Facts, name: string, otherwise: string): string {
  const value = facts[name];
  return value === undefined || value === '' ? otherwise : String(value);
}

/** The service's status and words, as far as there are any: ` (422: “…”)`. */
function answer(facts: Facts): string {
  const status = fact(facts, 'status', '');
  const message = fact(facts, 'message', '');
  if (status === '' && message === '') return '';
  return ` (${[status, message === '' ? '' : `“${message}”`].filter((part) => part !== '').join(': ')})`;
}

/** What the service has of a cancelled file. */
function cancelledAt(stage: string): string {
  switch (stage) {
    case 'stored':
      return 'The service has stored it, without a beneficiary.';
    case 'uploading':
      return 'Its upload was stopped; if it had arrived in full, the service has stored it, without a beneficiary.';
    default:
      return 'It was not sent.';
  }
}

const accepted = 'The service accepts PDF, JPEG, PNG and SVG.';
const notSent = 'Paydesk did not send it.';

const reasons: Readonly<Record<DocumentReasonCode, (facts: Facts) => ReasonWords>> = {
  'extension-missing': () => ({
    short: 'No file extension',
    full: `The name has no extension, so its type cannot be told. ${accepted} Rename the file and drop it again.`,
  }),
  'extension-not-allowed': (facts) => ({
    short: `.${fact(facts, 'extension', '?')} is not accepted`,
    full: `${accepted} Save the document as PDF and drop it again.`,
  }),
  'content-differs': (facts) => ({
    short: `Named .${fact(facts, 'extension', '?')}, but is ${contentNames[fact(facts, 'found', 'other')] ?? 'something else'}`,
    full: `The content does not fit the extension. ${notSent} Open the file to see what it is, give it the right extension, and drop it again.`,
  }),
  'empty-file': () => ({
    short: 'Empty file',
    full: 'The file has no content. Scan or save the document again.',
  }),
  'is-folder': (facts) => ({
    short: 'This is a folder',
    full: `It is not a document but a folder (${counted(Number(facts['files'] ?? 0), { one: 'entry', other: 'entries' })}). What is in a folder is listed on its own when the folder is dropped.`,
  }),
  'empty-folder': () => ({ short: 'Empty folder', full: 'There is nothing in this folder.' }),
  'link-loop': () => ({
    short: 'Link that leads back to itself',
    full: 'This shortcut leads back to a folder that contains it. The files themselves are listed once.',
  }),
  'not-a-file': () => ({
    short: 'Not a file',
    full: 'This is a device or a connection of the system, not a document.',
  }),
  'temporary-copy': () => ({
    short: 'Temporary copy of an attachment',
    full: `This is a copy that Outlook or another program made for a moment, and it can be gone before it is sent. ${notSent} Save the attachment in a folder first, then drop the saved file.`,
  }),
  'name-not-allowed': () => ({
    short: 'Name cannot be used',
    full: 'The name has control characters or a backslash, which cannot be sent. Rename the file and drop it again.',
  }),
  'svg-not-drawing': () => ({
    short: 'Not a valid SVG drawing',
    full: `The file cannot be read as an SVG drawing. ${notSent} Save it as PDF or PNG instead.`,
  }),
  'svg-active': (facts) => ({
    short: 'SVG with active content',
    full: `The drawing contains “${fact(facts, 'what', 'script')}”, which could run or load something on the computer of the person who opens the drawing. ${notSent} Save it as PDF or PNG instead.`,
  }),
  unreadable: (facts) => ({
    short: 'Cannot be read',
    full: `The system refused to open the file (${fact(facts, 'system', 'no reason given')}). Check that you may read it, then check it again.`,
  }),
  'check-failed': () => ({
    short: 'Check failed twice',
    full: 'Paydesk tried twice to check this file, and the check broke off both times. Paydesk does not open the file again by itself. Save it anew in another program, as PDF if possible, and drop that copy; or check this file again yourself.',
  }),
  'same-in-batch': (facts) => ({
    short: `Same content as ${fact(facts, 'name', 'another file')}`,
    full: `The batch already has a file with exactly this content for the same beneficiary: ${fact(facts, 'name', 'another file')}. It is sent once. If you want both, send it anyway.`,
  }),
  'same-in-other-batch': (facts) => ({
    short: `Same content as ${fact(facts, 'name', 'another file')}`,
    full: `A file with exactly this content goes to the same beneficiary already: ${fact(facts, 'name', 'another file')} of batch ${fact(facts, 'batch', 'before')}. If you want it there twice, send it anyway.`,
  }),
  'attached-earlier': () => ({
    short: 'Attached before',
    full: 'A file with exactly this content is already attached to this beneficiary. If you want it there twice, send it anyway.',
  }),
  'file-locked': () => ({
    short: 'In use by another program',
    full: 'Another program has the file open or is still writing it. Close it there; Paydesk can then check it again.',
  }),
  'file-missing': () => ({
    short: 'Not found any more',
    full: 'The file was moved, renamed or deleted after you dropped it. Put it back, then check it again.',
  }),
  'drive-away': () => ({
    short: 'Its drive is away',
    full: 'The drive or share with this file cannot be reached. Connect it, then check it again.',
  }),
  'drive-not-responding': () => ({
    short: 'Its drive does not respond',
    full: 'Paydesk cannot read this file now, because its drive or network share does not respond. Nothing is lost: Paydesk tries again by itself. If it stays so, copy the file to this computer and drop the copy, or ask your IT about the share.',
  }),
  'cloud-only': () => ({
    short: 'In the cloud only',
    full: 'The file is not on this computer yet. Make it available offline, then check it again.',
  }),
  'file-changed': () => ({
    short: 'Changed since it was dropped',
    full: 'The file was changed after you dropped it. Paydesk stopped before sending it, so that nothing unseen goes out. Check the new version, or leave it out.',
  }),
  'link-refused': (facts) => ({
    short: `Upload refused${answer(facts)}`,
    full: `The store refused two fresh upload links in a row${answer(facts)}. Nothing was stored. Retry later; if it stays so, tell your service contact.`,
  }),
  'link-unusable': (facts) =>
    facts['problem'] === 'signed-headers'
      ? {
          short: `Link needs ${fact(facts, 'headers', 'other headers')}`,
          full: `The upload link for ${fact(facts, 'host', 'the store')} only works with headers that Paydesk does not send: ${fact(facts, 'headers', 'unknown')}. Nothing was sent, and the file is fine. Ask your IT or the service to make upload links without these headers, then retry.`,
        }
      : {
          short: `Link is for an empty file${answer(facts)}`,
          full: `The upload link contains the checksum of an empty file, so the store refuses any other${answer(facts)}. Nothing was stored, and the file is fine. Ask your IT or the service to make upload links without a checksum, then retry.`,
        },
  'attach-refused': (facts) => ({
    short: `Attach refused${answer(facts)}`,
    full: `The file is stored, but the service refused to attach it${answer(facts)}. Nothing was attached. Check the beneficiary, then retry.`,
  }),
  'service-refused': (facts) => ({
    short: `Refused${answer(facts)}`,
    full: `The service refused this file${answer(facts)}. Nothing was attached. Retry, or leave it out.`,
  }),
  'answer-not-understood': (facts) => ({
    short: 'Answer not understood',
    full: `The answer had no usable ${fact(facts, 'missing', 'content')}, so Paydesk used none of it. Nothing was attached. Retry; if it stays so, tell your service contact.`,
  }),
  'too-many-tries': (facts) => ({
    short: `Gave up after ${fact(facts, 'tries', 'several')} tries`,
    full: `The file could not be sent in ${fact(facts, 'tries', 'several')} tries${answer(facts)}. Nothing was attached. Retry when the network is better.`,
  }),
  'attach-not-created': () => ({
    short: 'Beneficiary not created',
    full: 'The beneficiary does not exist at the service yet, so nothing can be attached to it.',
  }),
  'service-busy': (facts) => ({
    short: `Service is busy${answer(facts)}`,
    full: `The service asked to come back later${answer(facts)}. Paydesk tries again by itself.`,
  }),
  'no-answer': () => ({
    short: 'No answer, trying again',
    full: 'There was no answer in time. Paydesk tries again by itself.',
  }),
  'connection-lost': () => ({
    short: 'Connection lost, trying again',
    full: 'The connection broke while the file was sent. Paydesk tries again by itself, from the start.',
  }),
  'host-unreachable': () => ({
    short: 'Not reachable, trying again',
    full: 'The service cannot be reached. Paydesk tries again by itself.',
  }),
  'answer-lost': () => ({
    short: 'Answer was lost',
    full: 'The documents were sent to be attached, but the answer never came. They may be there or not. Paydesk does not repeat it by itself; settle it under Beneficiaries.',
  }),
  'excluded-by-clerk': (facts) => ({
    short: `Left out by ${fact(facts, 'by', 'you')}`,
    full: 'You left this file out. Include it to send it after all.',
  }),
  'folder-repeated': () => ({
    short: 'Folder listed already',
    full: 'Another link or path in the same drop leads to this folder. Its files are listed there, once.',
  }),
  'system-file': () => ({
    short: 'File of the system',
    full: 'The system keeps this file in folders for itself. It was left out.',
  }),
  'list-of-beneficiaries': (facts) => ({
    short: `List of ${counted(Number(fact(facts, 'lines', '0')), beneficiaryForms)}`,
    full: 'Paydesk reads the file as a list of beneficiaries and does not attach it. Import the list into the address book, or save the file as PDF to attach it.',
  }),
  'list-of-files': (facts) => ({
    short: `Assigns ${counted(Number(fact(facts, 'lines', '0')), fileForms)}`,
    full: 'Paydesk reads the file as a list that says which file goes to which beneficiary, and does not attach it. Use the list to assign the files, or save it as PDF to attach it.',
  }),
  'cancelled-by-clerk': (facts) => ({
    short: `${fact(facts, 'stage', '') === 'stored' ? 'Stored, then cancelled' : 'Cancelled'} by ${fact(facts, 'by', 'you')}`,
    full: `The file was cancelled before it was attached. ${cancelledAt(fact(facts, 'stage', 'not-sent'))}`,
  }),
  'closed-by-clerk': (facts) =>
    facts['stage'] === 'stored'
      ? {
          short: `Stored, not attached: batch closed by ${fact(facts, 'by', 'you')}`,
          full: 'The service has the file, but it was not attached to the beneficiary when the batch was closed.',
        }
      : {
          short: `Failed, not attached: batch closed by ${fact(facts, 'by', 'you')}`,
          full: 'The file had a problem and was not attached to the beneficiary when the batch was closed.',
        },
};

/** The words of a reason. */
export function reasonWords({ code, facts }: DocumentReason): ReasonWords {
  return reasons[code](facts);
}

/** Every state. */
export const documentStateWords = {
  found: 'Found',
  checking: 'Checking',
  ready: 'Ready',
  rejected: 'Not accepted',
  duplicate: 'Duplicate',
  linking: 'Uploading',
  sending: 'Uploading',
  stored: 'Stored',
  attaching: 'Attaching',
  attached: 'Attached',
  'waiting-for-file': 'Waiting for file',
  'waiting-to-retry': 'Trying again',
  'attach-unknown': 'Unknown outcome',
  failed: 'Problem',
  excluded: 'Excluded',
  cancelled: 'Cancelled',
} as const satisfies Record<DocumentState, string>;

/** Every group of states. */
export const documentGroupWords = {
  checking: 'Checking',
  rejected: 'Not accepted',
  duplicate: 'Duplicate',
  'waiting-for-file': 'Waiting for file',
  unassigned: 'Not assigned',
  assigned: 'Assigned',
  problem: 'Problem',
  unknown: 'Unknown outcome',
  uploading: 'Uploading',
  queued: 'Queued',
  stored: 'Stored',
  attached: 'Attached',
  'on-hold': 'On hold',
  excluded: 'Excluded',
  cancelled: 'Cancelled',
} as const satisfies Record<DocumentGroup, string>;

/** Every warning. */
export const documentWarningWords = {
  'pdf-password': 'PDF needs a password',
  'pdf-unopenable': 'PDF can’t be opened',
  'pdf-cut-short': 'PDF is cut short',
  'image-damaged': 'Image is damaged',
  'image-cut-short': 'Image is cut short',
  large: 'Large file',
  'name-direction': 'Name has hidden direction marks',
  'name-hidden': 'Name has invisible characters',
  'name-long': 'Very long name',
} as const satisfies Record<DocumentWarning, string>;

/** The exported result of a batch. */
export const resultExportWords = {
  title: 'Export the result',
  fileName: (number: number) => `Paydesk batch ${number}.csv`,
  header: [
    'Number',
    'File',
    'Folder',
    'Path',
    'Bytes',
    'SHA-256',
    'Beneficiary',
    'Recipient ID',
    'State',
    'Reason',
    'Document key',
    'Changed (UTC)',
  ],
} as const;

/** Notifications of the system. */
export const notificationWords = {
  batchDone: 'A batch is done',
  batchDoneBody: (profile: string, number: number) =>
    `${profile}: every document of batch ${number} is attached.`,
  batchProblemsBody: (profile: string, number: number) =>
    `${profile}: batch ${number} finished, but some documents need you.`,
} as const;

/** What the activity says that a closing of a batch was about. */
export const closeRecordWords = (number: number, count: number) =>
  `Batch ${number}, ${counted(count, { one: 'document', other: 'documents' })} not attached`;

/** Of a file that is read once, such as a CSV list, and not waited for. */
export const driveNotRespondingWords =
  'The drive or network share with this file does not respond. Try again later, or copy the file to this computer first.';
