/** @file Words of the Beneficiaries screen. */
import type { AttachedDocument, BeneficiaryState } from '../model/beneficiary.ts';
import type { Environment } from '../model/environment.ts';
import { counted, formatNumber } from './count.ts';

const beneficiary = { one: 'beneficiary', other: 'beneficiaries' };
const line = { one: 'line', other: 'lines' };

const places = { production: 'in production', sandbox: 'in sandbox' } as const satisfies Record<
  Environment,
  string
>;

/** What is wrong in a JSON text. `name` is the field that is there twice. */
const problems = {
  end: () => 'it is not complete yet, something is not closed',
  unclosed: () => 'this text has no closing double quote',
  value: () => 'a value must stand here: a text in double quotes, a number, true, false, null, { or [',
  name: () => 'a field name in double quotes must stand here',
  colon: () => 'a colon must follow the field name',
  comma: () => 'a comma is missing before this',
  'extra-comma': () => 'this comma is one too many',
  quotes: () => 'only straight double quotes (") can be used',
  'line-break': () => 'a text cannot go over the end of a line',
  control: () => 'there is a hidden control character in the text',
  space: () => 'this is a special space, use an ordinary one',
  escape: () => 'a backslash cannot be followed by this',
  number: () => 'JSON does not write a number like this',
  after: () => 'something follows after the end of the object',
  twice: (name: string) => `the field “${name}” is there twice`,
  deep: () => 'it is nested too deeply',
} as const satisfies Readonly<Record<string, (name: string) => string>>;

