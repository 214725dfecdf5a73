/**
 * @file The technical log for support: unexpected errors, without any business data. All texts pass through {@link
 * redact}, which keeps only allowed words.
 */
import { appendFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { trimCharactersAtEnd, trimCharactersAtStart } from '../../shared/trim-characters.ts';
import { withoutQueries } from '../../shared/without-queries.ts';
import { SerialQueue } from '../concurrency/serial-queue.ts';
import { appendToFileBlocking } from '../files/blocking-files.ts';
import type { Clock } from '../platform/platform.ts';
import { moveIntoPlace } from '../storage/library/files.ts';

/** Size in bytes above which a new file is started; one old file is kept. */
const maxFileBytes = 1024 * 1024;

export type Log = ReturnType<typeof createLog>;

/**
 * Words that a log may contain: plain words, codes, small numbers, addresses without queries. File names, folders,
 * account numbers, keys and quoted texts do not match.
 */
const allowedWord =
  /^(?:[A-Za-z]{1,24}|[A-Z][A-Z_]{1,40}\d{0,3}|\d{1,6}|https?:\/\/(?:\[removed\]@)?[\w.:/-]{1,200}(?:\?\[removed)?)$/;

/** Maximum number of stack frames per error. */
const maxFrames = 7;
/** Maximum number of characters of a text or a stack that are examined. */
const maxExaminedLength = 20_000;
/** Maximum length of a logged message, in characters. */
const maxMessageLength = 2_000;
/** Maximum length of a word, in characters; longer ones are removed without a check. */
const maxWordLength = 300;

/** True for an allowed word, ignoring brackets around it and punctuation after it. */
function isAllowedWord(word: string): boolean {
  if (word.length > maxWordLength) return false;
  return allowedWord.test(trimCharactersAtEnd(trimCharactersAtStart(word, '(['), ')].,:;!?'));
}

/** Removes all words that are not allowed, queries, user names in URLs and bearer tokens. */
export function redact(text: string): string {
  return withoutQueries(text.slice(0, maxExaminedLength).replace(/\bBearer\s+\S+/gi, 'Bearer [removed]'))
    .replace(/(https?:\/\/)[^\s/@"'<>]+@/gi, '$1[removed]@')
    .replace(/'[^']*'|"[^"]*"|“[^”]*(?:”|$)|`[^`]*`/g, '[removed]')
    .split(/\s+/)
    .map((word) => (word === '' || isAllowedWord(word) ? word : '[removed]'))
    .join(' ')
    .slice(0, maxMessageLength);
}

/** Pattern of the error names that are logged. */
const errorNamePattern = /^\w{1,60}$/;

/** Pattern of a stack frame. Lines that do not match belong to an error message of several lines. */
const framePattern = /^at [^\s"'`]{0,120}( \[as \w{1,60}\])?( \([^\s"'`]{1,300}:\d+:\d+\))?$/;

/** Returns the frames of an error's stack, without the folders of this machine. */
function extractFrames({ stack = '', message }: Error): string[] {
  const messageStart = stack.indexOf(message);
  const trace = messageStart < 0 ? stack : stack.slice(messageStart + message.length);
  return trace
    .slice(0, maxExaminedLength)
    .split('\n')
    .map((line) => line.trim().replace(/^at async /, 'at '))
    .filter((line) => framePattern.test(line))
    .slice(0, maxFrames)
    .map((line) => line.replace(/\(?(file:\/\/)?\/\S*\//, '('));
}

/** Formats an error as a redacted line of the log. */
export function formatLogLine(at: Date, component: string, thrown: unknown): string {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return JSON.stringify({
    at: at.toISOString(),
    where: component,
    name: errorNamePattern.test(error.name) ? error.name : 'Error',
    message: redact(error.message),
    frames: extractFrames(error),
  });
}

/** Creates the log in the folder `logs` of `dataFolder`. Failures to write the log are ignored. */
export function createLog(dataFolder: string, clock: Clock) {
  const folder = join(dataFolder, 'logs');
  const path = join(folder, 'paydesk.log');
  const writes = new SerialQueue();
  writes.run(() => mkdir(folder, { recursive: true })).catch(() => undefined);

  /** Lines not written yet. */
  const pending = new Set<{ readonly line: string }>();

  async function write(entry: { readonly line: string }): Promise<void> {
    if (!pending.has(entry)) return;
    const size = await stat(path).then(
      (status) => status.size,
      () => 0,
    );
    if (size > maxFileBytes) await moveIntoPlace(path, `${path}.old`, clock);
    await appendFile(path, `${entry.line}\n`, 'utf8');
  }

  return {
    /** Logs an unexpected error of a component. */
    unexpected(component: string, thrown: unknown) {
      const entry = { line: formatLogLine(new Date(clock.now()), component, thrown) };
      pending.add(entry);
      writes.run(() => write(entry).finally(() => pending.delete(entry))).catch(() => undefined);
    },
    /** Resolves when all lines so far are written. */
    whenFlushed: () => writes.whenIdle(),
    /** Writes all lines so far synchronously. A line whose asynchronous write has begun may be written twice. */
    flushBlocking() {
      const text = [...pending].map(({ line }) => `${line}\n`).join('');
      pending.clear();
      if (text !== '') appendToFileBlocking(path, text);
    },
  };
}
