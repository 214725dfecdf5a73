/** @file Searching many stored files: in groups that each have a thread, and some files with each ask. */
import type { AskOptions, Review } from '../../review/client.ts';
import type { RememberedReading } from '../../review/file-shape.ts';
import type { Source } from '../../review/messages.ts';
import type { FoundInFile } from '../../review/search.ts';
import type { ReadStatement, StatementReadings } from './readings.ts';

/** Groups of files that are looked through at the same time; a file is always in the same one. */
const lanes = 4;
/** Files of one ask. */
const atOnce = 16;

function laneOf(item: string): number {
  let sum = 0;
  for (let index = 0; index < item.length; index += 1) sum = (sum * 31 + item.charCodeAt(index)) >>> 0;
  return sum % lanes;
}

/** A stored file that is searched. */
export interface SearchedStatement extends ReadStatement {
  readonly item: string;
}

/** What is searched, and who hears of it. */
export interface LaneSearch {
  readonly statements: readonly SearchedStatement[];
  readonly text: string;
  /** What opens a file. A file whose grant is refused is told as failed. */
  grant(item: string): Promise<Source>;
  /** How the statements of its wallet are read. */
  remembered(item: string): RememberedReading | null;
  /** Hits that are still wanted of one file. */
  most(): number;
  /** False as soon as nobody wants to know any more. */
  going(): boolean;
  /** Hears of files that were looked through. */
  hear(found: readonly FoundInFile[]): void;
}

function failedOf(item: string): FoundInFile {
  return { item, hits: [], more: false, failed: true };
}

/**
 * Looks through all files; of those that the threads still have from the last search, only those that may have a hit are
 * read again.
 */
export async function searchLanes(
  review: Review,
  readings: StatementReadings,
  search: LaneSearch,
): Promise<void> {
  const { text } = search;

  function ask(lane: number, files: { item: string; source: Source | null }[], options?: AskOptions) {
    const asked = files.map((file) => ({ ...file, remembered: search.remembered(file.item) }));
    return review.ask('search', { lane, files: asked, text, most: search.most() }, options);
  }

  /** Reads files; each is told as found or failed. */
  async function read(
    lane: number,
    statements: readonly SearchedStatement[],
    options: AskOptions,
  ): Promise<FoundInFile[]> {
    const granted = await Promise.all(
      statements.map(async ({ item }) => ({ item, source: await search.grant(item).catch(() => null) })),
    );
    const refused = granted.filter(({ source }) => source === null).map(({ item }) => failedOf(item));
    const { found } = await ask(
      lane,
      granted.filter(({ source }) => source !== null),
      options,
    );
    return [...refused, ...found];
  }

  async function look(
    lane: number,
    statements: readonly SearchedStatement[],
    hear: (found: readonly FoundInFile[]) => void,
  ): Promise<void> {
    const items = statements.map(({ item }) => item);
    // What ended the process before it was told of is read again with the others that are not kept.
    const kept = await ask(
      lane,
      items.map((item) => ({ item, source: null })),
    ).catch(() => ({ found: [], unknown: items }));
    hear(kept.found);
    const wanted = statements.filter(({ item }) => kept.unknown.includes(item));
    if (wanted.length === 0 || !search.going()) return;
    const together = await readings.readMany(wanted, async (ids, options) => {
      hear(wanted.filter(({ id }) => !ids.has(id)).map(({ item }) => failedOf(item)));
      return read(
        lane,
        wanted.filter(({ id }) => ids.has(id)),
        options,
      );
    });
    if (together !== null) return hear(together);
    for (const statement of wanted) {
      if (!search.going()) return;
      hear(
        await readings
          .read(statement, (options) => read(lane, [statement], options))
          .catch(() => [failedOf(statement.item)]),
      );
    }
  }

  async function work(lane: number): Promise<void> {
    const statements = search.statements.filter(({ item }) => laneOf(item) === lane);
    for (let from = 0; from < statements.length && search.going(); from += atOnce) {
      const some = statements.slice(from, from + atOnce);
      const told = new Set<string>();
      const hear = (found: readonly FoundInFile[]) => {
        const fresh = found.filter(({ item }) => !told.has(item));
        for (const { item } of fresh) told.add(item);
        search.hear(fresh);
      };
      try {
        await look(lane, some, hear);
      } catch {
        // What cannot be asked about counts as failed, and the next ones are asked about.
        hear(some.map(({ item }) => failedOf(item)));
      }
    }
  }

  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
}
