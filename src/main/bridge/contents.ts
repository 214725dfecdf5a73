/**
 * @file Large binary contents for the window, which loads them by URLs of Paydesk's own origin instead of the bridge. A
 * URL refers to one content, cannot be guessed, is of use only while its profile is active, and expires with the session of
 * this profile or when {@link maxContents} newer URLs were issued.
 */
import { PaydeskError } from '../../shared/errors.ts';
import type { Random } from '../platform/platform.ts';

/** Bytes with their media type. */
export interface Content {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

/** A profile with an open session. */
interface Owner {
  readonly profile: { readonly id: string };
}

/** Issues and resolves paths of contents. */
export type Contents = ReturnType<typeof createContents>;

const maxContents = 200;
const pathPrefix = '/content/';

/** True for a path of a content. */
export function isContentPath(path: string): boolean {
  return path.startsWith(pathPrefix);
}

export function createContents(random: Random) {
  const producers = new Map<string, { profileId: string; produce: () => Promise<Content> }>();
  let activeId: string | null = null;
  return {
    /** Returns a path under which a content of a profile can be loaded; `produce` is called for each load. */
    issue(profileId: string, produce: () => Promise<Content>) {
      const path = `${pathPrefix}${random.identifier()}`;
      producers.set(path, { profileId, produce });
      const [oldest] = producers.keys();
      if (producers.size > maxContents && oldest !== undefined) producers.delete(oldest);
      return path;
    },
    /**
     * Returns the content of a path, or `null` for a path that is unknown or of a profile that is not active. Rejects with
     * the error of `produce`, and with `sign-in-needed` when the profile is not active any more.
     */
    load(path: string) {
      const producer = producers.get(path);
      if (producer === undefined || producer.profileId !== activeId) return null;
      return producer.produce().then((content) => {
        if (producer.profileId !== activeId)
          throw new PaydeskError('sign-in-needed', 'The session has ended');
        return content;
      });
    },
    /** Forgets the contents of profiles that are not open. */
    follow({ all, active }: { readonly all: readonly Owner[]; readonly active: Owner | null }) {
      activeId = active?.profile.id ?? null;
      const openIds = new Set(all.map(({ profile }) => profile.id));
      for (const [path, { profileId }] of producers) if (!openIds.has(profileId)) producers.delete(path);
    },
  };
}
