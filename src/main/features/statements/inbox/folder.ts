/**
 * @file Watches a folder for events. Shares send no change notifications, so the folder is polled. A file is read when
 * two polls in a row found the same size and modification time. A file that is not whole JSON stays, and is read again
 * when it changes: the program that writes it may not have ended yet. Used files are archived in `processed` without their
 * link, or deleted; unreadable files go to `rejected` with the reason. Other users may place links in the folder: links
 * are never followed, and a folder that is a link is not used. Another process opens the folder, so that a share that
 * hangs delays no other work.
 */
import { PaydeskError, type WireError } from '../../../../shared/errors.ts';
import { describeError } from '../../../../shared/messages/error-messages.ts';
import type { UsedEventFiles } from '../../../../shared/model/session/managed.ts';
import { SerialQueue } from '../../../concurrency/serial-queue.ts';
import { UnexpectedEntryError } from '../../../files/guarded-folder.ts';
import type { Clock } from '../../../platform/platform.ts';
import { isWhole } from './event.ts';
import type { EventFolder } from './folder-access.ts';
import type { FoundEventFile, SettledDisposition } from './folder-messages.ts';

const pollIntervalMs = 2_000;
/** Maximum number of files per poll. With more files, later polls continue with the following ones. */
const maxFilesPerPoll = 500;
/** Files per read call. */
const readBatchSize = 50;
/** Maximum time that `stop` waits for a file that is being archived. */
const maxStopMs = 1_000;

/** Time after which a file that is not whole, and has not changed, is reported, in milliseconds. */
const incompleteAfterMs = 10 * 60_000;

/** Polls between attempts to archive a file. */
const pollsBetweenRetries = 15;

/** The state of a watched folder. `link` is the path of the watched folder or of an archive folder that is a link. */
type FolderState =
  | { readonly state: 'watching' | 'away'; readonly link: null }
  | { readonly state: 'linked'; readonly link: string };

/** What happens to a file: `keep` leaves the file in the folder until its statement is stored. */
export type FileDisposition = { readonly kind: 'keep' } | SettledDisposition;

/** Returns what happens to the file of an event whose statement can't be downloaded. */
export function createRejection(error: WireError): SettledDisposition {
  const { title, detail } = describeError(error);
  return { kind: 'rejected', reason: `${title}. ${detail}` };
}

export type WatchedFolder = ReturnType<typeof watchFolder>;

interface SeenFile {
  readonly mark: string;
  readonly isDone: boolean;
  /** Monotonic time at which this version was found not to be whole, in milliseconds. */
  readonly incompleteAt: number | null;
}

