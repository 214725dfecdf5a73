/**
 * @file Watches a folder for events. It may be on a share, where the system tells nothing, so it is looked at again and
 * again; a file is read when it has had the same size twice. What was used is kept in `processed` without its link or
 * deleted, what cannot be read goes to `rejected` with its reason beside it.
 */
import { opendir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { PaydeskError } from '../../../../shared/errors.ts';
import type { UsedEventFiles } from '../../../../shared/model/settings.ts';
import type { Clock } from '../../../platform.ts';
import { makeFolder, putAway, readEventFile, sweepUsed, writeNew } from './used-files.ts';

const between = 2_000;
/** Files that are looked at in one round; those that were never read go first, and the others take turns. */
const perRound = 500;
/** Files of which the names are known. */
const mostNames = 20_000;

/** What became of a file: it stays until its statement is here, or goes away at once. */
export type FileFate =
  | { readonly kind: 'keep' }
  | { readonly kind: 'processed' }
  | { readonly kind: 'rejected'; readonly reason: string };

/** A folder that is watched. */
export interface WatchedFolder {
  readonly path: string;
  readonly state: () => 'watching' | 'away';
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
  let state: 'watching' | 'away' = 'watching';
  let stopped = false;
  let cancel: () => void = () => undefined;
  let round: Promise<void> = Promise.resolve();

  function setState(next: 'watching' | 'away'): void {
    if (next === state) return;
    state = next;
    parts.onState();
  }

  async function names(): Promise<string[]> {
    const found: string[] = [];
    for await (const entry of await opendir(path)) {
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

  async function lookOnce(): Promise<void> {
    const all = await names();
    const present = new Set(all);
    const next = new Map([...seen].filter(([name]) => present.has(name)));
    rounds += 1;
    for (const name of chosen(all)) {
      if (stopped) return;
      const before = seen.get(name);
      const read = await readEventFile(join(path, name)).catch(() => null);
      if (read === null) continue;
      const stable = before?.mark === read.mark;
      const done = stable && before.done;
      next.set(name, { mark: read.mark, done });
      if (!stable || done) continue;
      const fate = await taken(read.bytes, name);
      if (fate === null) continue;
      next.set(name, { mark: read.mark, done: true });
      await settle(name, fate);
    }
    seen = next;
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

  async function settle(name: string, fate: FileFate): Promise<void> {
    if (fate.kind === 'keep') return;
    try {
      if (fate.kind === 'processed') return await putAway(path, name, parts.usedFiles());
      const folder = join(path, fate.kind);
      await makeFolder(folder);
      // The name is taken before the file is moved to it.
      const target = await writeNew(folder, name, '');
      await rename(join(path, name), join(folder, target));
      await writeNew(folder, `${target}.reason.txt`, `${fate.reason}\n`);
    } catch {
      // A share that is away, or a file that somebody took: it is looked at again.
    }
  }

  async function look(): Promise<void> {
    cancel();
    try {
      await lookOnce();
      setState('watching');
    } catch (thrown) {
      const code = thrown instanceof Error && 'code' in thrown;
      if (!code) parts.onUnexpected(thrown);
      setState('away');
    }
    if (!stopped) cancel = clock.after(between, lookAgain);
  }

  function lookAgain(): void {
    round = round.then(look);
  }

  const sweeping = sweepUsed(path, parts.usedFiles, () => stopped).catch(() => {
    // Nothing was used yet, or the share is away: the next start looks again.
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