export const beneficiaryScreenWords = {
  title: 'Beneficiaries',
  inBook: (total: number) => `${formatNumber(total)} in the address book`,
  add: 'Add beneficiary…',
  import: 'Import CSV…',
  importing: 'Importing…',
  create: 'New beneficiary…',

  list: {
    label: 'Beneficiaries',
    search: 'Search by label or recipient ID',
    filter: 'Show',
    all: 'All',
    columns: {
      label: 'Label',
      recipientId: 'Recipient ID',
      documents: 'Documents',
      lastAttached: 'Last attached',
      state: 'State',
    },
    never: 'never',
    noId: 'none yet',
    nothingMatches: (text: string) => `No beneficiary matches “${text}”`,
    nothingMatchesIn: (text: string, state: string) => `No beneficiary matches “${text}” in ${state}`,
    nothingIn: (state: string) => `No beneficiary is in ${state}`,
    showAllStates: 'Show all states',
    searchedIn: 'Labels and recipient IDs were searched, without accents and capitals.',
    showAll: 'Show all beneficiaries',
  },

  states: {
    unknown: 'Unknown outcome',
    'id-needed': 'ID needed',
    creating: 'Creating',
    draft: 'Draft',
    known: 'Known',
  } as const satisfies Record<BeneficiaryState, string>,

  empty: {
    title: 'Say who your documents are for',
    lead: 'The service shows no list of beneficiaries, so Paydesk keeps an address book: the recipient ID that the service gave, and a label that you choose.',
    foot: 'A CSV with the columns recipientId and label. Nothing is sent.',
    next: 'What happens next',
    steps: [
      {
        title: 'You drop documents',
        words: 'A folder that is named like a beneficiary, or like its recipient ID, is matched for you.',
      },
      {
        title: 'You review, then attach',
        words: 'You see what each beneficiary gets, and what was attached before.',
      },
      {
        title: 'Everything is written down here',
        words: 'Each document with its key, its hash, the time and the result.',
      },
    ],
  },

  panel: {
    label: 'Beneficiary',
    copyId: 'Copy recipient ID',
    rename: 'Rename…',
    remove: 'Remove…',
    removeImpossible: {
      documents: 'Documents were attached to it, and that record stays.',
      unknown: 'Settle the unknown outcome first.',
      sent: 'It was sent to the service, and that record stays.',
    },
    facts: {
      recipientId: 'Recipient ID',
      documents: 'Documents',
      lastAttached: 'Last attached',
    },
    outcome: {
      title: 'An answer was lost',
      detail: 'Nothing more is attached to it until you settle the outcome.',
    },
    draft: {
      title: 'The service does not know it yet',
      detail:
        'Documents that are assigned to it in a batch create it by themselves. Without documents you can create it now.',
      edit: 'Edit the data…',
      create: (environment: Environment) => `Create ${places[environment]} now…`,
    },
    creating: {
      title: 'It is being created',
      detail: 'The request was sent, and the answer has not come yet.',
    },
    idNeeded: {
      title: 'The recipient ID is needed',
      detail:
        'The service created it, but the answer did not name the ID. Find it in the portal. Documents wait until then.',
      save: 'Save ID',
      said: (recipientId: string) => `Recipient ID ${recipientId} saved`,
    },
    documents: {
      heading: 'Documents attached',
      none: 'Nothing was attached yet.',
      range: (first: number, last: number, total: number) =>
        `${formatNumber(first)} to ${formatNumber(last)} of ${formatNumber(total)}`,
      previous: 'Newer documents',
      next: 'Older documents',
      key: 'Key',
      copyKey: (name: string) => `Copy the key of ${name}`,
      hash: 'SHA-256',
      copyHash: (name: string) => `Copy the SHA-256 of ${name}`,
      results: {
        attached: 'Attached',
        'confirmed-by-clerk': 'Confirmed in the portal',
        refused: 'Refused',
        unknown: 'Unknown outcome',
      } as const satisfies Record<AttachedDocument['result'], string>,
    },
  },

  fields: {
    label: 'Label',
    labelHint: 'What you call it; folders of this name find it',
    labelWrong: 'Control characters and more than 200 characters are not possible',
    labelMissing: 'Type a label first',
    recipientId: 'Recipient ID',
    recipientIdHint: 'As the service gave it',
    recipientIdMissing: 'Type the recipient ID first',
    bothMissing: 'Type the recipient ID and a label first',
  },

  cancel: 'Cancel',
  openIt: 'Open it',
  dismiss: 'Dismiss',

  addDialog: {
    title: 'Add a beneficiary',
    lead: 'One that the service knows already. Nothing is sent.',
    act: 'Add beneficiary',
    said: (label: string) => `${label} added`,
  },

  renameDialog: {
    title: (label: string) => `Rename ${label}`,
    lead: 'The label is yours alone; the service does not see it.',
    act: 'Rename',
    said: (before: string, after: string) => `${before} renamed to ${after}`,
    undone: (label: string) => `Renaming undone: ${label}`,
  },

  removeDialog: {
    title: (label: string) => `Remove ${label} from the address book?`,
    lead: 'Paydesk forgets the label and the recipient ID. At the service nothing changes.',
    leadDraft: 'Paydesk forgets the draft and its data. The service never knew it.',
    keep: 'Keep it',
    act: 'Remove beneficiary',
    said: (label: string) => `${label} removed`,
  },

  createDialog: {
    title: (label: string, environment: Environment) => `Create ${label} ${places[environment]}?`,
    lead: (host: string) =>
      `Paydesk sends its data to ${host}, without documents. This cannot be taken back from here.`,
    more: 'Not needed when documents are assigned to it: the batch then creates it together with them.',
    keep: 'Keep the draft',
    act: (environment: Environment) => `Create 1 beneficiary ${places[environment]}`,
    said: (label: string) => `${label} was sent to the service`,
  },

  draftDialog: {
    titleNew: 'New beneficiary',
    titleEdit: (label: string) => `Data of ${label}`,
    lead: 'For one that the service does not know yet. Paydesk sends this JSON object as it is, and adds the documents.',
    startFrom: 'Start from…',
    startFromHint: 'Takes over the data of another draft; that draft stays as it is',
    payload: 'JSON object',
    loading: 'Reading the data…',
    missing: 'Type a label and the JSON object first',
    payloadMissing: 'Complete the JSON object first',
    save: 'Save as draft',
    saveChanges: 'Save draft',
    create: (environment: Environment) => `Create ${places[environment]} now…`,
    said: (label: string) => `${label} saved as a draft`,
    placeholder: '{\n  "name": "…"\n}',
  },

  payload: {
    hint: 'In curly brackets, as the service wants it. Paydesk fills documentDetails itself.',
    at: ({ line: row, column }: { readonly line: number; readonly column: number }, problem: string) =>
      `Line ${row}, column ${column}: ${problem}`,
    problems,
    notObject: 'It must be one JSON object, in curly brackets',
    ownField: 'Paydesk fills documentDetails itself: take that field out',
    good: (fields: number) =>
      `${counted(fields, { one: 'field', other: 'fields' })}. Paydesk fills documentDetails itself.`,
  },

  importDialog: {
    title: (added: number, renamed: number) => {
      if (added > 0) return `${counted(added, beneficiary)} added`;
      if (renamed > 0) return `${counted(renamed, beneficiary)} renamed`;
      return 'Nothing new in this file';
    },
    added: 'Added',
    renamed: 'Renamed',
    unchanged: 'Unchanged',
    refused: 'Left out',
    refusedHeading: (refused: number) => `${counted(refused, line)} left out`,
    refusedMore: (shown: number) => `The first ${shown} are shown.`,
    refusedHelp: 'Correct these lines in the file and import it again: what is known already stays as it is.',
    line: 'Line',
    problem: 'Problem',
    done: 'Done',
    said: (numbers: { readonly added: number; readonly renamed: number; readonly unchanged: number }) =>
      `Beneficiaries imported: ${formatNumber(numbers.added)} added, ${formatNumber(numbers.renamed)} renamed, ${formatNumber(numbers.unchanged)} unchanged`,
  },

  tray: {
    unknown: (count: number) => counted(count, { one: 'unknown outcome', other: 'unknown outcomes' }),
    idNeeded: (count: number) =>
      counted(count, { one: 'recipient ID needed', other: 'recipient IDs needed' }),
    about: (labels: readonly string[], rest: number) =>
      rest === 0 ? labels.join(', ') : `${labels.join(', ')} and ${formatNumber(rest)} more`,
  },

  commands: {
    add: 'Add a beneficiary…',
    import: 'Import beneficiaries from CSV…',
    create: 'New beneficiary that the service does not know…',
    settle: (count: number) =>
      count === 1 ? 'Settle the unknown outcome' : `Settle ${formatNumber(count)} unknown outcomes`,
    keywords: ['address book', 'recipient', 'supplier'],
    draft: 'Not at the service yet',
  },
} as const;