/** Starts watching. `take` is called once for each complete file. */
export function watchFolder(deps: {
  readonly path: string;
  /** Opens the folder; its calls reject when the signal is aborted. */
  readonly open: (path: string, signal: AbortSignal) => EventFolder;
  readonly clock: Clock;
  /** Archiving of used files. */
  readonly usedFiles: UsedEventFiles;
  readonly ingestFile: (bytes: Uint8Array, file: string) => Promise<FileDisposition>;
  readonly onStateChange: () => void;
  readonly onUnexpected: (thrown: unknown) => void;
}) {
  const { path, clock } = deps;
  /** Version of each file at the last poll; files that are done or incomplete are not read again until they change. */
  let seenFiles = new Map<string, SeenFile>();
  let pollCount = 0;
  /** Files that could not be archived yet. */
  const unsettled = new Map<string, SettledDisposition>();
  const abortController = new AbortController();
  const folder = deps.open(path, abortController.signal);
  /** Number of files that are being ingested or archived. */
  let settlingCount = 0;
  let state: FolderState = { state: 'watching', link: null };
  let isStopped = false;
  let cancelTimer: () => void = () => undefined;
  const polls = new SerialQueue();

  function setState(newState: FolderState): void {
    if (newState.state === state.state && newState.link === state.link) return;
    state = newState;
    deps.onStateChange();
  }

  /** Chooses the files of a poll. Files that are not done go first, because retained files must not delay new files. */
  function chooseFiles(allNames: readonly string[]): string[] {
    const rotate = (candidates: readonly string[]) => {
      const start =
        candidates.length <= maxFilesPerPoll ? 0 : (pollCount * maxFilesPerPoll) % candidates.length;
      return [...candidates.slice(start), ...candidates.slice(0, start)];
    };
    const [newFiles, doneFiles] = [false, true].map((isDone) =>
      rotate(allNames.filter((name) => (seenFiles.get(name)?.isDone ?? false) === isDone)),
    );
    return [...(newFiles ?? []), ...(doneFiles ?? [])].slice(0, maxFilesPerPoll);
  }

  async function pollFolder(): Promise<void> {
    const allNames = await folder.listNames();
    const presentNames = new Set(allNames);
    const nextSeenFiles = new Map([...seenFiles].filter(([name]) => presentNames.has(name)));
    for (const name of unsettled.keys()) if (!presentNames.has(name)) unsettled.delete(name);
    pollCount += 1;
    const names = chooseFiles(allNames);
    for (let start = 0; start < names.length; start += readBatchSize) {
      if (isStopped) return;
      await readFiles(names.slice(start, start + readBatchSize), nextSeenFiles);
    }
    seenFiles = nextSeenFiles;
    if (pollCount % pollsBetweenRetries !== 0) return;
    for (const [name, disposition] of unsettled) await settle(name, disposition);
  }

  async function readFiles(names: readonly string[], nextSeenFiles: typeof seenFiles): Promise<void> {
    const filesToRead = names.map((name) => ({
      name,
      mark: seenFiles.get(name)?.mark ?? null,
      isDone: seenFiles.get(name)?.isDone ?? false,
    }));
    const foundFiles = await folder.readFiles(filesToRead);
    for (const [index, name] of names.entries()) {
      const foundFile = foundFiles[index] ?? null;
      if (isStopped) return;
      if (foundFile !== null) await handleFile(name, foundFile, nextSeenFiles);
    }
  }

  async function handleFile(
    name: string,
    { mark, bytes }: FoundEventFile,
    nextSeenFiles: typeof seenFiles,
  ): Promise<void> {
    const lastSeen = seenFiles.get(name);
    const isUnchanged = lastSeen?.mark === mark;
    nextSeenFiles.set(name, isUnchanged ? lastSeen : { mark, isDone: false, incompleteAt: null });
    if (!isUnchanged) unsettled.delete(name);
    if (bytes === null) return;
    if (!isWhole(bytes)) {
      nextSeenFiles.set(name, { mark, isDone: true, incompleteAt: clock.monotonic() });
      return;
    }
    settlingCount += 1;
    try {
      const disposition = await ingest(bytes, name);
      if (disposition === null) return;
      nextSeenFiles.set(name, { mark, isDone: true, incompleteAt: null });
      await settle(name, disposition);
    } finally {
      settlingCount -= 1;
    }
  }

  /**
   * Returns `null` when the event could not be ingested: a later poll reads the file again, and the other files are not
   * delayed.
   */
  async function ingest(bytes: Uint8Array, name: string): Promise<FileDisposition | null> {
    try {
      return await deps.ingestFile(bytes, name);
    } catch (thrown) {
      if (!(thrown instanceof PaydeskError) || thrown.code !== 'disk-full') deps.onUnexpected(thrown);
      return null;
    }
  }

  async function settle(name: string, disposition: FileDisposition): Promise<void> {
    const mark = seenFiles.get(name)?.mark;
    if (disposition.kind === 'keep' || mark === undefined) return;
    settlingCount += 1;
    try {
      await folder.settle({ name, mark }, disposition, deps.usedFiles);
      unsettled.delete(name);
    } catch {
      // The share is away, a link replaced the folder, the disk is full, or another program locks the file. A later
      // poll retries.
      unsettled.set(name, disposition);
    } finally {
      settlingCount -= 1;
    }
  }

  async function poll(): Promise<void> {
    cancelTimer();
    try {
      await pollFolder();
      const link = await folder.findLink();
      setState(link === null ? { state: 'watching', link } : { state: 'linked', link });
    } catch (thrown) {
      if (thrown instanceof UnexpectedEntryError) setState({ state: 'linked', link: thrown.path });
      else {
        const hasCode = thrown instanceof Error && 'code' in thrown;
        if (!hasCode) deps.onUnexpected(thrown);
        setState({ state: 'away', link: null });
      }
    }
    if (!isStopped) cancelTimer = clock.after(pollIntervalMs, schedulePoll);
  }

  function schedulePoll(): void {
    void polls.run(poll);
  }

  const sweeping = folder.sweep(deps.usedFiles).catch(() => {
    // The share is away: the next start tries again.
  });
  schedulePoll();
  return {
    path,
    state: () => state,
    incompleteFiles: () =>
      [...seenFiles].flatMap(([name, { incompleteAt }]) => {
        const ageMs = incompleteAt === null ? 0 : clock.monotonic() - incompleteAt;
        return ageMs < incompleteAfterMs ? [] : [{ name, since: clock.now() - ageMs }];
      }),
    /** Archives or deletes a retained file. Never rejects. */
    settle,
    /** Polls now; resolves when the poll has ended. */
    poll: () => polls.run(poll),
    async stop() {
      isStopped = true;
      cancelTimer();
      const cancelAbort = clock.after(settlingCount === 0 ? 0 : maxStopMs, () => abortController.abort());
      await Promise.all([polls.whenIdle(), sweeping]);
      cancelAbort();
      cancelTimer();
    },
  };
}
