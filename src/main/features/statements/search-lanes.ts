/** @file Searching many stored files: in groups that each have a thread, and some files with each ask. */
import type { Review } from '../../review/client.ts';
import type { Source } from '../../review/messages.ts';
import type { FoundInFile } from '../../review/search.ts';

/** Groups of files that are looked through at the same time; a file is always in the same one. */
const lanes = 4;
/** Files of one ask. */
const atOnce = 16;

function laneOf(item: string): number {
  let sum = 0;
  for (let index = 0; index < item.length; index += 1) sum = (sum * 31 + item.charCodeAt(index)) >>> 0;
  return sum % lanes;
}

/** What is searched, and who hears of it. */
export interface LaneSearch {
  readonly items: readonly string[];
  readonly text: string;
  /** What opens a file. A file whose grant is refused is told as failed. */
  grant(item: string): Promise<Source>;
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
export async function searchLanes(review: Review, search: LaneSearch): Promise<void> {
  const { text } = search;

  async function look(
    lane: number,
    items: readonly string[],
    hear: (found: readonly FoundInFile[]) => void,
  ): Promise<void> {
    const ask = (files: { item: string; source: Source | null }[]) =>
      review.ask('search', { lane, files, text, most: search.most() });
    const { found, unknown } = await ask(items.map((item) => ({ item, source: null })));
    hear(found);
    if (unknown.length === 0 || !search.going()) return;
    const granted = await Promise.all(
      unknown.map(async (item) => ({ item, source: await search.grant(item).catch(() => null) })),
    );
    hear(granted.filter(({ source }) => source === null).map(({ item }) => failedOf(item)));
    const { found: read } = await ask(granted.filter(({ source }) => source !== null));
    hear(read);
  }

  async function work(lane: number): Promise<void> {
    const items = search.items.filter((item) => laneOf(item) === lane);
    for (let from = 0; from < items.length && search.going(); from += atOnce) {
      const some = items.slice(from, from + atOnce);
      const told = new Set<string>();
      const hear = (found: readonly FoundInFile[]) => {
        for (const { item } of found) told.add(item);
        search.hear(found);
      };
      try {
        await look(lane, some, hear);
      } catch {
        // A thread that ended takes the rest of this group with it, and not the others.
        hear(some.filter((item) => !told.has(item)).map(failedOf));
      }
    }
  }

  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
}
