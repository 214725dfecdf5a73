/**
 * @file Large binary contents for the window, which loads them by URLs of Paydesk's own origin instead of the bridge. A
 * URL refers to one content, cannot be guessed, and expires when {@link maxContents} newer URLs were issued.
 */
import type { Random } from '../platform/platform.ts';

/** Bytes with their media type. */
export interface Content {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

/** Issues and resolves paths of contents. */
export interface Contents {
  /** Returns a path under which the content can be loaded; `produce` is called for each load. */
  issue(produce: () => Promise<Content>): string;
  /** Returns the content of a path, or `null` for an unknown path. Rejects with the error of `produce`. */
  load(path: string): Promise<Content> | null;
}

const maxContents = 200;
const pathPrefix = '/content/';

/** True for a path of a content. */
export function isContentPath(path: string): boolean {
  return path.startsWith(pathPrefix);
}

export function createContents(random: Random): Contents {
  const producers = new Map<string, () => Promise<Content>>();
  return {
    issue(produce) {
      const path = `${pathPrefix}${random.identifier()}`;
      producers.set(path, produce);
      const [oldest] = producers.keys();
      if (producers.size > maxContents && oldest !== undefined) producers.delete(oldest);
      return path;
    },
    load: (path) => producers.get(path)?.() ?? null,
  };
}
