/**
 * @file Large bytes for the window. They go by addresses of Paydesk's own origin, never over the bridge: an address is
 * given out for one thing, cannot be guessed, and is forgotten when many newer ones were given out.
 */
import type { Random } from '../platform.ts';

/** Bytes and what the window may take them for. */
export interface Content {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

/** Addresses of contents. */
export interface Contents {
  /** The path of an address under which the content can be loaded, produced anew each time. */
  issue(produce: () => Promise<Content>): string;
  /** The content of a path, or `null` when there is none. Rejects with what producing it threw. */
  load(path: string): Promise<Content> | null;
}

const capacity = 200;
const prefix = '/content/';

/** True for a path under which contents are. */
export function isContentPath(path: string): boolean {
  return path.startsWith(prefix);
}

/** Creates the contents, none yet. */
export function createContents(random: Random): Contents {
  const producers = new Map<string, () => Promise<Content>>();
  return {
    issue(produce) {
      const path = `${prefix}${random.identifier()}`;
      producers.set(path, produce);
      const [oldest] = producers.keys();
      if (producers.size > capacity && oldest !== undefined) producers.delete(oldest);
      return path;
    },
    load: (path) => producers.get(path)?.() ?? null,
  };
}
