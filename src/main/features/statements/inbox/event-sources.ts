/** @file The continuous event sources of the active profile: a watched folder and a listener on 127.0.0.1. */

import { PaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { Profile } from '../../../../shared/model/profile.ts';
import type { UsedEventFiles } from '../../../../shared/model/settings.ts';
import type { EventOrigin } from '../../../../shared/model/statements.ts';
import type { Clock, Random } from '../../../platform.ts';
import { type EventSource, openEventSource } from '../../../service/event-source.ts';
import type { Store } from '../../../store/store.ts';
import * as tables from '../tables/inbox.ts';
import { get as getStatement } from '../tables/requests.ts';
import type { EventFolders } from './drive-folders.ts';
import { maxEventBytes } from './event.ts';
import { type FileDisposition, type FolderState, type WatchedFolder, watchFolder } from './folder.ts';
import type { Inbox, IngestResult } from './inbox.ts';

/** Event sources of the active profile. */
export interface EventSources {
  /**
   * Opens the sources of another profile, or closes all of them. For the same profile the sources stay open and use its
   * new settings.
   */
  setActiveProfile(profile: Profile | null): Promise<void>;
  /** Watches another folder, or none. Throws `setting-managed` when the folder is managed. */
  setFolder(profile: Profile, folder: string | null): Promise<void>;
  setListener(profile: Profile, on: boolean): Promise<void>;
  /** Called when a statement or a quarantined event is settled: its event file can be moved or deleted. */
  onSettled(what: 'statement' | 'event', id: number, disposition: FileDisposition): void;
  /** Called when a quarantined event was accepted: its file now belongs to the statement. */
  onEventAccepted(eventRow: number, statementId: number): void;
  folder(): ({ readonly path: string } & FolderState) | null;
  address(): string | null;
  /** Polls the folder now. */
  poll(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the sources, all closed. */
export function createEventSources(deps: {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly inbox: Inbox;
  readonly eventFolders: EventFolders;
  /** Returns the managed folder of a profile, or `null`. */
  readonly managedFolder: (profile: Profile) => string | null;
  /** Returns whether used event files are kept or deleted. */
  readonly usedFiles: () => UsedEventFiles;
  /** Returns false for an event that belongs to another profile which watches the same folder. */
  readonly isRecipient: (folder: string, bytes: Uint8Array) => Promise<boolean>;
  readonly onIngested: (source: EventOrigin, taken: IngestResult, profile: Profile) => void;
  readonly onChange: () => void;
  readonly onUnexpected: (thrown: unknown) => void;
}): EventSources {
  const { store, clock, inbox } = deps;
  let shown: Profile | null = null;
  let watched: WatchedFolder | null = null;
  let listener: EventSource | null = null;
  let queue: Promise<void> = Promise.resolve();
  let stopped = false;
  /** Files that stay in the folder until their statement or event is settled, by statement or event. */
  const retainedFiles = new Map<string, Set<string>>();

  /**
   * Runs changes one after the other: a source that opens slowly must not stay open for a profile that is no longer
   * active.
   */
  function serialize(work: () => Promise<void>): Promise<void> {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
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
      const reason = t(`statementInbox.reason.${taken.reason}`);
      const { detail } = taken;
      return {
        kind: 'rejected',
        reason:
          detail === ''
            ? t('statementInbox.file.rejected', { reason })
            : t('statementInbox.file.rejectedDetail', { reason, detail }),
      };
    }
    if (taken.kind === 'quarantined') {
      keep(`event ${taken.id}`, [file]);
      return { kind: 'keep' };
    }
    const { statementId } = taken;
    if (statementId === null) return { kind: 'processed' };
    keep(`statement ${statementId}`, [file]);
    if (taken.kind === 'taken') return { kind: 'keep' };
    // The download may have ended before the file was registered, and is not reported again.
    const { state } = await store.run(getStatement, { profileId, id: statementId });
    if (state === 'expired') return { kind: 'rejected', reason: t('statementInbox.file.linkExpired') };
    return { kind: state === 'stored' ? 'processed' : 'keep' };
  }

  /**
   * Ingests an event with the current settings of the profile: its hosts may have changed since the source was opened.
   */
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
