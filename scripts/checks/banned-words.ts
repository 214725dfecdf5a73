/**
 * @file Words that are no names here: private metaphors and relative clauses where the field has a term. They are
 * looked for in identifiers and file names of `src`, `test` and `scripts`, word by word.
 */

/** Words, alone or several that follow one another, with the term to use. */
export const bannedWords: Readonly<Record<string, string>> = {
  anybody: 'the noun that is meant',
  arrangement: 'columnState',
  arrangements: 'columnLayouts',
  aside: 'quarantined',
  blockage: 'blockReason',
  bones: 'skeleton',
  'book line': 'proofEntry',
  'came by': 'source',
  chance: 'random',
  contribution: 'featureRegistration',
  contributions: 'featureRegistry',
  crew: 'workerPool',
  desk: 'testApp or threadRegion',
  door: 'eventSource',
  doors: 'eventSources',
  fate: 'disposition',
  'give back': 'detach or release',
  'given links': 'issuedLinkRegistry',
  hear: 'on…',
  heard: 'received',
  hire: 'spawn',
  idlest: 'leastBusy',
  'in turn': 'serialize',
  'in view': 'isActiveProfile',
  judge: 'classifyFailure',
  'kernel room': 'sharedMemory',
  laid: 'visibleColumns',
  lane: 'shard',
  lanes: 'shards',
  lefts: 'pinnedOffsets',
  'link desk': 'uploadLinkBatcher',
  nobody: 'the noun that is meant',
  outage: 'connectivityMonitor',
  pace: 'concurrencyLimiter',
  papers: 'sampleDocuments',
  'patient store': 'diskFullRetryStore',
  'proof book': 'proofIndex',
  'proof keeper': 'proofRepository',
  repeats: 'duplicateReferences',
  said: 'announced',
  'schema later': 'migrations',
  'set aside': 'quarantine',
  'set back': 'failAttempt',
  setback: 'attemptFailure',
  shelf: 'statementStore or libraryFiles',
  shelved: 'stored',
  somebody: 'the noun that is meant',
  'stand in': 'fixture',
  'take in': 'addFiles',
  told: 'notified',
  touched: 'invalidate',
  'use answer': 'useQuery',
  'use part': 'useShowMore',
  'use settled': 'useDebouncedValue',
  'use work': 'useAsyncAction',
  veil: 'overlay',
  verdict: 'failureAction',
  whoever: 'the noun that is meant',
};

/** First words of names that go on: a limit is a `max…` or a `min…`. */
export const bannedFirstWords: Readonly<Record<string, string>> = {
  fewest: 'min…',
  longest: 'max…',
  most: 'max…',
  shortest: 'min…',
};

/** Last words of names that have others before them. */
export const bannedLastWords: Readonly<Record<string, string>> = {
  parts: 'deps, or the noun that is meant',
  words: 'messages',
};

/** Names with a banned word in its proper meaning, and why. */
export const properNames: Readonly<Record<string, string>> = {
  mostSevere: 'a superlative: of several states, the one that is shown',
};

/** Names that still have a banned word. The list only shrinks. */
export const notRenamedYet: ReadonlySet<string> = new Set<string>([
  'BaseUrlParts',
  'CellParts',
  'ColumnParts',
  'ErrorWords',
  'NeedWords',
  'Pace',
  'ReasonWords',
  'Verdict',
  'arrangement',
  'aside',
  'assignWords',
  'assignedWords',
  'blockage',
  'chineseWords',
  'closeRecordWords',
  'closeWords',
  'componentWords',
  'contentWords',
  'contribution',
  'contributions',
  'createDesk',
  'currencyOfWords',
  'currencyWords',
  'desk',
  'directionWords',
  'documentGroupWords',
  'documentListWords',
  'documentPanelWords',
  'documentStateWords',
  'documentWarningWords',
  'documentsFrameWords',
  'documentsScreenWords',
  'doors',
  'dragOutWords',
  'driveNotRespondingWords',
  'errorWords',
  'excludedWords',
  'failedWords',
  'fate',
  'hear',
  'heard',
  'inTurn',
  'inView',
  'inWords',
  'isTold',
  'japaneseWords',
  'judge',
  'judgeContent',
  'laid',
  'lefts',
  'libraryErrorWords',
  'linkWords',
  'listFileWords',
  'longestHeld',
  'longestParsed',
  'longestStall',
  'manifestFileWords',
  'mappingWords',
  'maxSaid',
  'maxWords',
  'minWords',
  'mostAtOnce',
  'mostBegun',
  'mostMemory',
  'mostSteps',
  'mostUnderWay',
  'needWords',
  'needsYouWords',
  'neutralWords',
  'nextPace',
  'nobody',
  'notificationWords',
  'numberWords',
  'onlyOtherWords',
  'orderByWords',
  'outage',
  'outcomeWords',
  'pace',
  'pdf-verdict',
  'pdfVerdict',
  'plainWords',
  'practiceWords',
  'quitWords',
  'reasonFilterWords',
  'reasonWords',
  'repeats',
  'repeatsNothing',
  'resultExportWords',
  'reviewWords',
  'runInTurn',
  'said',
  'samplesWords',
  'send-pace',
  'setTold',
  'shelf',
  'shellWords',
  'signOutWords',
  'sizeWords',
  'slowDoors',
  'somebody',
  'stageWords',
  'startOverWords',
  'startWords',
  'statementErrorWords',
  'storedWords',
  'takeIn',
  'toastWords',
  'told',
  'toldAt',
  'totalWords',
  'tourWords',
  'urgencyWords',
  'use-pace',
  'usePace',
  'verdict',
  'verdictOf',
  'wholeWords',
  'wideWords',
]);

/** Comments of this kind that are still there. The number only shrinks. */
export const emptyCommentsLeft = 56;

/** The words of a name, in lower case: `UploadLinkBatcher` and `upload-link-batcher` are `upload link batcher`. */
export function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** What is banned in a name, each with the term to use. */
export function bannedIn(name: string): string[] {
  const words = wordsOf(name);
  const found = Object.entries(bannedWords).filter(([banned]) => ` ${words} `.includes(` ${banned} `));
  const first = Object.entries(bannedFirstWords).filter(([banned]) => words.startsWith(`${banned} `));
  // A type or a constant that is called `Parts` holds dependencies; a variable may well hold parts of something.
  const last = Object.entries(bannedLastWords).filter(
    ([banned]) => words.endsWith(` ${banned}`) && (banned !== 'parts' || /^[A-Z]/.test(name)),
  );
  return [...found, ...first, ...last].map(([banned, term]) => `“${banned}” (use ${term})`);
}

/** Comments that only repeat what stands beside them. */
export const emptyComment = /^[ \t]*\/\*\* (?:See \{@link [^}]+\}\.|Props of [^.]+\.) \*\//gm;
