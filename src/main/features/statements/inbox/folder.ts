/**
 * @file Watches a folder for events. It may be on a share, where the system tells nothing, so it is looked at again and
 * again; a file is read when it has had the same size twice. What was used is kept in `processed` without its link or
 * deleted, what cannot be read goes to `rejected` with its reason beside it. Others may plant links there: a link is
 * never followed, and a folder that is one is not used.
 */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { UsedEventFiles } from '../../../../shared/model/settings.ts';
import { enterFolder, type GuardedFolder, PlantedEntryError } from '../../../guarded-folder.ts';
import type { Clock } from '../../../platform.ts';
import { putAside, putAway, readEventFile, sweepUsed, usedFolders } from './used-files.ts';

const between = 2_000;
/** Files that are looked at in one round; those that were never read go first, and the others take turns. */
const perRound = 500;
/** Files of which the names are known. */
const mostNames = 20_000;

/** Rounds after which it is tried again to put a file away. */
const roundsBetweenTries = 15;

/** Whether a folder can be watched: `link` is the path of a link that stands in the place of it or of a folder in it. */
export type FolderState =
  | { readonly state: 'watching' | 'away'; readonly link: null }
  | { readonly state: 'linked'; readonly link: string };

/** What became of a file: it stays until its statement is here, or goes away at once. */
export type FileFate =
  | { readonly kind: 'keep' }
  | { readonly kind: 'processed' }
  | { readonly kind: 'rejected'; readonly reason: string };

