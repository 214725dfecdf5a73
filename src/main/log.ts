/**
 * @file The technical log, for whoever helps a clerk: what was not expected, never what was worked with. Texts go
 * through {@link clean}, and there is no way around it.
 */
import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from './platform.ts';

/** Above this many bytes a new file is begun; one old file is kept. */
const largestFile = 1024 * 1024;

/** Writes lines. */
export interface Log {
  /** Something was thrown that nobody expects. `where` names the part of the program. */
  unexpected(where: string, thrown: unknown): void;
  /** Resolves when every line so far is written. */
  flushed(): Promise<void>;
}

/** Takes out whatever could be a secret: queries, user names in URLs, header values, long words of random letters. */
export function clean(text: string): string {
  return text
    .replace(/\bBearer\s+\S+/gi, 'Bearer [removed]')
    .replace(/(https?:\/\/[^\s?#"'<>]*)[?#][^\s"'<>]*/gi, '$1?[removed]')
    .replace(/(https?:\/\/)[^\s/@"'<>]+@/gi, '$1[removed]@')
    .replace(/[A-Za-z0-9_\-+/=.]{32,}/g, '[removed]')
    .slice(0, 2_000);
}

/** Creates the log in a folder below `dataFolder`. Trouble with the log itself never reaches the work. */
export function createLog(dataFolder: string, clock: Clock): Log {
  const folder = join(dataFolder, 'logs');
  const path = join(folder, 'paydesk.log');
  let writing: Promise<void> = mkdir(folder, { recursive: true }).then(
    () => undefined,
    () => undefined,
  );

  async function write(line: string): Promise<void> {
    const size = await stat(path).then(
      (status) => status.size,
      () => 0,
    );
    if (size > largestFile) await rename(path, `${path}.old`);
    await appendFile(path, `${line}\n`, 'utf8');
  }

  return {
    unexpected(where, thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const frames = (error.stack ?? '')
        .split('\n')
        .slice(1, 8)
        .map((frame) => frame.trim().replace(/\(?(file:\/\/)?\/\S*\//, '('));
      const line = JSON.stringify({
        at: new Date(clock.now()).toISOString(),
        where,
        name: error.name,
        message: clean(error.message),
        frames,
      });
      writing = writing.then(() => write(line)).catch(() => undefined);
    },
    flushed: () => writing,
  };
}
