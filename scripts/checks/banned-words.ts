/**
 * @file Words that must not be used in names: private metaphors and relative clauses for which an established technical
 * term exists. Identifiers and file names of `src`, `test` and `scripts` are checked word by word.
 */

/** Banned words and sequences of words, with the term to use. */
const bannedWords: Readonly<Record<string, string>> = {
  anybody: 'the noun that is meant',
  arrangement: 'columnState',
  arrangements: 'columnLayouts',
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
  shelf: 'statementFiles or libraryFiles',
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

/** Words that must not begin a longer name: limits are called `max…` or `min…`. */
const bannedFirstWords: Readonly<Record<string, string>> = {
  fewest: 'min…',
  longest: 'max…',
  most: 'max…',
  shortest: 'min…',
};

/** Words that must not end a longer name. */
const bannedLastWords: Readonly<Record<string, string>> = {
  parts: 'deps, or the noun that is meant',
  words: 'messages',
};

/**
 * Returns the words of a name in lower case: `UploadLinkBatcher` and `upload-link-batcher` become `upload link
 * batcher`.
 */
function splitIntoWords(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Returns the banned words in a name, each with the term to use. */
export function findBannedTerms(name: string): string[] {
  const words = splitIntoWords(name);
  const bannedMatches = Object.entries(bannedWords).filter(([banned]) =>
    ` ${words} `.includes(` ${banned} `),
  );
  const firstWordMatches = Object.entries(bannedFirstWords).filter(([banned]) =>
    words.startsWith(`${banned} `),
  );
  // `parts` is banned only in names that begin with a capital letter, where it stands for dependencies.
  const lastWordMatches = Object.entries(bannedLastWords).filter(
    ([banned]) => words.endsWith(` ${banned}`) && (banned !== 'parts' || /^[A-Z]/.test(name)),
  );
  return [...bannedMatches, ...firstWordMatches, ...lastWordMatches].map(
    ([banned, term]) => `“${banned}” (use ${term})`,
  );
}

/** Matches docstrings that only refer to another name. */
export const referenceOnlyDocstring = /^[ \t]*\/\*\* (?:See \{@link [^}]+\}\.|Props of [^.]+\.) \*\//gm;
