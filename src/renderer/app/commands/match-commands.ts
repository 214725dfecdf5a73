/** @file The commands that match a typed text, the best match first. */

/** The searchable text of a command. */
interface Findable {
  readonly label: string;
  readonly detail?: string;
  readonly keywords?: readonly string[];
}

/** Returns a text in lower case, without accents, its words separated by single spaces. */
function normalizeText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Scores a typed text: 4 for the whole text, 3 at its start, 2 at the start of a word, 1 elsewhere, 0 when missing. */
function scoreText(text: string, typed: string): number {
  if (text === typed) return 4;
  if (text.startsWith(typed)) return 3;
  if (` ${text}`.includes(` ${typed}`)) return 2;
  return text.includes(typed) ? 1 : 0;
}

/** Scores of a match, the most important first. */
type Scores = readonly [
  /** The typed text as a whole in the label. */
  whole: number,
  /** Sum over the typed words; a word in the label counts twice. */
  words: number,
];

/** Returns the scores of a command, or `null` when a typed word is missing. */
function scoreCommand(command: Findable, query: string): Scores | null {
  const label = normalizeText(command.label);
  const secondaryText = normalizeText([command.detail ?? '', ...(command.keywords ?? [])].join(' '));
  let sum = 0;
  for (const word of query.split(' ')) {
    const bestScore = Math.max(scoreText(label, word) * 2, scoreText(secondaryText, word));
    if (bestScore === 0) return null;
    sum += bestScore;
  }
  return [scoreText(label, query), sum];
}

/**
 * The commands that match a query, best match first: commands whose label is the query, begins with it, has it at the
 * start of a word, or contains it, then those that have its words. Equal matches keep their order. An empty query
 * matches all.
 */
export function matchCommands<Item extends Findable>(commands: readonly Item[], typed: string): Item[] {
  const query = normalizeText(typed);
  if (query === '') return [...commands];
  return commands
    .flatMap((command) => {
      const scores = scoreCommand(command, query);
      return scores === null ? [] : [{ command, scores }];
    })
    .sort(({ scores: one }, { scores: other }) => other[0] - one[0] || other[1] - one[1])
    .map(({ command }) => command);
}
