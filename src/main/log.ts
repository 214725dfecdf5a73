/**
 * @file The technical log for support: unexpected errors, without any business data. All texts pass through {@link
 * clean}, which keeps only allowed words.
 */
import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { trimCharactersAtEnd, trimCharactersAtStart } from '../shared/trim-characters.ts';
import { withoutQueries } from '../shared/without-queries.ts';
import { appendToFileBlocking } from './blocking-files.ts';
import type { Clock } from './platform.ts';

/** Size in bytes above which a new file is started; one old file is kept. */
const maxFileBytes = 1024 * 1024;

export interface Log {
  /** Logs an unexpected error. `where` names the component. */
  unexpected(where: string, thrown: unknown): void;
  /** Resolves when all lines so far are written. */
  flushed(): Promise<void>;
  /** Writes all lines so far synchronously; a line that is being written at this moment may occur twice. */
  flushBlocking(): void;
}

/**
 * Words that a log may contain: plain words, codes, small numbers, addresses without queries. File names, folders,
 * account numbers, keys and quoted texts do not match.
 */
const allowedWord =
  /^(?:[A-Za-z]{1,24}|[A-Z][A-Z_]{1,40}\d{0,3}|\d{1,6}|https?:\/\/(?:\[removed\]@)?[\w.:/-]{1,200}(?:\?\[removed)?)$/;

/** Maximum length of a word, in characters; longer ones are removed without a check. */
const maxWordLength = 300;

/** True for an allowed word, ignoring brackets around it and punctuation after it. */
function isAllowedWord(word: string): boolean {
  if (word.length > maxWordLength) return false;
  return allowedWord.test(trimCharactersAtEnd(trimCharactersAtStart(word, '(['), ')].,:;!?'));
}

/** Removes all words that are not allowed, queries, user names in URLs and bearer tokens. */
export function clean(text: string): string {
  return withoutQueries(text.slice(0, 20_000).replace(/\bBearer\s+\S+/gi, 'Bearer [removed]'))
    .replace(/(https?:\/\/)[^\s/@"'<>]+@/gi, '$1[removed]@')
    .replace(/'[^']*'|"[^"]*"|“[^”]*(?:”|$)|`[^`]*`/g, '[removed]')
    .split(/\s+/)
    .map((word) => (word === '' || isAllowedWord(word) ? word : '[removed]'))
    .join(' ')
    .slice(0, 2_000);
}

/** Allowed names of errors. */
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

/** Returns a validated and cleaned line of the log, or `null` for anything else. */
export function cleanLine(line: string): string | null {
  try {
    const parsed = lineSchema.safeParse(JSON.parse(line));
    return parsed.success ? JSON.stringify(parsed.data) : null;
  } catch {
    return null;
  }
}

/** Form of a stack frame; other lines belong to a message of several lines. */
const framePattern = /^at [^\s"'`]{0,120}( \[as \w{1,60}\])?( \([^\s"'`]{1,300}:\d+:\d+\))?$/;

/** Returns the frames of a stack, without the folders of this machine. */
function framesOf({ stack = '', message }: Error): string[] {
  const messageStart = stack.indexOf(message);
  const trace = messageStart < 0 ? stack : stack.slice(messageStart + message.length);
  return trace
    .slice(0, 20_000)
    .split('\n')
    .map((line) => line.trim().replace(/^at async /, 'at '))
    .filter((line) => framePattern.test(line))
    .slice(0, 7)
    .map((line) => line.replace(/\(?(file:\/\/)?\/\S*\//, '('));
}

/** Returns the cleaned log line of an error. */
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

/** Creates the log in the folder `logs` of `dataFolder`. Failures to write the log are ignored. */
export function createLog(dataFolder: string, clock: Clock): Log {
  const folder = join(dataFolder, 'logs');
  const path = join(folder, 'paydesk.log');
  let lastWrite: Promise<void> = mkdir(folder, { recursive: true }).then(
    () => undefined,
    () => undefined,
  );

  /** Lines not written yet. */
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
      lastWrite = lastWrite
        .then(() => write(entry))
        .catch(() => undefined)
        .finally(() => pending.delete(entry));
    },
    flushed: () => lastWrite,
    flushBlocking() {
      const text = [...pending].map(({ line }) => `${line}\n`).join('');
      pending.clear();
      if (text !== '') appendToFileBlocking(path, text);
    },
  };
}
