/** @file The commands that match a typed text, the best match first. */

/** The searchable text of a command. */
export interface Findable {
  readonly label: string;
  readonly more?: string;
  readonly keywords?: readonly string[];
}

/** Lower case, without accents, words divided by single spaces. */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function score(text: string, token: string): number {
  if (text.startsWith(token)) return 3;
  if (` ${text}`.includes(` ${token}`)) return 2;
  return text.includes(token) ? 1 : 0;
}

/** The score of a match, 0 for none: every typed word must occur. */
function fitOf(command: Findable, tokens: readonly string[]): number {
  const label = folded(command.label);
  const others = folded([command.more ?? '', ...(command.keywords ?? [])].join(' '));
  let sum = 0;
  for (const token of tokens) {
    const best = Math.max(score(label, token) * 2, score(others, token));
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

/** The commands that fit, the best first, else in their own order. An empty text fits all. */
export function matchCommands<Item extends Findable>(commands: readonly Item[], typed: string): Item[] {
  const tokens = folded(typed)
    .split(' ')
    .filter((token) => token !== '');
  if (tokens.length === 0) return [...commands];
  return commands
    .map((command) => ({ command, fit: fitOf(command, tokens) }))
    .filter((candidate) => candidate.fit > 0)
    .sort((one, other) => other.fit - one.fit)
    .map((candidate) => candidate.command);
}
