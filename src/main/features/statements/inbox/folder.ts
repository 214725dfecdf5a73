/**
 * @file Watches a folder for events. Shares send no change notifications, so the folder is polled; a file is read when
 * its size was the same twice. Used files are archived in `processed` without their link, or deleted; unreadable files
 * go to `rejected` with their reason. Other users may plant links there: links are never followed, and a folder that is
 * a link is not used. The folder is opened in another process, so a share that hangs delays only its own events.
 */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { UsedEventFiles } from '../../../../shared/model/settings.ts';
import { UnexpectedEntryError } from '../../../guarded-folder.ts';
import type { Clock } from '../../../platform.ts';
import type { EventFolder, FoundEventFile, SettledDisposition } from './folder-access.ts';

const between = 2_000;
/** Maximum number of files per poll; files that were never read go first, and the others rotate. */
const maxFilesPerRound = 500;
/** Files per read call. */
const readBatchSize = 50;
/** Milliseconds that stopping waits for a file that is being archived. */
const maxStopMs = 1_000;

/** Polls between attempts to archive a file. */
const roundsBetweenRetries = 15;

/** The state of a watched folder. `link` is the path of a link in place of the folder or of a folder inside it. */
export type FolderState =
  | { readonly state: 'watching' | 'away'; readonly link: null }
  | { readonly state: 'linked'; readonly link: string };

/** What happens to a file: it stays until its statement is stored, or is removed at once. */
export type FileDisposition = { readonly kind: 'keep' } | SettledDisposition;

export interface WatchedFolder {
  readonly path: string;
  readonly state: () => FolderState;
  /** Archives or deletes a retained file. Never rejects. */
  settle(file: string, disposition: FileDisposition): Promise<void>;
  /** Polls now; resolves when the poll has ended. */
  poll(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts watching. `take` is called once for each complete file. */
export function watchFolder(deps: {
  readonly path: string;
  /** Opens the folder; its calls reject when the signal is aborted. */
  readonly open: (path: string, signal: AbortSignal) => EventFolder;
  readonly clock: Clock;
  /** Archiving of used files. */
  readonly usedFiles: () => UsedEventFiles;
  readonly take: (bytes: Uint8Array, file: string) => Promise<FileDisposition>;
  readonly onState: () => void;
  readonly onUnexpected: (thrown: unknown) => void;
}): WatchedFolder {
  const { path, clock } = deps;
  /** Last seen size and time of each file; `done` files are not read again until they change. */
  let seen = new Map<string, { mark: string; done: boolean }>();
  let rounds = 0;
  /** Files that could not be archived yet. */
  const unsettled = new Map<string, SettledDisposition>();
  const wanted = new AbortController();
  const folder = deps.open(path, wanted.signal);
  /** Number of files that are being ingested or archived. */
  let settling = 0;
  let state: FolderState = { state: 'watching', link: null };
  let stopped = false;
  let cancel: () => void = () => undefined;
  let round: Promise<void> = Promise.resolve();

  function setState(next: FolderState): void {
    if (next.state === state.state && next.link === state.link) return;
    state = next;
    deps.onState();
  }

  /** Chooses the files of this poll: retained files must not delay new ones. */
  function chosen(all: readonly string[]): string[] {
    const turnOf = (list: readonly string[]) => {
      const start = list.length <= maxFilesPerRound ? 0 : (rounds * maxFilesPerRound) % list.length;
      return [...list.slice(start), ...list.slice(0, start)];
    };
    const [fresh, read] = [false, true].map((done) =>
      turnOf(all.filter((name) => (seen.get(name)?.done ?? false) === done)),
    );
    return [...(fresh ?? []), ...(read ?? [])].slice(0, maxFilesPerRound);
  }

  async function pollOnce(): Promise<void> {
    const all = await folder.names();
    const present = new Set(all);
    const next = new Map([...seen].filter(([name]) => present.has(name)));
    for (const name of unsettled.keys()) if (!present.has(name)) unsettled.delete(name);
    rounds += 1;
    const names = chosen(all);
    for (let first = 0; first < names.length; first += readBatchSize) {
      if (stopped) return;
      await lookAt(names.slice(first, first + readBatchSize), next);
    }
    seen = next;
    if (rounds % roundsBetweenRetries !== 0) return;
    for (const [name, disposition] of unsettled) await settle(name, disposition);
  }

  async function lookAt(names: readonly string[], next: typeof seen): Promise<void> {
    const known = names.map((name) => ({
      name,
      mark: seen.get(name)?.mark ?? null,
      isDone: seen.get(name)?.done ?? false,
    }));
    const found = await folder.read(known);
    for (const [index, name] of names.entries()) {
      const read = found[index] ?? null;
      if (stopped) return;
      if (read !== null) await handle(name, read, next);
    }
  }

  async function handle(name: string, { mark, bytes }: FoundEventFile, next: typeof seen): Promise<void> {
    const before = seen.get(name);
    const stable = before?.mark === mark;
    next.set(name, { mark, done: stable && before.done });
    if (!stable) unsettled.delete(name);
    if (bytes === null) return;
    settling += 1;
    try {
      const disposition = await taken(bytes, name);
      if (disposition === null) return;
      next.set(name, { mark, done: true });
      await settle(name, disposition);
    } finally {
      settling -= 1;
    }
  }

  /**
   * Returns `null` when the event could not be ingested now: the file is read again later, and does not delay other
   * files.
   */
  async function taken(bytes: Uint8Array, name: string): Promise<FileDisposition | null> {
    try {
      return await deps.take(bytes, name);
    } catch (thrown) {
      if (!(thrown instanceof PaydeskError) || thrown.code !== 'disk-full') deps.onUnexpected(thrown);
      return null;
    }
  }

  async function settle(name: string, disposition: FileDisposition): Promise<void> {
    if (disposition.kind === 'keep') return;
    settling += 1;
    try {
      await folder.settle(name, disposition, deps.usedFiles());
      unsettled.delete(name);
    } catch {
      // A share is away, a link replaced the folder, the disk is full, or another program locks the file: retried
      // later.
      unsettled.set(name, disposition);
    } finally {
      settling -= 1;
    }
  }

  async function poll(): Promise<void> {
    cancel();
    try {
      await pollOnce();
      const link = await folder.findLink();
      setState(link === null ? { state: 'watching', link } : { state: 'linked', link });
    } catch (thrown) {
      if (thrown instanceof UnexpectedEntryError) setState({ state: 'linked', link: thrown.path });
      else {
        const code = thrown instanceof Error && 'code' in thrown;
        if (!code) deps.onUnexpected(thrown);
        setState({ state: 'away', link: null });
      }
    }
    if (!stopped) cancel = clock.after(between, schedulePoll);
  }

  function schedulePoll(): void {
    round = round.then(poll);
  }

  const sweeping = folder.sweep(deps.usedFiles()).catch(() => {
    // The share is away: the next start tries again.
  });
  schedulePoll();
  return {
    path,
    state: () => state,
    settle,
    poll() {
      schedulePoll();
      return round;
    },
    async stop() {
      stopped = true;
      cancel();
      const giveUp = clock.after(settling === 0 ? 0 : maxStopMs, () => wanted.abort());
      await Promise.all([round, sweeping]);
      giveUp();
      cancel();
    },
  };
}
