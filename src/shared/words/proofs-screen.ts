/** @file Words of the proofs screen. */
import type { ProofNote, ProofState } from '../model/proofs/proof.ts';
import { counted, formatList, formatNumber } from './count.ts';
import { toastWords } from './toasts.ts';

const references = { one: 'reference', other: 'references' };
const proofs = { one: 'proof', other: 'proofs' };

/** See the file's header. */
export const proofsScreenWords = {
  word: 'Proofs',
  list: 'References',
  count: (total: number, saved: number) =>
    `${counted(total, references)}, ${formatNumber(saved)} saved for offline use`,
  columns: { reference: 'Reference', kind: 'Type', amount: 'Amount', state: 'State' },
  states: {
    queued: 'Queued',
    loading: 'Loading',
    saved: 'Saved',
    'not-found': 'No proof',
    failed: 'Failed',
    cancelled: 'Cancelled',
    lost: 'Not kept',
  } satisfies Record<ProofState, string>,
  changed: 'Changed',
  linkOnly: 'Link only',
  several: (count: number, kind: string) => `${formatNumber(count)} × ${kind}`,
  outdated: 'Updating',
  paste: 'Paste references…',
  saveAll: (count: number) => `Save ${counted(count, proofs)}…`,
  saveAllLabel: 'Save all as',
  savingAll: 'Proofs are being saved',
  saveAs: {
    folder: 'Into a folder',
    folderMore: 'One file each, named by reference and type',
    zip: 'As one ZIP file',
    zipMore: 'The same files in one',
    pdf: 'As one PDF',
    pdfMore: 'PDFs and images, page after page',
  },
  retry: (count: number) => `Retry ${formatNumber(count)}`,
  cancel: 'Cancel',
  progress: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
  progressLabel: 'Proofs fetched',
  filter: {
    label: 'State',
    all: 'All',
    search: 'Find in all proofs',
    searchHint: 'Reference, type, amount, name or text',
    clear: 'Show all references',
    nothing: (search: string, state: string | null) =>
      [
        search === '' ? 'No proof' : `No proof contains “${search}”`,
        state === null ? '' : ` under ${state}`,
      ].join(''),
  },
  empty: {
    title: 'See, save and print proofs of payment',
    lead: 'Paste the references of your transactions. Paydesk fetches every proof, keeps it sealed on this computer, and shows it without a network too.',
    foot: 'Nothing is fetched before you say so.',
  },
  dialog: {
    title: 'Paste references',
    lead: 'One a line, separated by commas, or a column of a spreadsheet.',
    field: 'References',
    refresh: 'Also fetch proofs again that are kept already',
    refreshMore: 'A proof that has changed is kept beside the one before.',
    found: (count: number, repeated: number) =>
      count === 0
        ? 'No reference yet'
        : `${counted(count, references)}${repeated === 0 ? '' : `, ${formatNumber(repeated)} of them there twice`}`,
    refused: (count: number, named: readonly string[]) =>
      `${counted(count, { one: 'text is', other: 'texts are' })} left out: ${formatList(named)}`,
    tooMany: (most: number) => `At most ${formatNumber(most)} references at once`,
    keep: 'Cancel',
    act: (count: number) => (count === 0 ? 'Fetch proofs' : `Fetch ${counted(count, proofs)}`),
    nothing: 'Paste at least one reference',
  },
  library: {
    sessionOnly: 'Proofs are kept for this session only',
    sessionOnlyDetail:
      'This computer has no keychain for the key of the library. What you fetch is sealed with a key that ends when you quit; save what you need.',
    missing: (count: number) =>
      `${counted(count, { one: 'kept file is', other: 'kept files are' })} gone from this computer`,
    missingDetail: 'They were not removed by Paydesk. The references are listed; fetch them again.',
    foreign: (count: number) =>
      `${counted(count, { one: 'file', other: 'files' })} in the library ${count === 1 ? 'is' : 'are'} not known to Paydesk`,
    foreignDetail: 'They are not opened. Show this to your IT if nobody put them there.',
    tryAgain: 'Try again',
    startOver: 'Put aside and begin a new library…',
    startOverTitle: 'Put the library aside?',
    startOverLead:
      'The old library stays whole in the data folder, under another name. A new one begins empty; fetch the proofs again that you need.',
    startOverKeep: 'Keep it',
    startOverAct: 'Put the library aside',
    startedOver: 'The library was put aside and a new one begun',
    startedOverDetail: (path: string) => `The old one is kept as ${path}`,
    sealed: (items: number) => `Library sealed, ${counted(items, { one: 'item', other: 'items' })}`,
  },
  saved: {
    many: (count: number, folder: string) => toastWords.savedMany(counted(count, proofs), folder),
    count: (count: number) => counted(count, proofs),
    leftOut: (count: number) => `${counted(count, { one: 'proof was', other: 'proofs were' })} left out`,
    left: (lines: string) => `Not saved: ${lines}`,
    dismiss: 'Close',
  },
  viewer: {
    label: (reference: string) => `Proof ${reference}`,
    choose: 'Choose a reference to see its proof',
    fetched: (when: string) => `Fetched ${when}`,
    type: (type: string) => `Service type ${type}`,
    typeMissing: 'No service type',
    copy: 'Copy',
    print: 'Print',
    save: 'Save…',
    more: 'More',
    saveOriginal: 'Save original…',
    saveOriginalMore: 'The text exactly as it was received',
    refresh: 'Fetch again',
    showRaw: 'Show raw',
    showDocument: 'Show document',
    raw: 'Raw text',
    rawMore: 'as received',
    versions: (count: number) => `${formatNumber(count)} versions`,
    version: (when: string, newest: boolean) => `${newest ? 'Newest, f' : 'F'}etched ${when}`,
    amount: 'Amount',
    status: 'Status',
    sender: 'Sender',
    receiver: 'Receiver',
    place: (number: number, all: number, title: string | null, standing: string | null) =>
      [`${formatNumber(number)} of ${formatNumber(all)}`, title, standing]
        .filter((one) => one !== null)
        .join(', '),
    steps: { swift: 'Messages', iso: 'Transactions' },
    previous: 'Previous',
    next: 'Next',
    messages: (count: number) => counted(count, { one: 'message', other: 'messages' }),
    transactions: (count: number) => counted(count, { one: 'transaction', other: 'transactions' }),
    total: (role: string) => `${role}, total`,
    valueDate: 'Value date',
    from: 'From',
    to: 'To',
    fields: 'Fields',
    fieldsMore: 'read by Paydesk',
    tree: 'Structure',
    facts: 'Key facts',
    loading: 'Opening the proof',
    sha256: 'SHA-256',
    notShownTitle: (kind: string) => `${kind} can’t be shown here`,
    notShownLead: 'Save the file to open it in another program. Paydesk keeps it as it was received.',
    emptyTitle: 'The service gave an empty proof',
    emptyLead: 'There is an answer for this reference, and nothing in it. What was received is kept.',
    unreadableTitle: 'Unreadable proof',
    unreadableLead:
      'Reading the answer took too long or too much memory, twice, so Paydesk does not read the answer again. The answer is kept as received: choose Save original. Choose Fetch again to try once more.',
    structureTooLarge: 'The structure is too large to be shown. Save the proof to see all of it.',
    firstListed: (listed: number, total: number) =>
      `Only the first ${formatNumber(listed)} of ${formatNumber(total)} can be shown. Save the proof to see all of them.`,
    outdated:
      'An earlier version of Paydesk read this proof. Paydesk reads the proof again; until then, amount and status are not shown.',
    cutText: 'Only the beginning is shown. Save it to see all.',
    checkFits: (terms: string, stated: string) => `${terms} gives ${stated}, as 32A says`,
    checkDiffers: (terms: string, expected: string, stated: string) =>
      `${terms} gives ${expected}, but 32A says ${stated}`,
  },
  missing: {
    queued: { title: 'Waits for its turn', lead: 'The proof is fetched as soon as others are done.' },
    loading: { title: 'The service is asked', lead: 'This takes a moment.' },
    'not-found': {
      title: 'There is no proof under this reference',
      lead: 'The service knows no proof of payment for it. Check the reference; letters O and digits 0 are easily mixed up. A very recent payment may have its proof later.',
    },
    cancelled: { title: 'Not fetched', lead: 'You cancelled it before the service was asked.' },
    lost: {
      title: 'This proof is not kept any more',
      lead: 'It was fetched before, but the library does not have it. Fetch it again.',
    },
    failed: { title: 'The proof could not be fetched', lead: '' },
  },
  again: 'Fetch again',
  notes: {
    'type-missing': 'The answer names no type.',
    'pop-missing': 'The answer has no proof in it.',
    'pop-not-text': 'The proof is not a text but a JSON value; it is shown as it came.',
    'answer-not-json': 'The answer is not JSON.',
    'inside-json': 'The document was inside a JSON object. Show raw to see all of it.',
    'pdf-late-header': 'The PDF begins later than it should. Some programs may refuse it.',
    'pdf-encrypted':
      'The PDF is protected by a password. Its text, scripts and attached files could not be looked at.',
    'pdf-broken':
      'The PDF is damaged. Its text, scripts and attached files could not be looked at. You can save it as it was received.',
    'active-content':
      'Contains scripts, or actions that start programs, send data or load content from elsewhere. Nothing of that runs or is loaded here.',
    'scripts-unknown': 'Not all of the PDF could be checked for scripts. None of them run here.',
    'drawing-broken':
      'The drawing is damaged and can’t be checked for scripts. Nothing of that runs or is loaded here.',
    doctype:
      'The XML declares a document type, which could point elsewhere or grow without end. It is shown as text only.',
    'xml-broken': 'The XML is not well formed. It is shown as text.',
    'cut-off': 'The message ends before its end mark: it was cut off.',
    'amounts-differ': 'The amounts of the message do not fit together.',
    'not-utf8': 'Some letters could not be read.',
    'text-not-searchable': 'Not all of its text can be searched.',
  } satisfies Record<ProofNote, string>,
  attachments: (names: readonly string[]) => `Contains attached files: ${names.join(', ')}`,
  link: {
    title: (host: string) => `The proof is a page of ${host}`,
    lead: 'Paydesk did not open it. Your browser can, without your sign-in.',
    open: (host: string) => `Open ${host} in browser…`,
    copy: 'Copy address',
  },
  image: { alt: (reference: string) => `Image of the proof ${reference}` },
  commands: {
    paste: 'Fetch proofs of payment…',
    retry: 'Retry proofs that failed',
    keywords: ['proof', 'payment', 'reference', 'swift', 'mt103', 'receipt'],
  },
  tray: {
    word: 'Proofs',
    title: (total: number) => `Fetching ${counted(total, proofs)}`,
  },
};
