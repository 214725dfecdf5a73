/** @file The continuous event sources of the active profile: a watched folder and a listener on 127.0.0.1. */
import { PaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { UsedEventFiles } from '../../../../shared/model/session/managed.ts';
import type { Profile } from '../../../../shared/model/session/profile.ts';
import type { EventOrigin } from '../../../../shared/model/statements/statements.ts';
import { SerialQueue } from '../../../concurrency/serial-queue.ts';
import type { Clock, Random } from '../../../platform/platform.ts';
import { type EventSource, openEventSource } from '../../../service/event-source.ts';
import type { Store } from '../../../storage/store/store.ts';
import * as procedures from '../database/inbox.ts';
import { getStatement } from '../database/listing.ts';
import type { EventFolders } from './drive-folders.ts';
import { maxEventBytes } from './event.ts';
import { createRejection, type FileDisposition, type WatchedFolder, watchFolder } from './folder.ts';
import type { Inbox, IngestResult } from './inbox.ts';

/** What a file in the folder belongs to until it is settled. */
type OwnerKind = 'statement' | 'event';

/** Settles files one after another: the drive of thousands of files stays responsive to the next poll. */
async function settleInOrder(
  folder: WatchedFolder,
  files: readonly string[],
  disposition: FileDisposition,
): Promise<void> {
  for (const file of files) await folder.settle(file, disposition);
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
  readonly usedFiles: UsedEventFiles;
  /** Returns false for an event that belongs to another profile which watches the same folder. */
  readonly isRecipient: (folder: string, bytes: Uint8Array) => Promise<boolean>;
  readonly onIngested: (source: EventOrigin, taken: IngestResult, profile: Profile) => void;
  readonly onChange: () => void;
  readonly onUnexpected: (thrown: unknown) => void;
}) {
  const { store, clock, inbox } = deps;
  let activeProfile: Profile | null = null;
  let watchedFolder: WatchedFolder | null = null;
  let listener: EventSource | null = null;
  /** Changes of the sources, in order: a source that opens slowly could stay open for a profile that is no longer active. */
  const changes = new SerialQueue();
  let isStopped = false;
  /**
   * Names of files that stay in the folder until their statement or event is settled, by `statement ID` or `event ID`.
   */
  const retainedFiles = new Map<string, Set<string>>();

  const isActive = ({ id }: Profile) => !isStopped && activeProfile?.id === id;

  function retainFiles(ownerKey: string, files: Iterable<string>): void {
    retainedFiles.set(ownerKey, new Set([...(retainedFiles.get(ownerKey) ?? []), ...files]));
  }

  function releaseFiles(ownerKey: string): ReadonlySet<string> {
    const files = retainedFiles.get(ownerKey) ?? new Set();
    retainedFiles.delete(ownerKey);
    return files;
  }

  async function chooseDisposition(
    result: IngestResult,
    file: string,
    profileId: string,
  ): Promise<FileDisposition> {
    if (result.kind === 'unreadable') {
      const reason = t(`statementInbox.reason.${result.reason}`);
      const { detail } = result;
      return {
        kind: 'rejected',
        reason:
          detail === ''
            ? t('statementInbox.file.rejected', { reason })
            : t('statementInbox.file.rejectedDetail', { reason, detail }),
      };
    }
    if (result.kind === 'quarantined') {
      retainFiles(`event ${result.id}`, [file]);
      return { kind: 'keep' };
    }
    const { statementId } = result;
    if (statementId === null) return { kind: 'processed' };
    retainFiles(`statement ${statementId}`, [file]);
    if (result.kind === 'taken') return { kind: 'keep' };
    // The download may have ended before the file was registered, and is not reported again.
    const { state, problem } = await store.run(getStatement, { profileId, id: statementId });
    if (state === 'expired' && problem !== null) return createRejection(problem);
    return { kind: state === 'stored' ? 'processed' : 'keep' };
  }

  /**
   * Ingests an event with the current settings of the profile: its hosts may have changed since the source was opened.
   */
  async function ingestFor(
    sourceProfile: Profile,
    bytes: Uint8Array,
    source: 'folder' | 'listener',
  ): Promise<IngestResult> {
    const profile = activeProfile?.id === sourceProfile.id ? activeProfile : sourceProfile;
    const result = await inbox.ingest(profile, bytes, source);
    deps.onIngested(source, result, profile);
    return result;
  }

  async function closeFolder(): Promise<void> {
    const closingFolder = watchedFolder;
    watchedFolder = null;
    retainedFiles.clear();
    await closingFolder?.stop();
  }

  async function openFolder(profile: Profile, path: string): Promise<void> {
    await closeFolder();
    watchedFolder = watchFolder({
      path,
      open: deps.eventFolders.open,
      clock,
      usedFiles: deps.usedFiles,
      onStateChange: deps.onChange,
      onUnexpected: deps.onUnexpected,
      async ingestFile(bytes, file) {
        if (!(await deps.isRecipient(path, bytes))) return { kind: 'keep' };
        return chooseDisposition(await ingestFor(profile, bytes, 'folder'), file, profile.id);
      },
    });
  }

  async function stopListening(): Promise<void> {
    const closingListener = listener;
    listener = null;
    await closingListener?.close();
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
    /**
     * Opens the sources of a profile that was not active before; `null` closes all sources. Sources of the active profile
     * stay open and use its new settings.
     */
    async setActiveProfile(profile: Profile | null) {
      const isAnotherProfile = profile?.id !== activeProfile?.id;
      activeProfile = profile;
      if (!isAnotherProfile) return;
      await changes.run(async () => {
        await Promise.all([closeFolder(), stopListening()]);
        if (profile !== null && isActive(profile)) {
          const { folder } = await store.run(procedures.getInboxSettings, { profileId: profile.id });
          const path = deps.managedFolder(profile) ?? folder;
          if (path !== null && isActive(profile)) await openFolder(profile, path);
        }
        deps.onChange();
      });
    },
    /**
     * Watches a folder in place of the current one; `null` watches none. Rejects with `setting-managed` for a managed
     * folder.
     */
    async setFolder(profile: Profile, folder: string | null) {
      if (deps.managedFolder(profile) !== null)
        throw new PaydeskError('setting-managed', 'The administrator decides which folder is watched');
      await changes.run(async () => {
        await store.run(procedures.setFolder, { profileId: profile.id, folder });
        if (isActive(profile)) {
          if (folder === null) await closeFolder();
          else await openFolder(profile, folder);
        }
        deps.onChange();
      });
    },
    async setListener(profile: Profile, on: boolean) {
      await changes.run(async () => {
        await stopListening();
        if (on && isActive(profile)) await startListening(profile);
        deps.onChange();
      });
    },
    /** Called when statements or quarantined events are settled: their event files can be moved or deleted. */
    onSettled(ownerKind: OwnerKind, ids: readonly number[], disposition: FileDisposition) {
      const files = ids.flatMap((id) => [...releaseFiles(`${ownerKind} ${id}`)]);
      if (watchedFolder !== null) void settleInOrder(watchedFolder, files, disposition);
    },
    /** Called when a quarantined event was accepted or claimed: its file now belongs to the statement or the new event. */
    onEventAccepted(eventRow: number, ownerKind: OwnerKind, id: number) {
      const files = releaseFiles(`event ${eventRow}`);
      if (files.size > 0) retainFiles(`${ownerKind} ${id}`, files);
    },
    folder: () => (watchedFolder === null ? null : { path: watchedFolder.path, ...watchedFolder.state() }),
    /** Returns the files of the watched folder that have been incomplete for long. */
    incompleteFiles() {
      const folder = watchedFolder?.path ?? '';
      return watchedFolder?.incompleteFiles().map((file) => ({ folder, ...file })) ?? [];
    },
    listenerAddress: () => listener?.address ?? null,
    /** Polls the folder now. */
    poll: async () => watchedFolder?.poll(),
    async stop() {
      isStopped = true;
      await changes.run(async () => {
        await Promise.all([closeFolder(), stopListening()]);
      });
    },
  };
}
