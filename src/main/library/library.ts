/**
 * @file The library: encrypted storage of everything that Paydesk downloaded. It opens at the start when something is
 * stored, otherwise on first use. Without a keychain it lasts for this session only.
 */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PaydeskError, toPaydeskError, toWire } from '../../shared/errors.ts';
import type { LibraryState } from '../../shared/model/library.ts';
import type { Vault } from '../keychain/vault.ts';
import type { Clock, Random } from '../platform.ts';
import { type LibraryFiles, openLibraryFiles } from './library-files.ts';
import { hasContent, keyOpens } from './lost-marker.ts';
import type { Entry } from './manifest.ts';
import {
  createMasterKey,
  hasMarker,
  libraryIdAt,
  newMasterKey,
  readMasterKey,
  restoreMasterKey,
  restoreWithMarker,
} from './master-key.ts';
import { type RecoveryFile, readRecoveryFile, unwrapKey, wrapKey } from './recovery-file.ts';
import type { Grant, SealedContent } from './sealed-reader.ts';
import type { Pieces } from './sealed-writer.ts';

/**
 * Encrypted storage for every feature. Each call opens the library first, and rejects with the reason when it cannot be
 * opened.
 */
export interface Library {
  /**
   * Stores streamed content, and resolves when it is on the disk and in the manifest. `about` is JSON metadata of the
   * feature, also encrypted. An error of the content is passed on, and nothing is stored. Rejects with `disk-full` or
   * `file-not-written`.
   */
  seal(kind: string, about: unknown, content: Pieces): Promise<Entry>;
  /** Returns all items of a kind, in order of storage. */
  list(kind: string): Promise<Entry[]>;
  /** Opens one item; the caller closes it. Rejects with `library-item-unknown`, `-missing` or `-damaged`. */
  open(id: string): Promise<SealedContent>;
  /** Returns all bytes of one item after comparing their SHA-256. Rejects like {@link Library.open}. */
  readAll(id: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns the grant with which another thread opens one item (`openGranted`). Rejects like {@link Library.open}. */
  grant(id: string): Promise<Grant>;
  /** Replaces the metadata of an item, durably; content and position stay. Rejects with `library-item-unknown`. */
  describe(id: string, about: unknown): Promise<Entry>;
  /** Removes an item from the manifest and deletes its file, which holds its only key. */
  remove(id: string): Promise<void>;
  state(): LibraryState;
  /** Returns the identifier of the library; `null` when none exists here. */
  identity(): Promise<string | null>;
  /** Called after every change of {@link Library.state}. */
  onChange(listener: () => void): void;
  /** Opens the library once, when something is stored. Never rejects: see the state. */
  start(): Promise<void>;
  /** Archives a library that cannot be opened, and starts a new one. Returns the folder name of the archive. */
  startOver(): Promise<string>;
  /**
   * Returns the text of a recovery file: the library key, wrapped with a passphrase. Rejects with `recovery-no-library`
   * when nothing is stored beyond this session, or with the error of reading the key.
   */
  recoveryFile(passphrase: string): Promise<string>;
  /**
   * Restores the key of a recovery file to the keychain and opens the library. Rejects, with nothing changed, with
   * `recovery-no-library`, `recovery-file-damaged`, `-newer` or `-other`, or `recovery-passphrase-wrong`.
   */
  restoreKey(recoveryFile: string, passphrase: string): Promise<void>;
  /** Closes the library; all later calls reject with `cancelled`. */
  close(): Promise<void>;
}

/** Creates the library in a folder below `dataFolder`; nothing is read or written yet. */
export function createLibrary(deps: {
  readonly dataFolder: string;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly random: Random;
}): Library {
  const { dataFolder, vault, clock, random } = deps;
  const folder = join(dataFolder, 'library');
  const marker = join(folder, 'library.json');
  const sessionFolder = join(dataFolder, 'library-of-this-session');
  const listeners: (() => void)[] = [];
  let state: LibraryState = { state: 'unused' };
  let opening: Promise<LibraryFiles> | null = null;
  let files: LibraryFiles | null = null;
  let sessionOnly = false;
  let closed = false;
  let starting: Promise<void> | null = null;

  function change(next: LibraryState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  async function openSession(): Promise<LibraryFiles> {
    sessionOnly = true;
    await rm(sessionFolder, { recursive: true, force: true });
    return openLibraryFiles(sessionFolder, newMasterKey(random.identifier()), deps);
  }

  async function openAny(): Promise<LibraryFiles> {
    const known = await readMasterKey(marker, vault);
    if (known !== null) return openLibraryFiles(folder, known, deps);
    if (await hasContent(folder)) {
      throw new PaydeskError('library-damaged', 'The marker of the library is lost, and its files are there');
    }
    try {
      return await openLibraryFiles(folder, await createMasterKey(marker, vault, random.identifier()), deps);
    } catch (thrown) {
      const { code } = toPaydeskError(thrown);
      if (code === 'keychain-absent' || code === 'keychain-refused') return openSession();
      throw thrown;
    }
  }

  async function openAndNotify(): Promise<LibraryFiles> {
    try {
      const opened = await openAny();
      files = opened;
      await notify(opened);
      return opened;
    } catch (thrown) {
      // The next call retries: a keychain may be unlocked, a disk may come back.
      opening = null;
      change({ state: 'unavailable', error: toWire(toPaydeskError(thrown)) });
      throw thrown;
    }
  }

  async function notify(of: LibraryFiles): Promise<void> {
    const items = of.manifest.entries.size;
    if (sessionOnly) return change({ state: 'session-only', items });
    const { missing, foreign } = await of.check();
    change({ state: 'kept', items, missing: missing.length, foreign: foreign.length });
  }

  /** Counts items in memory: they change too often to check the folder each time. */
  function count(of: LibraryFiles): void {
    const items = of.manifest.entries.size;
    if (state.state === 'kept' || state.state === 'session-only') change({ ...state, items });
  }

  function ready(): Promise<LibraryFiles> {
    if (closed) throw new PaydeskError('cancelled', 'The library is closed');
    opening ??= openAndNotify();
    return opening;
  }

  async function startOnce(): Promise<void> {
    // A crashed session leaves files whose key is lost.
    await rm(sessionFolder, { recursive: true, force: true }).catch(() => undefined);
    try {
      if ((await hasMarker(marker)) || (await hasContent(folder))) await ready();
    } catch (thrown) {
      change({ state: 'unavailable', error: toWire(toPaydeskError(thrown)) });
    }
  }

  /** Returns the identifier in the marker; `null` when the marker is lost or unreadable. */
  async function readableLibraryId(): Promise<string | null> {
    try {
      return await libraryIdAt(marker);
    } catch (thrown) {
      if (toPaydeskError(thrown).code === 'library-damaged') return null;
      throw thrown;
    }
  }

  async function restoreLostMarker(file: RecoveryFile, passphrase: string): Promise<void> {
    if (!(await hasContent(folder))) throw noLibrary();
    const master = await unwrapKey(file, passphrase);
    if (!(await keyOpens(folder, master))) throw ofAnotherLibrary();
    await restoreWithMarker(marker, vault, master);
  }

  return {
    async seal(kind, about, content) {
      const open = await ready();
      try {
        return await open.seal(kind, about, content);
      } finally {
        count(open);
      }
    },
    async list(kind) {
      const { manifest } = await ready();
      return [...manifest.entries.values()].filter((entry) => entry.kind === kind);
    },
    open: async (id) => (await ready()).open(id),
    async readAll(id) {
      const content = await (await ready()).open(id);
      try {
        const bytes = new Uint8Array(content.size);
        let at = 0;
        for await (const frame of content.frames()) {
          bytes.set(frame, at);
          at += frame.length;
        }
        return bytes;
      } finally {
        await content.close();
      }
    },
    grant: async (id) => (await ready()).grant(id),
    describe: async (id, about) => (await ready()).describe(id, about),
    async remove(id) {
      const open = await ready();
      await open.remove(id);
      count(open);
    },
    state: () => state,
    identity: () => libraryIdAt(marker),
    onChange: (listener) => listeners.push(listener),
    start() {
      starting ??= startOnce();
      return starting;
    },
    async startOver() {
      if (files !== null) throw new PaydeskError('arguments-invalid', 'The library is in use');
      const archiveName = `library-put-aside-${new Date(clock.now()).toISOString().replace(/\D/g, '').slice(0, 14)}`;
      await rename(folder, join(dataFolder, archiveName));
      await ready();
      return archiveName;
    },
    async recoveryFile(passphrase) {
      const master = await readMasterKey(marker, vault);
      if (master === null) throw noLibrary();
      return wrapKey(master, passphrase, clock.now());
    },
    async restoreKey(recoveryFile, passphrase) {
      const file = readRecoveryFile(recoveryFile);
      const libraryId = await readableLibraryId();
      if (libraryId === null) await restoreLostMarker(file, passphrase);
      else {
        if (file.libraryId !== libraryId) throw ofAnotherLibrary();
        await restoreMasterKey(marker, vault, await unwrapKey(file, passphrase));
      }
      await ready();
    },
    async close() {
      closed = true;
      const open = await opening?.catch(() => null);
      await open?.close();
      if (sessionOnly) await rm(sessionFolder, { recursive: true, force: true });
    },
  };
}

function ofAnotherLibrary(): PaydeskError {
  return new PaydeskError('recovery-file-other', 'The recovery file is of another library');
}

function noLibrary(): PaydeskError {
  return new PaydeskError('recovery-no-library', 'No library was begun here');
}
