/**
 * @file The technical log, for whoever helps a clerk: what was not expected, never what was worked with. Texts go
 * through {@link clean}, which keeps what is on a list, and there is no way around it.
 */
import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { trimCharactersAtEnd, trimCharactersAtStart } from '../shared/trim-characters.ts';
import { withoutQueries } from '../shared/without-queries.ts';
import { appendAtOnce } from './at-once.ts';
import type { Clock } from './platform.ts';

/** Above this many bytes a new file is begun; one old file is kept. */
const maxFileBytes = 1024 * 1024;

/** Writes lines. */
export interface Log {
  /** Something was thrown that nobody expects. `where` names the part of the program. */
  unexpected(where: string, thrown: unknown): void;
  /** Resolves when every line so far is written. */
  flushed(): Promise<void>;
  /** Writes every line so far before it returns; one that is just being written may be there twice. */
  flushAtOnce(): void;
}

/**
 * What a word of a log may be: a plain word, a code, a small number, an address without its query. File names, folders,
 * account numbers, keys and whatever stands in quotes are none of these.
 */
const allowedWord =
  /^(?:[A-Za-z]{1,24}|[A-Z][A-Z_]{1,40}\d{0,3}|\d{1,6}|https?:\/\/(?:\[removed\]@)?[\w.:/-]{1,200}(?:\?\[removed)?)$/;

/** The longest word that is looked at, in characters. */
const maxWord = 300;

/** True for a word that may be kept, whatever brackets stand before it and whatever brackets and punctuation after it. */
function isAllowed(word: string): boolean {
  if (word.length > maxWord) return false;
  return allowedWord.test(trimCharactersAtEnd(trimCharactersAtStart(word, '(['), ')].,:;!?'));
}

/** Keeps of a text what is on the list; queries, user names of URLs and header values go first. */
export function clean(text: string): string {
  return withoutQueries(text.slice(0, 20_000).replace(/\bBearer\s+\S+/gi, 'Bearer [removed]'))
    .replace(/(https?:\/\/)[^\s/@"'<>]+@/gi, '$1[removed]@')
    .replace(/'[^']*'|"[^"]*"|“[^”]*(?:”|$)|`[^`]*`/g, '[removed]')
    .split(/\s+/)
    .map((word) => (word === '' || isAllowed(word) ? word : '[removed]'))
    .join(' ')
    .slice(0, 2_000);
}

/** What an error may be called. */
const plainName = /^\w{1,60}$/;

const lineSchema = z.object({
  at: z.iso.datetime(),
  where: z.string().regex(/^[\w.-]{1,60}$/),
  name: z.string().regex(plainName),
  message: z.string().transform(clean),
  frames: z
    .array(
      z
        .string()
        .regex(/^at [\w\s.<>#[\]()/:-]{0,200}$/)
        .catch(''),
    )
    .max(8),
});

/** A line of the log with what a line may hold, and `null` for anything else. */
export function cleanLine(line: string): string | null {
  try {
    const parsed = lineSchema.safeParse(JSON.parse(line));
    return parsed.success ? JSON.stringify(parsed.data) : null;
  } catch {
    return null;
  }
}

/** What a line of a stack looks like; anything else in its place is part of a message of several lines. */
const framePattern = /^at [^\s"'`]{0,120}( \[as \w{1,60}\])?( \([^\s"'`]{1,300}:\d+:\d+\))?$/;

/** The lines of a stack, without the folders of this machine. */
function framesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message);
  const trace = start < 0 ? stack : stack.slice(start + message.length);
  return trace
    .slice(0, 20_000)
    .split('\n')
    .map((line) => line.trim().replace(/^at async /, 'at '))
    .filter((line) => framePattern.test(line))
    .slice(0, 7)
    .map((line) => line.replace(/\(?(file:\/\/)?\/\S*\//, '('));
}

/** The line of what was thrown, cleaned. */
export function logLine(at: Date, where: string, thrown: unknown): string {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return JSON.stringify({
    at: at.toISOString(),
    where,
    name: plainName.test(error.name) ? error.name : 'Error',
    message: clean(error.message),
    frames: framesOf(error),
  });
}

/** Creates the log in a folder below `dataFolder`. Trouble with the log itself never reaches the work. */
export function createLog(dataFolder: string, clock: Clock): Log {
  const folder = join(dataFolder, 'logs');
  const path = join(folder, 'paydesk.log');
  let writing: Promise<void> = mkdir(folder, { recursive: true }).then(
    () => undefined,
    () => undefined,
  );

  /** Lines that are not written yet. */
  const pending = new Set<{ readonly line: string }>();

  async function write(entry: { readonly line: string }): Promise<void> {
    if (!pending.has(entry)) return;
    const size = await stat(path).then(
      (status) => status.size,
      () => 0,
    );
    if (size > maxFileBytes) await rename(path, `${path}.old`);
    await appendFile(path, `${entry.line}\n`, 'utf8');
  }

  return {
    unexpected(where, thrown) {
      const entry = { line: logLine(new Date(clock.now()), where, thrown) };
      pending.add(entry);
      writing = writing
        .then(() => write(entry))
        .catch(() => undefined)
        .finally(() => pending.delete(entry));
    },
    flushed: () => writing,
    flushAtOnce() {
      const text = [...pending].map(({ line }) => `${line}\n`).join('');
      pending.clear();
      if (text !== '') appendAtOnce(path, text);
    },
  };
}
