/**
 * @file The library: encrypted storage of everything that Paydesk downloaded. The library is opened when Paydesk starts
 * and something is stored, otherwise on first use. Without a keychain, its content is kept for this session only.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PaydeskError, toPaydeskError, toWire } from '../../../shared/errors.ts';
import type { LibraryState } from '../../../shared/model/library.ts';
import type { Vault } from '../../platform/keychain/vault.ts';
import type { Clock, Random } from '../../platform/platform.ts';
import { countCommit } from '../generation/database.ts';
import type { Store } from '../store/store.ts';
import { forgetSessions, type ItemKind, sessionPrefix } from './database.ts';
import { moveIntoPlace } from './files.ts';
import { type LibraryFiles, openLibraryFiles, type SaveItem } from './library-files.ts';
import { canKeyOpen, hasContent } from './lost-marker.ts';
import {
  createMasterKey,
  generateMasterKey,
  hasMarker,
  type MasterKey,
  readLibraryId,
  readMasterKey,
  restoreKeyAndMarker,
  restoreMasterKey,
} from './master-key.ts';
import { type RecoveryFile, readRecoveryFile, unwrapKey, wrapKey } from './recovery-file.ts';
import { deriveKey } from './seal.ts';
import type { ContentChunks } from './sealed-writer.ts';

/**
 * Encrypted storage for every feature. Each call opens the library first, and rejects with the reason when it cannot be
 * opened.
 */
export type Library = ReturnType<typeof createLibrary>;

