/**
 * @file Watches a folder for events. It may be on a share, where the system tells nothing, so it is looked at again and
 * again; a file is read when it has had the same size twice. What was used is kept in `processed` without its link or
 * deleted, what cannot be read goes to `rejected` with its reason beside it. Others may plant links there: a link is
 * never followed, and a folder that is one is not used. The folder is opened elsewhere, so a share that hangs holds up
 * its own events and nothing else.
 */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { UsedEventFiles } from '../../../../shared/model/settings.ts';
import { PlantedEntryError } from '../../../guarded-folder.ts';
import type { Clock } from '../../../platform.ts';
import type { EventFolder, FoundEventFile, SettledDisposition } from './folder-access.ts';

const between = 2_000;
/** Files that are looked at in one round; those that were never read go first, and the others take turns. */
const maxFilesPerRound = 500;
/** Files that are read in one go. */
const readBatchSize = 50;
/** Milliseconds for which the end waits for a file that is being put away. */
const maxStopMs = 1_000;

/** Rounds after which it is tried again to put a file away. */
const roundsBetweenRetries = 15;

/** Whether a folder can be watched: `link` is the path of a link that stands in the place of it or of a folder in it. */
export type FolderState =
  | { readonly state: 'watching' | 'away'; readonly link: null }
  | { readonly state: 'linked'; readonly link: string };

/** What became of a file: it stays until its statement is here, or goes away at once. */
export type FileDisposition = { readonly kind: 'keep' } | SettledDisposition;

export interface WatchedFolder {
  readonly path: string;
  readonly state: () => FolderState;
  /** Moves a file that was kept. Never rejects. */
  settle(file: string, disposition: FileDisposition): Promise<void>;
  /** Looks now; resolves when the round is over. */
  poll(): Promise<void>;
  stop(): Promise<void>;
}

/** Begins to watch. `take` gets each file once, whole. */
export function watchFolder(deps: {
  readonly path: string;
  /** Opens the folder; its calls end at once when the signal is aborted. */
  readonly open: (path: string, signal: AbortSignal) => EventFolder;
  readonly clock: Clock;
  /** What becomes of used files. */
  readonly usedFiles: () => UsedEventFiles;
  readonly take: (bytes: Uint8Array, file: string) => Promise<FileDisposition>;
  readonly onState: () => void;
  readonly onUnexpected: (thrown: unknown) => void;
}): WatchedFolder {
  const { path, clock } = deps;
  /** Size and time of each file, as it was seen last; `done` files are not read again until they change. */
  let seen = new Map<string, { mark: string; done: boolean }>();
  let rounds = 0;
  /** Files that could not be put away yet. */
  const unsettled = new Map<string, SettledDisposition>();
  const wanted = new AbortController();
  const folder = deps.open(path, wanted.signal);
  /** Files that are being taken or put away. */
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

  /** What is looked at in this round: events that stay in the folder must not keep new ones from being seen. */
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

  /** `null` when Paydesk could not take it, now: it is looked at again, and the files behind it do not wait for that. */
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
      // A share that is away, a link in the place of a folder, a full disk, or a file that somebody holds: it is tried
      // again.
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
      if (thrown instanceof PlantedEntryError) setState({ state: 'linked', link: thrown.path });
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
    // The share is away: the next start looks again.
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
