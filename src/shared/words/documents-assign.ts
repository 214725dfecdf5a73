/** @file Words of saying whose documents they are: one beneficiary for a selection, or one for each folder. */
import { counted, formatNumber, formFor, type WordForms } from './count.ts';

const document: WordForms = { one: 'document', other: 'documents' };
const beneficiary: WordForms = { one: 'beneficiary', other: 'beneficiaries' };

const documents = (count: number) => counted(count, document);

/** See the file's header. */
export const assignWords = {
  choice: {
    label: 'Beneficiary',
    placeholder: 'Name or recipient ID',
    willBeCreated: 'will be created',
    idNeeded: 'recipient ID not known yet',
    notThere: 'Not in the address book?',
    add: 'Add a new one',
    choose: 'Choose from the address book',
    newLabel: 'Name',
    newLabelHint: 'What you call it here',
    newId: 'Recipient ID',
    newIdHint: 'As the service gave it',
    wrong: 'Control characters and more than 200 characters are not possible',
    missing: 'Choose a beneficiary',
    missingNew: 'Type name and recipient ID',
  },

  dialog: {
    title: (count: number) => `Assign ${documents(count)}`,
    one: 'Assign this document',
    lead: 'Paydesk only notes whose they are. Nothing is sent before the review.',
    cancel: 'Cancel',
    act: (count: number) => `Assign ${documents(count)}`,
    actNew: (count: number) => `Add and assign ${documents(count)}`,
  },

  folders: {
    title: 'Assign by folder',
    lead: 'A folder belongs to the beneficiary whose name or recipient ID is in its path. All documents of a folder get the same one, also where another was chosen before.',
    list: 'Folders of this batch',
    root: 'Files without a folder',
    documents,
    none: 'No beneficiary has this name',
    ambiguous: (count: number) => `${formatNumber(count)} beneficiaries have this name`,
    left: 'Left as it is',
    matched: { name: 'by name', id: 'by recipient ID' },
    chosen: 'chosen by you',
    chooseFor: (folder: string) => `Choose the beneficiary of ${folder}`,
    change: 'Change…',
    changeFor: (folder: string) => `Change the beneficiary of ${folder}`,
    addFor: (folder: string) => `Add a new beneficiary for ${folder}`,
    useNew: 'Add and use it',
    back: 'Back',
    summary: (matched: number, whole: number) =>
      `${formatNumber(matched)} of ${counted(whole, { one: 'folder', other: 'folders' })} ${formFor(matched, { one: 'has', other: 'have' })} a beneficiary`,
    onlyOpen: 'Only folders without one',
    empty: 'No folder of this batch holds documents that can be assigned.',
    allSet: 'Every folder has a beneficiary.',
    cancel: 'Cancel',
    act: (count: number, whose: number) => `Assign ${documents(count)} to ${counted(whose, beneficiary)}`,
    nothing: 'Choose a beneficiary for a folder first',
    said: (count: number, whose: number) => `${documents(count)} assigned to ${counted(whose, beneficiary)}`,
  },
} as const;
