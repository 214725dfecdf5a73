/** @file Counts the commits of the database, and compares it with the library when it is opened. In the store's thread. */
import { randomUUID } from 'node:crypto';
import type { EarlierData } from '../../../shared/model/earlier-data.ts';
import type { Database } from '../store/database.ts';
import { type GenerationRow, readGeneration } from './database.ts';
import { type Generation, readGenerationFile, writeGenerationFile } from './generation-file.ts';

/** Milliseconds after which the number in the file is flushed; a power loss may lose it until then. */
const flushIntervalMs = 60_000;

export type GenerationCounter = ReturnType<typeof openGenerationCounter>;

/** Returns why the database and the file beside the library are not of one time, or `null`. */
function findEarlierData(row: GenerationRow, file: Generation | null): EarlierData | null {
  if (file === null) return row.confirmed > 0 ? 'libraryMissing' : null;
  if (file.identity !== row.identity) return 'mixed';
  if (file.counter > row.counter) return 'database';
  return file.counter < row.confirmed ? 'library' : null;
}

/** Compares the database with the file at `path`, and records what it found: until the clerk has chosen, nothing is written. */
export function openGenerationCounter(database: Database, path: string) {
  const file = readGenerationFile(path);
  const isNew = database.get('SELECT 1 FROM generation') === undefined;
  if (isNew)
    database.run(
      `INSERT INTO generation (only_row, identity, counter, confirmed, kept, earlier)
       VALUES (1, $identity, 1, 0, 0, $earlier)`,
      { identity: randomUUID(), earlier: file === null ? null : 'databaseMissing' },
    );
  const opened = readGeneration.result.parse(readGeneration.execute(database, null));
  const found = opened.earlier ?? findEarlierData(opened, file);
  if (found !== opened.earlier) database.run('UPDATE generation SET earlier = $found', { found });

  let written = file;
  let flushedAt = Number.NEGATIVE_INFINITY;
  /** The last number that was flushed, which the next commit confirms. */
  let flushed: Generation | null = null;
  let current: GenerationRow = { ...opened, earlier: found };
  /** What the open transaction makes of it; a failed commit leaves it unused. */
  let uncommitted = current;

  function write(isFlushed: boolean): void {
    if (current.earlier !== null) return;
    const { identity, counter } = current;
    const isOther = written?.identity !== identity;
    try {
      writeGenerationFile(path, current, { isNew: isOther, isFlushed: isFlushed || isOther });
      written = { identity, counter };
      if (isFlushed || isOther) flushed = written;
    } catch {
      // A full disk, or a folder that is being moved: the next commit writes again, and confirmed is what was flushed.
      written = null;
    }
  }

  /** Adds to the counter, and confirms what was flushed since. */
  function update(increment: number): GenerationRow {
    const row = database.get(
      `UPDATE generation SET counter = counter + $increment, confirmed = iif(identity = $identity, $confirmed, confirmed)
       RETURNING identity, counter, confirmed, kept, earlier`,
      {
        increment,
        identity: flushed?.identity ?? null,
        confirmed: flushed?.counter ?? null,
      },
    );
    return readGeneration.result.parse(row);
  }

  return {
    /** Counts a commit, in its transaction. */
    advance() {
      uncommitted = update(1);
    },
    /** Writes the number beside the library, after the commit. */
    write() {
      current = uncommitted;
      const now = performance.now();
      const isFlushed = now - flushedAt >= flushIntervalMs;
      if (isFlushed) flushedAt = now;
      write(isFlushed);
    },
    /** Flushes the number, before the database is closed. */
    close() {
      write(true);
      update(0);
    },
  };
}
