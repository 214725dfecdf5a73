/** @file Words of giving documents their beneficiaries by file name or by a list, and of taking it back. */
import type { MappingOutcome } from '../model/mapping.ts';
import type { PatternProblem } from '../model/name-pattern.ts';
import { counted, formatNumber, formFor, type WordForms } from './count.ts';

const document: WordForms = { one: 'document', other: 'documents' };
const line: WordForms = { one: 'line', other: 'lines' };
const beneficiary: WordForms = { one: 'beneficiary', other: 'beneficiaries' };
const recipient: WordForms = { one: 'new recipient ID', other: 'new recipient IDs' };

const documents = (count: number) => counted(count, document);
const beneficiaries = (count: number) => counted(count, beneficiary);

/** See the file's header. */
export const mappingWords = {
  more: 'Other ways to assign',
  byName: 'Assign by file name…',
  byNameMore: 'When names hold the recipient ID',
  byList: 'Assign by a list…',
  byListMore: 'A CSV file with the columns file and recipientId',
  undo: 'Undo the last assignment',
  undoMore: (way: 'hand' | 'folder' | 'pattern' | 'manifest' | 'taken-away', count: number) =>
    ({
      hand: `${documents(count)}, by hand`,
      folder: `${documents(count)}, by folder`,
      pattern: `${documents(count)}, by file name`,
      manifest: `${documents(count)}, by a list`,
      'taken-away': `${documents(count)}, beneficiary taken away`,
    })[way],
  undone: (count: number) => `Assignment of ${documents(count)} undone`,
  commands: {
    byName: (number: number) => `Assign batch ${number} by file name…`,
    byList: (number: number) => `Assign batch ${number} by a list…`,
    undo: (number: number) => `Undo the last assignment in batch ${number}`,
  },

  pattern: {
    title: 'Assign by file name',
    lead: 'For files that are named after their recipients. Nothing is changed before you press the button.',
    label: 'Pattern',
    hint: '{recipientId} stands for the recipient ID, {name} for any other text. A / stands for a folder. The extension does not matter.',
    problems: {
      empty: 'Type a pattern with {recipientId} in it',
      'no-recipient-id': 'The pattern needs {recipientId}',
      'recipient-id-twice': '{recipientId} can be there only once',
      'unknown-placeholder': 'Only {recipientId} and {name} stand for something',
      'placeholders-touch': 'Something must stand between {recipientId} and {name}',
      'too-many-names': '{name} can be there three times at most',
    } satisfies Record<PatternProblem, string>,
  },

  list: {
    title: 'Assign by a list',
    lead: 'A CSV file says whose each file is. Its first line names the columns file and recipientId. Nothing is changed before you press the button.',
    choose: 'Choose a list…',
    chooseOther: 'Choose another…',
    drop: 'Drop the list here, or choose it',
    first: 'Choose a list first',
    opened: (name: string, lines: number) => `${name}, ${counted(lines, line)}`,
    oneOnly: 'Drop one file',
  },

  onlyOpen: 'Only documents without a beneficiary',
  chips: 'Show',
  all: 'All',
  outcomes: {
    matched: 'Found',
    'new-recipient': 'New recipient',
    ambiguous: 'Ambiguous',
    contradicted: 'Contradicted',
    'no-match': 'No match',
    'not-open': 'Not open',
    incomplete: 'Incomplete',
  } satisfies Record<MappingOutcome, string>,
  rows: 'What the rule finds',
  line: (number: number) => `Line ${formatNumber(number)}`,
  reasons: {
    ambiguousIds: (ids: string) => `Can mean ${ids}`,
    ambiguousFiles: (count: number) => `${formatNumber(count)} files have this name; add the folder`,
    contradicted: 'Another line gives it to somebody else',
    noFit: 'The name does not fit the pattern',
    noFile: 'There is no such file in this batch',
    notOpen: 'Has a beneficiary already, or does not go out',
    incomplete: 'File or recipient ID is missing or cannot be read',
    newRecipient: 'Not in the address book',
  },
  nothing: 'Nothing to show here.',
  moreRows: (count: number) => `And ${formatNumber(count)} more`,

  fresh: {
    title: (count: number) =>
      `${counted(count, recipient)} ${formFor(count, { one: 'is', other: 'are' })} not in the address book`,
    lead: 'Tick the ones that are right and give them a name. Documents of the others stay without a beneficiary.',
    all: 'Add all of them',
    count: (count: number) => documents(count),
    nameOf: (id: string) => `Name of ${id}`,
    nameWrong: 'Type a name of at most 200 characters',
    showMore: (count: number) => `Show ${formatNumber(count)} more`,
    tooMany: (count: number) =>
      `Only the first ${formatNumber(count)} are listed. Assign these first, then open this again.`,
  },

  left: (count: number) =>
    count === 0
      ? 'Every document then has a beneficiary.'
      : `${documents(count)} ${formFor(count, { one: 'stays', other: 'stay' })} without a beneficiary.`,
  cancel: 'Cancel',
  act: (count: number, whose: number) => `Assign ${documents(count)} to ${beneficiaries(whose)}`,
  nothingToDo: 'This assigns nothing',
  said: (count: number, whose: number) => `${documents(count)} assigned to ${beneficiaries(whose)}`,
} as const;
