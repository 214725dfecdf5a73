/** @file The ways into the inbox that stay open: a watched folder and a door on 127.0.0.1, for the profile in view. */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { Profile } from '../../../../shared/model/profile.ts';
import type { UsedEventFiles } from '../../../../shared/model/settings.ts';
import type { EventOrigin } from '../../../../shared/model/statements.ts';
import { statementFileWords } from '../../../../shared/words/statements.ts';
import type { Clock, Random } from '../../../platform.ts';
import { type EventSource, openEventSource } from '../../../service/event-source.ts';
import type { Store } from '../../../store/store.ts';
import * as tables from '../tables/inbox.ts';
import { get as getStatement } from '../tables/requests.ts';
import type { EventFolders } from './drive-folders.ts';
import { maxEventBytes } from './event.ts';
import { type FileDisposition, type FolderState, type WatchedFolder, watchFolder } from './folder.ts';
import type { Inbox, IngestResult } from './inbox.ts';

/** The doors of the profile in view. */
export interface EventSources {
  /** Opens the doors of another profile, or closes them all; the same profile's stay open and go by its new form. */
  setActiveProfile(profile: Profile | null): Promise<void>;
  /** Watches another folder, or none. Throws `setting-managed` when the administrator has decided. */
  setFolder(profile: Profile, folder: string | null): Promise<void>;
  setListener(profile: Profile, on: boolean): Promise<void>;
  /** What became of a statement or of an event that was set aside: its file can go. */
  onSettled(what: 'statement' | 'event', id: number, disposition: FileDisposition): void;
  /** An event that was set aside became a statement: its file waits for that one now. */
  onEventAccepted(eventRow: number, statementId: number): void;
  folder(): ({ readonly path: string } & FolderState) | null;
  address(): string | null;
  /** Looks into the folder now. */
  poll(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates closed doors. */
export function createEventSources(deps: {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly inbox: Inbox;
  readonly eventFolders: EventFolders;
  /** The folder that the administrator decides for a profile, or `null`. */
  readonly managedFolder: (profile: Profile) => string | null;
  /** What becomes of used event files. */
  readonly usedFiles: () => UsedEventFiles;
  /** False for an event of the folder that another profile takes which watches it as well. */
  readonly isRecipient: (folder: string, bytes: Uint8Array) => Promise<boolean>;
  readonly onIngested: (source: EventOrigin, taken: IngestResult, profile: Profile) => void;
  readonly onChange: () => void;
  readonly onUnexpected: (thrown: unknown) => void;
}): EventSources {
  const { store, clock, inbox } = deps;
  let shown: Profile | null = null;
  let watched: WatchedFolder | null = null;
  let listener: EventSource | null = null;
  let turn: Promise<void> = Promise.resolve();
  let stopped = false;
  /** Files that stay in the folder until what they are about is settled. */
  const retainedFiles = new Map<string, Set<string>>();

  /** One change after the other: what opens slowly must not stay open for a profile that has left the view meanwhile. */
  function serialize(work: () => Promise<void>): Promise<void> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }

  const isShown = ({ id }: Profile) => !stopped && shown?.id === id;

  function keep(key: string, files: Iterable<string>): void {
    retainedFiles.set(key, new Set([...(retainedFiles.get(key) ?? []), ...files]));
  }

  function release(key: string): ReadonlySet<string> {
    const files = retainedFiles.get(key) ?? new Set();
    retainedFiles.delete(key);
    return files;
  }

  async function dispositionOf(
    taken: IngestResult,
    file: string,
    profileId: string,
  ): Promise<FileDisposition> {
    if (taken.kind === 'unreadable') {
      return { kind: 'rejected', reason: statementFileWords.rejected(taken.reason, taken.detail) };
    }
    if (taken.kind === 'quarantined') {
      keep(`event ${taken.id}`, [file]);
      return { kind: 'keep' };
    }
    const { statementId } = taken;
    if (statementId === null) return { kind: 'processed' };
    keep(`statement ${statementId}`, [file]);
    if (taken.kind === 'taken') return { kind: 'keep' };
    // Its download may have ended before the file was kept for it; nobody would say so again.
    const { state } = await store.run(getStatement, { profileId, id: statementId });
    if (state === 'expired') return { kind: 'rejected', reason: statementFileWords.linkEnded };
    return { kind: state === 'stored' ? 'processed' : 'keep' };
  }

  /** Takes an event by the profile as it is now: its hosts may have been changed since the door was opened. */
  async function ingestFor(
    opener: Profile,
    bytes: Uint8Array,
    source: 'folder' | 'listener',
  ): Promise<IngestResult> {
    const profile = shown?.id === opener.id ? shown : opener;
    const taken = await inbox.ingest(profile, bytes, source);
    deps.onIngested(source, taken, profile);
    return taken;
  }

  async function closeFolder(): Promise<void> {
    const closing = watched;
    watched = null;
    retainedFiles.clear();
    await closing?.stop();
  }

  async function openFolder(profile: Profile, path: string): Promise<void> {
    await closeFolder();
    watched = watchFolder({
      path,
      open: deps.eventFolders.open,
      clock,
      usedFiles: deps.usedFiles,
      onState: deps.onChange,
      onUnexpected: deps.onUnexpected,
      async take(bytes, file) {
        if (!(await deps.isRecipient(path, bytes))) return { kind: 'keep' };
        return dispositionOf(await ingestFor(profile, bytes, 'folder'), file, profile.id);
      },
    });
  }

  async function stopListening(): Promise<void> {
    const closing = listener;
    listener = null;
    await closing?.close();
  }

  async function startListening(profile: Profile): Promise<void> {
    listener = await openEventSource({
      token: `${deps.random.identifier()}${deps.random.identifier()}`.replaceAll('-', ''),
      clock,
      maxBytes: maxEventBytes,
      onEvent: async (body) => (await ingestFor(profile, body, 'listener')).kind !== 'unreadable',
    });
  }

  return {
    async setActiveProfile(profile) {
      const another = profile?.id !== shown?.id;
      shown = profile;
      if (!another) return;
      await serialize(async () => {
        await Promise.all([closeFolder(), stopListening()]);
        if (profile !== null && isShown(profile)) {
          const { folder } = await store.run(tables.inbox, { profileId: profile.id });
          const path = deps.managedFolder(profile) ?? folder;
          if (path !== null && isShown(profile)) await openFolder(profile, path);
        }
        deps.onChange();
      });
    },
    async setFolder(profile, folder) {
      if (deps.managedFolder(profile) !== null)
        throw new PaydeskError('setting-managed', 'The administrator decides which folder is watched');
      await serialize(async () => {
        await store.run(tables.setFolder, { profileId: profile.id, folder });
        if (isShown(profile)) {
          if (folder === null) await closeFolder();
          else await openFolder(profile, folder);
        }
        deps.onChange();
      });
    },
    async setListener(profile, on) {
      await serialize(async () => {
        await stopListening();
        if (on && isShown(profile)) await startListening(profile);
        deps.onChange();
      });
    },
    onSettled(what, id, disposition) {
      for (const file of release(`${what} ${id}`)) void watched?.settle(file, disposition);
    },
    onEventAccepted(eventRow, statementId) {
      const files = release(`event ${eventRow}`);
      if (files.size > 0) keep(`statement ${statementId}`, files);
    },
    folder: () => (watched === null ? null : { path: watched.path, ...watched.state() }),
    address: () => listener?.address ?? null,
    poll: async () => watched?.poll(),
    async stop() {
      stopped = true;
      await serialize(async () => {
        await Promise.all([closeFolder(), stopListening()]);
      });
    },
  };
}
