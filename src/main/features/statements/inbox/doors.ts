/** @file The ways into the inbox that stay open: a watched folder and a door on 127.0.0.1, for the profile in view. */
import type { Profile } from '../../../../shared/model/profile.ts';
import type { EventWay } from '../../../../shared/model/statements.ts';
import { statementFileWords } from '../../../../shared/words/statements.ts';
import type { Chance, Clock } from '../../../platform.ts';
import { type EventDoor, openEventDoor } from '../../../service/event-door.ts';
import type { Store } from '../../../store/store.ts';
import * as tables from '../tables/events.ts';
import { largestEvent } from './event.ts';
import { type FileFate, type WatchedFolder, watchFolder } from './folder.ts';
import type { Inbox, Taken } from './inbox.ts';

/** The doors of the profile in view. */
export interface Doors {
  /** Opens the doors of another profile, or closes them all. */
  show(profile: Profile | null): Promise<void>;
  setFolder(profile: Profile, folder: string | null): Promise<void>;
  setListener(profile: Profile, on: boolean): Promise<void>;
  /** What became of a statement or of an event that was set aside: its file can go. */
  settled(what: 'statement' | 'event', id: number, fate: FileFate): void;
  /** An event that was set aside became a statement: its file waits for that one now. */
  moved(eventRow: number, statementId: number): void;
  folder(): { readonly path: string; readonly state: 'watching' | 'away' } | null;
  address(): string | null;
  /** Looks into the folder now. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates closed doors. */
export function createDoors(parts: {
  readonly store: Store;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly inbox: Inbox;
  readonly onTaken: (cameBy: EventWay, taken: Taken, profile: Profile) => void;
  readonly onChange: () => void;
  readonly onUnexpected: (thrown: unknown) => void;
}): Doors {
  const { store, clock, inbox } = parts;
  let watched: WatchedFolder | null = null;
  let door: EventDoor | null = null;
  /** Files that stay in the folder until what they are about is settled. */
  const keptFiles = new Map<string, string>();

  function fateOf(taken: Taken, file: string): FileFate {
    if (taken.kind === 'unreadable') {
      return { kind: 'rejected', reason: statementFileWords.rejected(taken.reason, taken.detail) };
    }
    if (taken.kind === 'repeated') return { kind: 'processed' };
    const key = taken.kind === 'taken' ? `statement ${taken.statementId}` : `event ${taken.id}`;
    keptFiles.set(key, file);
    return { kind: 'keep' };
  }

  async function closeFolder(): Promise<void> {
    const closing = watched;
    watched = null;
    keptFiles.clear();
    await closing?.stop();
  }

  async function openFolder(profile: Profile, path: string): Promise<void> {
    await closeFolder();
    watched = watchFolder({
      path,
      clock,
      onState: parts.onChange,
      onUnexpected: parts.onUnexpected,
      async take(bytes, file) {
        const taken = await inbox.take(profile, bytes, 'folder');
        parts.onTaken('folder', taken, profile);
        return fateOf(taken, file);
      },
    });
  }

  async function closeDoor(): Promise<void> {
    const closing = door;
    door = null;
    await closing?.close();
  }

  return {
    async show(profile) {
      await Promise.all([closeFolder(), closeDoor()]);
      if (profile !== null) {
        const { folder } = await store.run(tables.inbox, { profileId: profile.id });
        if (folder !== null) await openFolder(profile, folder);
      }
      parts.onChange();
    },
    async setFolder(profile, folder) {
      await store.run(tables.setFolder, { profileId: profile.id, folder });
      if (folder === null) await closeFolder();
      else await openFolder(profile, folder);
      parts.onChange();
    },
    async setListener(profile, on) {
      await closeDoor();
      if (on) {
        door = await openEventDoor({
          token: `${parts.chance.identifier()}${parts.chance.identifier()}`.replaceAll('-', ''),
          clock,
          largest: largestEvent,
          async onEvent(body) {
            const taken = await inbox.take(profile, body, 'listener');
            parts.onTaken('listener', taken, profile);
            return taken.kind !== 'unreadable';
          },
        });
      }
      parts.onChange();
    },
    settled(what, id, fate) {
      const key = `${what} ${id}`;
      const file = keptFiles.get(key);
      keptFiles.delete(key);
      if (file !== undefined) void watched?.settle(file, fate);
    },
    moved(eventRow, statementId) {
      const file = keptFiles.get(`event ${eventRow}`);
      keptFiles.delete(`event ${eventRow}`);
      if (file !== undefined) keptFiles.set(`statement ${statementId}`, file);
    },
    folder: () => (watched === null ? null : { path: watched.path, state: watched.state() }),
    address: () => door?.address ?? null,
    look: async () => watched?.look(),
    async stop() {
      await Promise.all([closeFolder(), closeDoor()]);
    },
  };
}
