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

/** Scores a typed word: 3 at the start of the text, 2 at the start of a word, 1 elsewhere, 0 when missing. */
function scoreToken(text: string, token: string): number {
  if (text.startsWith(token)) return 3;
  if (` ${text}`.includes(` ${token}`)) return 2;
  return text.includes(token) ? 1 : 0;
}

/** Adds the scores of the typed words; 0 when a word is missing. A word in the label counts twice. */
function scoreCommand(command: Findable, tokens: readonly string[]): number {
  const label = normalizeText(command.label);
  const secondaryText = normalizeText([command.detail ?? '', ...(command.keywords ?? [])].join(' '));
  let sum = 0;
  for (const token of tokens) {
    const bestScore = Math.max(scoreToken(label, token) * 2, scoreToken(secondaryText, token));
    if (bestScore === 0) return 0;
    sum += bestScore;
  }
  return sum;
}

/** The commands that match a query, best match first; equal matches keep their order. An empty query matches all. */
export function matchCommands<Item extends Findable>(commands: readonly Item[], query: string): Item[] {
  const tokens = normalizeText(query)
    .split(' ')
    .filter((token) => token !== '');
  if (tokens.length === 0) return [...commands];
  return commands
    .map((command) => ({ command, score: scoreCommand(command, tokens) }))
    .filter((candidate) => candidate.score > 0)
    .sort((one, other) => other.score - one.score)
    .map((candidate) => candidate.command);
}
