/** @file Words of the documents screens: the empty place, a batch while it is prepared, sent and over, earlier ones. */
import { counted, formatList, formatNumber, formFor, type WordForms } from './count.ts';

const file: WordForms = { one: 'file', other: 'files' };
const document: WordForms = { one: 'document', other: 'documents' };
const beneficiary: WordForms = { one: 'beneficiary', other: 'beneficiaries' };

const files = (count: number) => counted(count, file);
const documents = (count: number) => counted(count, document);
const documentsOf = (count: number, of: number) =>
  count < of ? `${formatNumber(count)} of ${documents(of)}` : documents(count);
const beneficiaries = (count: number) => counted(count, beneficiary);
const needYou = (count: number) =>
  `${formatNumber(count)} ${formFor(count, { one: 'needs', other: 'need' })} you`;

/** See the file's header. */
export const documentsScreenWords = {
  word: 'Documents',
  batch: (number: number) => `Batch ${number}`,
  documents,
  documentsTo: (count: number, whose: number) => `${documents(count)} to ${beneficiaries(whose)}`,
  needYou,

  empty: {
    title: 'Drop scans or whole folders here',
    lead: 'Hundreds at once are fine. Subfolders are read too.',
    chooseFiles: 'Choose files…',
    chooseFolder: 'Choose folder…',
    accepted:
      'PDF, JPEG, PNG and SVG are accepted by the service. Everything else is listed with the reason.',
    next: 'What happens next',
    steps: [
      {
        title: 'Paydesk checks every file',
        words: 'Type, content, duplicates and names, here on this computer. Nothing is sent.',
      },
      {
        title: 'You say whose they are',
        words: 'By folder name or by hand, hundreds at once. A new beneficiary is added on the way.',
      },
      {
        title: 'You review, then attach',
        words: 'You see the exact numbers first. Every file ends in a state with a reason.',
      },
    ],
    faster: 'Do it faster next time',
    ways: [
      {
        icon: 'folder',
        title: 'One folder per beneficiary',
        example: 'Ahlström Konepaja\\scan 1.pdf',
      },
      { icon: 'people', title: 'Or name it by the recipient ID', example: 'rcp_20c7714e\\invoice.pdf' },
      { icon: 'ledger', title: 'Import the address book as CSV', example: 'recipientId,label' },
    ],
    earlier: 'Earlier batches',
    open: (batches: number, count: number) =>
      count === 0
        ? `${counted(batches, { one: 'batch is', other: 'batches are' })} open`
        : `${counted(batches, { one: 'batch is', other: 'batches are' })} open: ${needYou(count)}`,
    goToBatch: (number: number) => `Go to batch ${number}`,
    goToOpen: 'Go to the open batches',
  },

  head: {
    /** In front of the time: *dropped* today at 09:12. */
    dropped: 'dropped',
    /** After the time. */
    from: (folders: number) =>
      folders === 0 ? '' : ` from ${counted(folders, { one: 'folder', other: 'folders' })}`,
    /** Spoken after the number of the batch. */
    switcherOther: (count: string) => `, choose another one of ${count}`,
    switcherMenu: 'Batches',
    earlier: 'Earlier batches',
    more: (count: number) =>
      `${counted(count, { one: 'more open batch', other: 'more open batches' })} there`,
    newBatch: 'New batch',
    export: 'Export result',
    cancel: 'Cancel batch…',
    discard: 'Discard batch…',
    close: 'Close batch…',
    pause: 'Pause',
    resume: 'Resume',
    review: 'Review',
    byFolder: 'Assign by folder…',
  },

  steps: {
    label: 'Steps',
    check: { coming: 'Check', now: 'Check', done: 'Checked' },
    assign: { coming: 'Assign', now: 'Assign', done: 'Assigned' },
    review: { coming: 'Review', now: 'Review', done: 'Reviewed' },
    /** Spoken in front of a step that is done. */
    done: 'done:',
  },

  preparing: {
    listing: 'Looking for files',
    found: (count: number) => `${files(count)} found so far`,
    checking: (count: number) => `Checking ${files(count)}`,
    checked: (done: number, whole: number) => `${formatNumber(done)} of ${formatNumber(whole)} checked`,
    notAccepted: (count: number) => `${formatNumber(count)} not accepted`,
    unassigned: (count: number, whole: number) =>
      `${formatNumber(count)} of ${files(whole)} ${formFor(count, { one: 'is', other: 'are' })} not assigned`,
    assigned: (count: number, whose: number) => `${documents(count)} for ${beneficiaries(whose)}`,
    nothingToAttach: 'No document to attach',
    nothingIn: 'Nothing was found in what you dropped',
    duplicates: (count: number) => counted(count, { one: 'duplicate', other: 'duplicates' }),
    waiting: (count: number) =>
      `${formatNumber(count)} ${formFor(count, { one: 'waits for its file', other: 'wait for their files' })}`,
    excluded: (count: number) => `${formatNumber(count)} excluded`,
    bar: (assigned: number, whole: number, bad: number) =>
      `${formatNumber(assigned)} of ${files(whole)} assigned, ${formatNumber(bad)} need a look`,
  },

  whyNotReview: {
    checking: (count: number) =>
      `${files(count)} ${formFor(count, { one: 'is', other: 'are' })} being checked`,
    listing: 'Files are still being listed',
    unassigned: (count: number) =>
      `${files(count)} ${formFor(count, { one: 'is', other: 'are' })} not assigned`,
    nothing: 'There is nothing to attach',
  },

  sending: {
    running: (count: number, whose: number) => `Sending ${files(count)} to ${beneficiaries(whose)}`,
    waiting: (count: number, whole: number) =>
      `${formatNumber(count)} of ${files(whole)} ${formFor(count, { one: 'waits', other: 'wait' })} for you`,
    paused: (count: number, whose: number) => `Paused: ${files(count)} to ${beneficiaries(whose)}`,
    done: (count: number, whose: number) => `${documents(count)} attached to ${beneficiaries(whose)}`,
    nothing: 'Nothing was attached',
    problems: (attached: number, whole: number, whose: number) =>
      `${formatNumber(attached)} of ${documents(whole)} for ${beneficiaries(whose)} ${formFor(attached, { one: 'is', other: 'are' })} attached`,
    cancelled: (attached: number) =>
      attached === 0
        ? 'Cancelled before anything was attached'
        : `Cancelled: ${documents(attached)} attached`,
    attached: (count: number, complete: number) =>
      `${formatNumber(count)} attached, ${beneficiaries(complete)} complete`,
    cancelledFew: (count: number) => `${formatNumber(count)} cancelled`,
    notSent: (count: number) => `${formatNumber(count)} not sent`,
    leftOut: (count: number) => `${formatNumber(count)} left out`,
    bar: (percent: string, attached: number, stuck: number) =>
      `${percent} of the bytes are stored, ${formatNumber(attached)} attached, ${needYou(stuck)}`,
    retry: (count: number) => `Retry ${formatNumber(count)} failed`,
  },

  filters: {
    label: 'Show documents by state',
    all: 'All',
    find: 'Find a document',
    findHint: 'File, folder or beneficiary',
    none: (text: string, where: string | null) => {
      if (text === '')
        return where === null ? 'There are no documents here' : `No document is in ${where} now`;
      return where === null ? `No document matches “${text}”` : `No document matches “${text}” in ${where}`;
    },
    elsewhere: (count: number, where: readonly string[]) =>
      `${formatNumber(count)} ${formFor(count, { one: 'matches', other: 'match' })} in ${where.length > 3 ? 'other states' : formatList(where)}.`,
    showAll: 'Show all states',
    clear: 'Show all documents',
  },

  list: {
    label: (number: number) => `Documents of batch ${number}`,
    file: 'File',
    beneficiary: 'Beneficiary',
    size: 'Size',
    state: 'State',
    reason: 'Reason',
    progress: 'Progress or reason',
    progressOf: (name: string) => `Progress of ${name}`,
    after: (count: number) => `Attaches after ${formatNumber(count)} more ${formFor(count, file)}`,
    next: 'Attached next',
    attaching: 'Waiting for the answer',
    held: 'Until the outcome is settled',
    newBeneficiary: 'will be created',
    /** Above the list, because it is shown while the clerk works on. */
    dismiss: 'Dismiss',
  },

  selection: {
    label: 'Selected documents',
    count: (count: number) => `${formatNumber(count)} selected`,
    assign: (count: number, of: number) => `Assign ${documentsOf(count, of)}…`,
    unassign: 'Take beneficiary away',
    exclude: 'Exclude',
    include: 'Include',
    'send-anyway': 'Send anyway',
    recheck: 'Check again',
    retry: 'Retry',
    cancel: (count: number, of: number) => `Cancel ${documentsOf(count, of)}…`,
    clear: 'Clear selection',
    /** On a button that is about fewer documents than are selected. */
    part: (word: string, count: number, of: number) =>
      `${word} ${formatNumber(count)} of ${formatNumber(of)}`,
    said: {
      fewer: (count: number, of: number) =>
        `${formatNumber(count)} of ${documents(of)} changed before that and ${formFor(count, { one: 'was', other: 'were' })} left as ${formFor(count, { one: 'it is', other: 'they are' })}.`,
      assign: (count: number, label: string) => `${documents(count)} assigned to ${label}`,
      unassign: (count: number) => `Beneficiary removed from ${documents(count)}`,
      exclude: (count: number) => `${documents(count)} excluded`,
      exclusionUndone: (count: number) => `Exclusion of ${documents(count)} undone`,
      include: (count: number) => `${documents(count)} included`,
      'send-anyway': (count: number) => `${documents(count)} will be sent anyway`,
      recheck: (count: number) => `${documents(count)} checked again`,
      retry: (count: number) => `${documents(count)} tried again`,
    },
  },

  foot: {
    more: 'Drop more files or folders anywhere in this window, or',
    next: 'Drop files anywhere in this window to begin another batch, or',
    other: (number: number) => `Drop files anywhere in this window to add them to batch ${number}, or`,
    choose: 'choose files…',
  },

  earlier: {
    title: 'Earlier batches',
    back: 'Back to documents',
    count: (count: number) => counted(count, { one: 'batch', other: 'batches' }),
    label: 'Batches, open ones first',
    number: 'Batch',
    dropped: 'Dropped',
    by: 'By',
    open: 'Open',
    documents: 'Documents',
    attached: 'Attached',
    stored: 'Stored only',
    waiting: 'In progress',
    problems: 'Problems',
    unknown: 'Unknown',
    leftOut: 'Left out',
    state: 'State',
    emptyTitle: 'No batches yet',
    emptyLead:
      'Every batch that you drop stays here with its result, so that it can be looked up and exported.',
    states: {
      draft: 'Not started',
      checking: 'Checking',
      review: 'Not started',
      running: 'Running',
      paused: 'Paused',
      done: 'Done',
      'done-with-problems': 'Not finished',
      cancelled: 'Cancelled',
    },
  },
} as const;