/** Creates the library in a folder below `dataFolder`; nothing is read or written yet. */
export function createLibrary(deps: {
  readonly dataFolder: string;
  readonly store: Store;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly random: Random;
  /** Called with {@link Library.sealKey} while a library is created, before it is used. */
  readonly onCreate?: (sealKey: Uint8Array) => Promise<unknown>;
}) {
  const { dataFolder, store, vault, clock, random } = deps;
  const folder = join(dataFolder, 'library');
  const markerPath = join(folder, 'library.json');
  const sessionFolder = join(dataFolder, 'library-of-this-session');
  const listeners: (() => void)[] = [];
  let state: LibraryState = { state: 'unused' };
  let openPromise: Promise<LibraryFiles> | null = null;
  let files: LibraryFiles | null = null;
  let isSessionOnly = false;
  let sealKey: Uint8Array | null = null;
  let isClosed = false;
  let mayListAgain = false;
  let startPromise: Promise<void> | null = null;

  function setState(newState: LibraryState): void {
    state = newState;
    for (const listener of listeners) listener();
  }

  async function openSessionLibrary(): Promise<LibraryFiles> {
    isSessionOnly = true;
    await rm(sessionFolder, { recursive: true, force: true });
    return openLibraryFiles(sessionFolder, generateMasterKey(`${sessionPrefix}${random.identifier()}`), {
      ...deps,
      mayListAgain,
    });
  }

  const deriveSealKey = ({ key, libraryId }: MasterKey) => deriveKey(key, libraryId, 'activity');

  async function openKept(master: MasterKey): Promise<LibraryFiles> {
    const libraryFiles = await openLibraryFiles(folder, master, { ...deps, mayListAgain });
    sealKey = await deriveSealKey(master);
    return libraryFiles;
  }

  async function openOrCreate(): Promise<LibraryFiles> {
    const existingKey = await readMasterKey(markerPath, vault);
    if (existingKey !== null) return openKept(existingKey);
    if (await hasContent(folder)) {
      throw new PaydeskError('library-damaged', 'The marker of the library is lost, but its files exist');
    }
    try {
      const beforeMarker = async (master: MasterKey) => deps.onCreate?.(await deriveSealKey(master));
      return await openKept(await createMasterKey(markerPath, vault, random.identifier(), beforeMarker));
    } catch (thrown) {
      const { code } = toPaydeskError(thrown);
      if (code === 'keychain-absent' || code === 'keychain-refused') return openSessionLibrary();
      throw thrown;
    }
  }

  async function openAndNotify(): Promise<LibraryFiles> {
    try {
      const openedFiles = await openOrCreate();
      files = openedFiles;
      await publishState(openedFiles);
      return openedFiles;
    } catch (thrown) {
      // The next call retries, because the clerk may unlock the keychain or reconnect the disk.
      openPromise = null;
      setState({ state: 'unavailable', error: toWire(toPaydeskError(thrown)) });
      throw thrown;
    }
  }

  async function publishState(libraryFiles: LibraryFiles): Promise<void> {
    const items = libraryFiles.items.kinds.size;
    if (isSessionOnly) return setState({ state: 'session-only', items, ...countByContent(libraryFiles) });
    const { missingIds: missing, foreignNames: foreign } = await libraryFiles.compareWithList();
    setState({ state: 'kept', items, missing: missing.length, foreign: foreign.length });
  }

  /** Publishes the number of listed items. Items change too often to compare the folder after each change. */
  function publishItemCount(libraryFiles: LibraryFiles): void {
    const items = libraryFiles.items.kinds.size;
    if (state.state === 'kept') setState({ ...state, items });
    if (state.state === 'session-only') setState({ ...state, items, ...countByContent(libraryFiles) });
  }

  /** Runs `work`. After a list that was altered, the library stays unavailable. */
  async function withFiles<Result>(work: (libraryFiles: LibraryFiles) => Promise<Result>): Promise<Result> {
    const libraryFiles = await requireFiles();
    try {
      return await work(libraryFiles);
    } catch (thrown) {
      const error = toPaydeskError(thrown);
      if (error.code === 'library-damaged') {
        files = null;
        openPromise = Promise.reject(error);
        openPromise.catch(() => undefined);
        setState({ state: 'unavailable', error: toWire(error) });
      }
      throw thrown;
    }
  }

  function requireFiles(): Promise<LibraryFiles> {
    if (isClosed) throw new PaydeskError('cancelled', 'The library is closed');
    openPromise ??= openAndNotify();
    return openPromise;
  }

  async function openIfStored(): Promise<void> {
    // A crashed session leaves files whose key is lost.
    await rm(sessionFolder, { recursive: true, force: true }).catch(() => undefined);
    try {
      await store.run(forgetSessions, null);
      if ((await hasMarker(markerPath)) || (await hasContent(folder))) await requireFiles();
    } catch (thrown) {
      setState({ state: 'unavailable', error: toWire(toPaydeskError(thrown)) });
    }
  }

  /** Returns the identifier in the marker; `null` when the marker is lost or unreadable. */
  async function findReadableLibraryId(): Promise<string | null> {
    try {
      return await readLibraryId(markerPath);
    } catch (thrown) {
      if (toPaydeskError(thrown).code === 'library-damaged') return null;
      throw thrown;
    }
  }

  async function restoreLostMarker(file: RecoveryFile, passphrase: string): Promise<void> {
    if (!(await hasContent(folder))) throw createNoLibraryError();
    const master = await unwrapKey(file, passphrase);
    if (!(await canKeyOpen(folder, master))) throw createOtherLibraryError();
    await restoreKeyAndMarker(markerPath, vault, master);
  }

  return {
    /**
     * Stores streamed content, and resolves when the content is on the disk and listed. `metadata` is JSON of the feature,
     * also encrypted. `save` writes the row of the item with what refers to it, in one transaction. When reading `content`
     * or saving fails, nothing is stored, and the error is passed on. Rejects with `disk-full` or `file-not-written`.
     */
    async seal(kind: ItemKind, metadata: unknown, content: ContentChunks, save?: SaveItem) {
      const libraryFiles = await requireFiles();
      try {
        return await libraryFiles.seal(kind, metadata, content, save);
      } finally {
        publishItemCount(libraryFiles);
      }
    },
    /** Returns all items of a kind, in order of storage. Rejects with `library-damaged` when a row was altered. */
    list: (kind: ItemKind) => withFiles(({ items }) => items.list(kind)),
    /** Opens one item; the caller closes it. Rejects with `library-item-unknown`, `-missing` or `-damaged`. */
    open: (id: string) => withFiles((libraryFiles) => libraryFiles.open(id)),
    /** Returns all bytes of one item after comparing their SHA-256. Rejects like {@link Library.open}. */
    async readAll(id: string) {
      const content = await withFiles((libraryFiles) => libraryFiles.open(id));
      try {
        const bytes = new Uint8Array(content.size);
        let offset = 0;
        for await (const frame of content.frames()) {
          bytes.set(frame, offset);
          offset += frame.length;
        }
        return bytes;
      } finally {
        await content.close();
      }
    },
    /**
     * Creates the grant with which another thread can open one item (`openGranted`). Rejects like {@link Library.open}.
     */
    createGrant: (id: string) => withFiles((libraryFiles) => libraryFiles.createGrant(id)),
    /** Replaces the metadata of an item, durably; content and position stay. Rejects with `library-item-unknown`. */
    replaceMetadata: (id: string, metadata: unknown) =>
      withFiles(({ items }) => items.replaceMetadata(id, metadata)),
    /** Removes an item from the list and deletes its file, which contains the only copy of the item's key. */
    async remove(id: string) {
      const libraryFiles = await requireFiles();
      await libraryFiles.remove(id).finally(() => publishItemCount(libraryFiles));
    },
    /**
     * Lists files again that the list does not know, after a backup of the database was put back. Rejects with the reason
     * when the library cannot be opened.
     */
    async listAgain() {
      if (!(await hasMarker(markerPath))) return;
      mayListAgain = true;
      // An opening that began before refuses files without a list.
      await openPromise?.catch(() => undefined);
      const libraryFiles = await requireFiles();
      await libraryFiles.listAgain();
      await publishState(libraryFiles);
    },
    state: () => state,
    /** The key that seals the activity; `null` until a library is open whose key is kept. */
    sealKey: () => sealKey,
    /** Returns the identifier of the library; `null` when none exists here. */
    readLibraryId: () => readLibraryId(markerPath),
    /** Called after every change of {@link Library.state}. */
    onChange: (listener: () => void) => listeners.push(listener),
    /** Opens the library if something is stored; later calls have no effect. Never rejects: {@link state} has the error. */
    start() {
      startPromise ??= openIfStored();
      return startPromise;
    },
    /** Archives a library that cannot be opened, and starts an empty library. Returns the folder name of the archive. */
    async startOver() {
      if (files !== null) throw new PaydeskError('arguments-invalid', 'The library is in use');
      const archiveName = `library-put-aside-${new Date(clock.now()).toISOString().replace(/\D/g, '').slice(0, 14)}`;
      await moveIntoPlace(folder, join(dataFolder, archiveName), clock);
      openPromise = null;
      await requireFiles();
      await store.run(countCommit, null);
      return archiveName;
    },
    /**
     * Creates the text of a recovery file: the library key, wrapped with a passphrase. Rejects with `recovery-no-library`
     * when nothing is stored beyond this session, or with the error of reading the key.
     */
    async createRecoveryFile(passphrase: string) {
      const master = await readMasterKey(markerPath, vault);
      if (master === null) throw createNoLibraryError();
      return wrapKey(master, passphrase, clock.now());
    },
    /**
     * Restores the key of a recovery file to the keychain and opens the library. Rejects, with nothing changed, with
     * `recovery-no-library`, `recovery-file-damaged`, `-newer` or `-other`, or `recovery-passphrase-wrong`.
     */
    async restoreKey(recoveryFile: string, passphrase: string) {
      const file = readRecoveryFile(recoveryFile);
      const libraryId = await findReadableLibraryId();
      if (libraryId === null) await restoreLostMarker(file, passphrase);
      else {
        if (file.libraryId !== libraryId) throw createOtherLibraryError();
        await restoreMasterKey(markerPath, vault, await unwrapKey(file, passphrase));
      }
      await requireFiles();
    },
    /** Closes the library; all later calls reject with `cancelled`. */
    async close() {
      isClosed = true;
      await openPromise?.catch(() => undefined);
      if (isSessionOnly) await rm(sessionFolder, { recursive: true, force: true });
    },
  };
}

function countByContent({ items }: LibraryFiles): {
  readonly proofs: number;
  readonly statements: number;
} {
  const kinds = [...items.kinds.values()];
  return {
    proofs: kinds.filter((kind) => kind === 'proof').length,
    statements: kinds.filter((kind) => kind === 'statement').length,
  };
}

function createOtherLibraryError(): PaydeskError {
  return new PaydeskError('recovery-file-other', 'The recovery file is of another library');
}

function createNoLibraryError(): PaydeskError {
  return new PaydeskError('recovery-no-library', 'The data folder has no library');
}