/** A folder that is watched. */
export interface WatchedFolder {
  readonly path: string;
  readonly state: () => FolderState;
  /** Moves a file that was kept. Never rejects. */
  settle(file: string, fate: FileFate): Promise<void>;
  /** Looks now; resolves when the round is over. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** Begins to watch. `take` gets each file once, whole. */
export function watchFolder(parts: {
  readonly path: string;
  readonly clock: Clock;
  /** What becomes of used files. */
  readonly usedFiles: () => UsedEventFiles;
  readonly take: (bytes: Uint8Array, file: string) => Promise<FileFate>;
  readonly onState: () => void;
  readonly onUnexpected: (thrown: unknown) => void;
}): WatchedFolder {
  const { path, clock } = parts;
  /** Size and time of each file, as it was seen last; `done` files are not read again until they change. */
  let seen = new Map<string, { mark: string; done: boolean }>();
  let rounds = 0;
  /** Files that could not be put away yet. */
  const unsettled = new Map<string, FileFate>();
  let state: FolderState = { state: 'watching', link: null };
  let stopped = false;
  let cancel: () => void = () => undefined;
  let round: Promise<void> = Promise.resolve();

  function setState(next: FolderState): void {
    if (next.state === state.state && next.link === state.link) return;
    state = next;
    parts.onState();
  }

  async function withFolder<Result>(work: (folder: GuardedFolder) => Promise<Result>): Promise<Result> {
    const folder = await enterFolder(path);
    try {
      return await work(folder);
    } finally {
      await folder.close();
    }
  }

  async function names(folder: GuardedFolder): Promise<string[]> {
    const found: string[] = [];
    for await (const entry of await folder.entries()) {
      if (entry.isFile() && /\.json$/i.test(entry.name) && !entry.name.startsWith('.'))
        found.push(entry.name);
      if (found.length >= mostNames) break;
    }
    return found.sort();
  }

  /** What is looked at in this round: events that stay in the folder must not keep new ones from being seen. */
  function chosen(all: readonly string[]): string[] {
    const turnOf = (list: readonly string[]) => {
      const start = list.length <= perRound ? 0 : (rounds * perRound) % list.length;
      return [...list.slice(start), ...list.slice(0, start)];
    };
    const [fresh, read] = [false, true].map((done) =>
      turnOf(all.filter((name) => (seen.get(name)?.done ?? false) === done)),
    );
    return [...(fresh ?? []), ...(read ?? [])].slice(0, perRound);
  }

  async function lookOnce(folder: GuardedFolder): Promise<void> {
    const all = await names(folder);
    const present = new Set(all);
    const next = new Map([...seen].filter(([name]) => present.has(name)));
    for (const name of unsettled.keys()) if (!present.has(name)) unsettled.delete(name);
    rounds += 1;
    for (const name of chosen(all)) {
      if (stopped) return;
      await lookAt(folder, name, next);
    }
    seen = next;
    if (rounds % roundsBetweenTries !== 0) return;
    for (const [name, fate] of unsettled) await settleIn(folder, name, fate);
  }

  async function lookAt(folder: GuardedFolder, name: string, next: typeof seen): Promise<void> {
    const before = seen.get(name);
    const read = await readEventFile(folder, name).catch(() => null);
    if (read === null) return;
    const stable = before?.mark === read.mark;
    const done = stable && before.done;
    next.set(name, { mark: read.mark, done });
    if (!stable) unsettled.delete(name);
    if (!stable || done) return;
    const fate = await taken(read.bytes, name);
    if (fate === null) return;
    next.set(name, { mark: read.mark, done: true });
    await settleIn(folder, name, fate);
  }

  /** `null` when Paydesk could not take it, now: it is looked at again, and the files behind it do not wait for that. */
  async function taken(bytes: Uint8Array, name: string): Promise<FileFate | null> {
    try {
      return await parts.take(bytes, name);
    } catch (thrown) {
      if (!(thrown instanceof PaydeskError) || thrown.code !== 'disk-full') parts.onUnexpected(thrown);
      return null;
    }
  }

  async function settleIn(folder: GuardedFolder, name: string, fate: FileFate): Promise<void> {
    if (fate.kind === 'keep') return;
    try {
      if (fate.kind === 'processed') await putAway(folder, name, parts.usedFiles());
      else await putAside(folder, name, fate.reason);
      unsettled.delete(name);
    } catch {
      // A link in the place of a folder, a full disk, or a file that somebody holds: it is tried again.
      unsettled.set(name, fate);
    }
  }

  async function settle(name: string, fate: FileFate): Promise<void> {
    if (fate.kind === 'keep') return;
    await withFolder((folder) => settleIn(folder, name, fate)).catch(() => {
      // A share that is away.
      unsettled.set(name, fate);
    });
  }

  /** The first folder in the watched one that is a link, or another thing in its place; `null` when none is. */
  async function linkInside(folder: GuardedFolder): Promise<string | null> {
    for (const name of Object.values(usedFolders)) {
      try {
        await (await folder.inside(name)).close();
      } catch (thrown) {
        if (thrown instanceof PlantedEntryError) return thrown.path;
      }
    }
    return null;
  }

  async function look(): Promise<void> {
    cancel();
    try {
      const link = await withFolder(async (folder) => {
        await lookOnce(folder);
        return linkInside(folder);
      });
      setState(link === null ? { state: 'watching', link } : { state: 'linked', link });
    } catch (thrown) {
      if (thrown instanceof PlantedEntryError) setState({ state: 'linked', link: thrown.path });
      else {
        const code = thrown instanceof Error && 'code' in thrown;
        if (!code) parts.onUnexpected(thrown);
        setState({ state: 'away', link: null });
      }
    }
    if (!stopped) cancel = clock.after(between, lookAgain);
  }

  function lookAgain(): void {
    round = round.then(look);
  }

  const sweeping = withFolder((folder) => sweepUsed(folder, parts.usedFiles, () => stopped)).catch(() => {
    // The share is away: the next start looks again.
  });
  lookAgain();
  return {
    path,
    state: () => state,
    settle,
    look() {
      lookAgain();
      return round;
    },
    async stop() {
      stopped = true;
      cancel();
      await Promise.all([round, sweeping]);
      cancel();
    },
  };
}
