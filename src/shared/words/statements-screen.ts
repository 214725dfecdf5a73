/** @file Words of the Statements screen. */
import type { Environment } from '../model/environment.ts';
import type { PeriodProblem } from '../model/period.ts';
import type { CoverageCell, EventOrigin, StatementState } from '../model/statements.ts';
import { counted, formatList, formatNumber, formFor } from './count.ts';
import { integrityWords, leftOutMessages } from './integrity.ts';

const statement = { one: 'statement', other: 'statements' };
const row = { one: 'row', other: 'rows' };
const places = { production: 'in production', sandbox: 'in sandbox' } as const satisfies Record<
  Environment,
  string
>;

export const statementScreenWords = {
  title: 'Statements',
  tabs: { coverage: 'Coverage', inbox: 'Inbox', review: 'Review', search: 'Search all' },
  tabsLabel: 'Views of statements',
  pasteEvent: 'Paste event…',
  cancel: 'Cancel',
  clear: 'Clear',

  ask: {
    title: 'Ask for statements',
    wallets: 'Wallets',
    walletsHint: 'Type or paste numbers, as many as you like.',
    remove: (wallet: string) => `Remove ${wallet}`,
    months: (count: number) => counted(count, { one: 'month', other: 'months' }),
    twoMonths: (one: string, two: string) => `${one} and ${two}`,
    requests: (first: string, last: string, count: number) =>
      `${first} to ${last}, ${counted(count, { one: 'request', other: 'requests' })}`,
    walletsMissing: 'Name at least one wallet',
    removeUnknown: (ids: readonly number[], rest: number) =>
      rest === 0
        ? `Remove ${formatList(ids.map(String))} and name another wallet.`
        : `Remove ${formatList(ids.map(String))} to ask for the ${rest === 1 ? 'other one' : `other ${formatNumber(rest)}`}.`,
    walletsWrong: (texts: readonly string[]) => `No wallet number: ${formatList(texts)}`,
    unknown: (ids: readonly number[]) =>
      `The service does not know ${formatList(ids.map(String))}, so nothing was asked for that names ${ids.length === 1 ? 'it' : 'them'}. Correct or remove ${ids.length === 1 ? 'it' : 'them'}.`,
    withoutUnknown: (ids: readonly number[]) => `Ask without ${formatList(ids.map(String))}`,
    choose: 'Choose from the list',
    all: 'All wallets',
    period: 'Period',
    presets: {
      'last-month': 'Last month',
      'last-quarter': 'Last quarter',
      year: 'Each month of a year',
      custom: 'Other dates',
      picked: 'Selected months',
    },
    picked: 'Selected months',
    year: 'Year',
    since: 'First day',
    till: 'Last day',
    dateForm: 'YYYY-MM-DD',
    problems: {
      'since-invalid': 'The first day is no date',
      'till-invalid': 'The last day is no date',
      'wrong-order': 'The last day is before the first',
      'in-future': 'The last day is in the future',
    } satisfies Record<PeriodProblem, string>,
    noMonths: 'No month of this year is over',
    format: 'Format',
    formatHint: { csv: 'CSV can be searched and summed.', pdf: 'PDF is for reading and printing.' },
    delivery: 'Delivery',
    webhook: 'Webhook',
    email: 'E-mail',
    webhookHint: 'Its event comes to the inbox. Paydesk downloads the file before the link ends.',
    emailHint: 'The service sends it there; it does not come into Paydesk.',
    address: 'E-mail address',
    addressMissing: 'Give an e-mail address',
    act: (count: number, environment: Environment) =>
      `Ask for ${counted(count, statement)} ${places[environment]}`,
    asking: 'Asking…',
    accepted: (count: number) => `${counted(count, statement)} asked for`,
    notAll: (count: number) =>
      `${counted(count, { one: 'request was', other: 'requests were' })} not accepted`,
    said: (message: string) => `The service said: “${message}”.`,
    missing: 'Still missing',
    noneMissing: 'Nothing is missing in these months.',
  },

  coverage: {
    label: 'Statements by wallet and month',
    earlier: 'Earlier months',
    later: 'Later months',
    span: (first: string, last: string) => `${first} to ${last}`,
    wallets: (count: number) => counted(count, { one: 'wallet', other: 'wallets' }),
    selectMissingOf: (count: number) => `, ${formatNumber(count)} missing to select`,
    selectMissing: (count: number) => `Select ${formatNumber(count)} missing`,
    selected: (count: number) => `${counted(count, statement)} selected`,
    askSelected: 'Ask for them…',
    states: {
      stored: 'Stored',
      downloading: 'Downloading',
      ready: 'Ready',
      waiting: 'Asked for',
      'e-mailed': 'E-mailed',
      expired: 'Ended',
      missing: 'Missing',
      open: 'Not over',
    } satisfies Record<CoverageCell['state'], string>,
    open: 'open',
    /** Milliseconds in a place of three letters. */
    shortTime(milliseconds: number) {
      const minutes = Math.ceil(milliseconds / 60_000);
      if (minutes < 100) return `${minutes} m`;
      const hours = Math.round(minutes / 60);
      return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`;
    },
    cell: (wallet: string, month: string, state: string) => `${wallet}, ${month}: ${state}`,
    empty: 'No wallet is known yet',
    emptyLead:
      'Paydesk asks the service for your wallets. Where it lists none, type their numbers on the right.',
    list: 'List wallets',
  },

  inbox: {
    label: 'Statements',
    watched: (folder: string) => `${folder} is watched`,
    away: (folder: string) => `${folder} cannot be reached now`,
    linked: (folder: string) => `Link found at ${folder}`,
    linkTitle: 'A link is in the place of a folder',
    /** `link` is the folder that is watched, or lies above it. */
    linkToFolder: (link: string, folder: string, isManaged: boolean) =>
      `${link} is a link. Paydesk does not follow it and takes no events from ${folder}. ${isManaged ? 'Ask your IT to set the folder itself.' : 'If you expect the link, choose the folder again.'}`,
    linkInFolder: (link: string) =>
      `${link} is not an ordinary folder. Paydesk still takes events, but used event files stay where they are. Remove the link, or ask your IT.`,
    byIt: 'Set by your IT',
    none: 'No folder is watched',
    peek: 'Inbox',
    showAll: (count: number) => `Show all ${formatNumber(count)}`,
    lastEvent: 'last event',
    choose: 'Watch a folder…',
    stop: 'Stop watching',
    listen: 'Listen on this computer',
    listenHint: 'For a webhook receiver on this computer. The address is secret and ends when Paydesk does.',
    empty: 'Nothing was asked for yet',
    emptyLead: 'Statements that you ask for are listed here, with the event and the link of each.',
    columns: {
      state: 'State',
      wallet: 'Wallet',
      period: 'Period',
      way: 'Came by',
      ends: 'Link',
      act: 'What to do',
    },
    states: {
      asking: 'Asking',
      refused: 'Refused',
      'e-mailed': 'E-mailed',
      waiting: 'Waiting',
      quarantined: 'Set aside',
      ready: 'Ready',
      downloading: 'Downloading',
      stored: 'Stored',
      expired: 'Link ended',
    } satisfies Record<StatementState, string>,
    ways: {
      folder: 'Watched folder',
      dropped: 'Dropped file',
      pasted: 'Pasted',
      listener: 'Listener',
      service: 'Service',
    } satisfies Record<EventOrigin, string>,
    unknownFields: (names: readonly string[]) =>
      `Unknown ${formFor(names.length, { one: 'field', other: 'fields' })}: ${names.join(', ')}`,
    /** In place of the state of a stored statement that cannot be read. */
    unreadable: 'Unreadable',
    noEvent: 'No event yet',
    eventAside: 'Event set aside',
    decide: 'Decide about its event',
    askedSince: (duration: string) => `Asked ${duration} ago`,
    left: (duration: string) => `${duration} left`,
    ended: 'ended',
    noEnd: 'no end told',
    download: 'Download now',
    review: 'Review',
    askAgain: 'Ask again',
    quarantined: 'Set aside',
    quarantineTitle: (count: number) => `${counted(count, { one: 'event', other: 'events' })} set aside`,
    quarantineLead: 'Nothing was downloaded for them. You decide.',
    removedEvents: (count: number) =>
      `${counted(count, { one: 'older event was', other: 'older events were' })} removed from this list, because at most 10,000 are kept. Event files in the watched folder are in its rejected folder.`,
    host: (host: string) => `File on ${host}`,
    take: 'Take it',
    discard: 'Discard',
    decided: { take: 'Event accepted', discard: 'Event discarded' },
    linkGone: 'Hand it in again to take it.',
    unknownWallet: 'no wallet told',
  },

  drop: {
    take: 'Drop statement events to hand them in',
    unsaved: 'Not every file was taken',
  },

  paste: {
    title: 'Paste a statement event',
    lead: 'The JSON that your company’s webhook receiver got. Its link is used at once and never shown.',
    field: 'Event',
    act: 'Take the event',
    done: (taken: number, repeated: number, quarantined: number) =>
      [
        taken > 0 ? `${counted(taken, statement)} ready` : '',
        repeated > 0 ? `${formatNumber(repeated)} known already` : '',
        quarantined > 0 ? `${formatNumber(quarantined)} set aside` : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
  },

  review: {
    none: 'No statement is open',
    noneLead: 'Open a stored statement from the coverage or the inbox.',
    toCoverage: 'Show the coverage',
    offline: 'Works offline',
    exportView: 'Export view…',
    exportOriginal: 'Export original…',
    find: 'Find in all columns',
    found: (place: number, hits: number) => `${formatNumber(place)} of ${formatNumber(hits)}`,
    notFound: 'not found',
    previous: 'Previous',
    next: 'Next',
    columns: (shown: number, all: number) => `Columns ${formatNumber(shown)} of ${formatNumber(all)}`,
    columnsLead: 'Remembered for every statement of this wallet.',
    columnsFind: 'Find a column',
    columnsMore: 'There are more; find them by name.',
    showAll: 'Show all',
    asInFile: 'As in the file',
    up: (column: string) => `Move ${column} up`,
    down: (column: string) => `Move ${column} down`,
    pin: (column: string) => `Keep ${column} in sight`,
    columnMenu: (column: string) => `Column ${column}`,
    column: {
      ascending: 'Sort upwards',
      descending: 'Sort downwards',
      unsorted: 'In the order of the file',
      pin: 'Keep in sight on the left',
      unpin: 'Let it scroll again',
      left: 'Move left',
      leftMore: 'Ctrl Shift ←',
      right: 'Move right',
      rightMore: 'Ctrl Shift →',
      wider: 'Wider',
      narrower: 'Narrower',
      fit: 'Width that fits',
      hide: 'Hide',
      references: 'It holds the references of payments',
      notReferences: 'Recognise the references again',
    },
    moved: (column: string, place: number, of: number) =>
      `${column} is column ${formatNumber(place)} of ${formatNumber(of)}`,
    cellMenu: 'Cell',
    cells: (count: number) => counted(count, { one: 'cell', other: 'cells' }),
    copyCell: 'Copy cell',
    copyCells: (count: number) => `Copy ${counted(count, { one: 'cell', other: 'cells' })}`,
    copyRow: 'Copy row',
    copyRows: (count: number) => `Copy ${counted(count, row)}`,
    copyNamed: 'Copy with column names',
    filterTo: 'Show only rows with this',
    selectAll: 'Row: select all rows in view',
    copiedCell: 'Cell copied',
    copiedCells: (count: number) => `${counted(count, { one: 'cell', other: 'cells' })} copied`,
    copiedSome: (count: number, of: number) =>
      `Only the first ${formatNumber(count)} of ${counted(of, row)} were copied`,
    copiedSomeDetail: 'Export the view to have all of them.',
    row: 'Row',
    grid: 'Rows of the statement',
    filter: (column: string) => `Filter ${column}`,
    filterText: 'Contains',
    filterNumber: 'Any, >10',
    filterDate: 'Any, from..to',
    filterWrong: 'Not understood',
    shown: (shown: number, all: number) =>
      shown === all ? counted(all, row) : `${formatNumber(shown)} of ${counted(all, row)} shown`,
    clearFilters: (count: number) => `Clear ${counted(count, { one: 'filter', other: 'filters' })}`,
    selected: (count: number) => `${counted(count, row)} selected`,
    tooManySelected: (most: number) => `No more than ${formatNumber(most)} rows can be selected one by one`,
    selectInView:
      'The first of them are selected. For more, narrow the view with filters and select all rows in it.',
    selectRow: (number: number) => `Select row ${formatNumber(number)}`,
    copy: 'Copy',
    copied: (count: number) => `${counted(count, row)} copied`,
    proofs: (count: number) => `Get ${counted(count, { one: 'proof', other: 'proofs' })} of payment`,
    noReferences: (read: number, of: number) =>
      read === 0 || read >= of
        ? 'No reference is in the selected rows'
        : `No reference is in the first ${formatNumber(read)} of ${formatNumber(of)} selected rows`,
    noReferencesDetail:
      'If another column holds the references of payments, say so in the menu of that column.',
    proofsOfSome: (read: number, of: number) =>
      `Only proofs of the first ${formatNumber(read)} of ${formatNumber(of)} selected rows were asked for`,
    proofsOfSomeDetail: 'For the others, narrow the view with filters and select all rows in it.',
    ragged: 'This row has more or fewer cells than the others',
    rules: {
      point: 'decimal point',
      comma: 'decimal comma',
      integer: 'whole numbers',
      ambiguous: 'could be read both ways',
      'year-first': 'year, month, day',
      'day-first': 'day, month, year',
      'month-first': 'month, day, year',
    },
    sums: {
      label: 'Sums',
      of: 'Rows that are summed',
      scopes: { all: 'All', view: 'In view', selected: 'Selected' },
      column: 'Column that is summed',
      rows: 'Rows',
      incoming: 'In',
      outgoing: 'Out',
      net: 'Net',
      least: 'Least',
      largest: 'Largest',
      unread: (cells: number) =>
        `${counted(cells, { one: 'cell', other: 'cells' })} could not be read as a number and ${cells === 1 ? 'is' : 'are'} not in the sums.`,
      showUnread: (rows: number) => `Show ${counted(rows, row)}`,
      leftOut: leftOutMessages,
      pair: (debits: string, credits: string) => `${debits} and ${credits}`,
      noMoney: 'No column of amounts was recognized. Choose its role in “How the file is read”.',
    },
    print: 'Print…',
    again: 'Try again',
  },

  integrity: integrityWords,

  search: {
    field: 'Search all stored statements',
    start: 'Type to search every column of every stored CSV statement.',
    running: (done: number, all: number) => `${formatNumber(done)} of ${counted(all, statement)} searched`,
    done: (hits: number, statements: number) =>
      `${counted(hits, { one: 'hit', other: 'hits' })} in ${counted(statements, statement)}`,
    more: 'There are more; only the first are listed.',
    failed: (count: number) => `${counted(count, statement)} could not be read.`,
    nothing: (text: string) => `Nothing was found for “${text}”`,
    columns: {
      statement: 'Wallet',
      period: 'Period',
      row: 'Row',
      column: 'Column',
      text: 'Found',
      rest: 'Rest of the row',
    },
  },

  tray: {
    word: 'Statements',
    downloading: (count: number) => `${formatNumber(count)} downloading`,
    ends: (duration: string) => `Next statement link ends in ${duration}`,
  },
  commands: {
    ask: 'Ask for statements…',
    search: 'Search all statements',
    keywords: ['wallet', 'account', 'csv'],
  },
} as const;
