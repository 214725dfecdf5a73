/** @file The statements feature: asks for them, takes their events in, fetches and keeps the files. */
import { PaydeskError, toPaydeskError, toWire } from '../../../shared/errors.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import type { UsedEventFiles } from '../../../shared/model/settings.ts';
import type { EventWay, Statement, Wallet } from '../../../shared/model/statements.ts';
import { statementFileWords } from '../../../shared/words/statements.ts';
import type { Publisher } from '../../bridge/topics.ts';
import type { Chance, Clock } from '../../platform.ts';
import type { Http } from '../../service/http.ts';
import type { PaymentsService } from '../../service/service.ts';
import type { Store } from '../../store/store.ts';
import { createDownloadQueue, type DownloadQueue, type DownloadRecord } from './download/queue.ts';
import { createDoors, type Doors } from './inbox/doors.ts';
import { createInbox, type Inbox, type Taken } from './inbox/inbox.ts';
import type { StatementShelf } from './shelf.ts';
import * as eventTables from './tables/events.ts';
import * as tables from './tables/requests.ts';
import * as transferTables from './tables/transfer.ts';

/** Whom work is done for: signed in, or in view without a service. */
export interface ShownProfile {
  readonly profile: Profile;
  readonly service: PaymentsService | null;
}

/** What the feature stands on. */
export interface StatementParts {
  readonly store: Store;
  /** The same store, which waits for room on the disk. */
  readonly patientStore: Store;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly http: Http;
  readonly shelf: StatementShelf;
  readonly publisher: Publisher;
  readonly allowHttpLoopback: (profile: Profile) => boolean;
  /** Hosts that files may be fetched from for a profile, without those that its clerk agreed to. */
  readonly storageHosts: (profile: Profile) => readonly string[];
  /** The folder of events that the administrator decides for a profile, or `null`. */
  readonly managedFolder: (profile: Profile) => string | null;
  /** What becomes of used event files. */
  readonly usedFiles: () => UsedEventFiles;
  readonly onDownload: (record: DownloadRecord) => void;
  readonly onEvent: (cameBy: EventWay, taken: Taken, profile: Profile) => void;
  readonly onUnexpected: (thrown: unknown) => void;
}

/** The feature's work, for its commands and for the composition. */
export interface Statements {
  readonly inbox: Inbox;
  readonly doors: Doors;
  readonly queue: DownloadQueue;
  /** The profile in view. Throws `sign-in-needed` without one. */
  profile(): Profile;
  /** The profile in view, or `null`. */
  shownProfile(): Profile | null;
  /** The service of the profile in view. Throws `sign-in-needed` while it is not signed in. */
  service(): PaymentsService;
  show(shown: ShownProfile | null): void;
  /** Takes an event for the profile in view. */
  take(bytes: Uint8Array, cameBy: EventWay): Promise<Taken>;
  /** Adds what only memory knows. */
  statementOf(row: Omit<Statement, 'progress'>): Statement;
  wallets(): Promise<{ wallets: Wallet[]; problem: PaydeskError | null }>;
  changed(): void;
  /** Repairs what the last run left. */
  recover(): Promise<void>;
  tryAgain(): void;
  /** Runs a request for statements, which counts as in flight until it has ended. */
  whileAsking<Result>(asking: () => Promise<Result>): Promise<Result>;
  /** Number of requests and downloads that are under way. */
  inFlight(): number;
  /** Ends the downloads of a profile that was signed out, and removes everything that is kept of it. */
  forgetProfile(profileId: string): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the feature. */
export function createStatements(parts: StatementParts): Statements {
  const { store, patientStore, clock, publisher } = parts;
  let shown: ShownProfile | null = null;
  let revision = 0;
  let publishing = false;
  let dirty = false;
  let stopped = false;
  const asked = new Set<Promise<unknown>>();

  const queue = createDownloadQueue({
    ...parts,
    store: parts.patientStore,
    onChange: changed,
    onRecord: parts.onDownload,
    onEnd(statementId, stored) {
      const ended = { kind: 'rejected', reason: statementFileWords.linkEnded } as const;
      doors.settled('statement', statementId, stored ? { kind: 'processed' } : ended);
    },
  });
  const inbox = createInbox({ ...parts, onReady: (held) => queue.add(held) });
  const doors = createDoors({ ...parts, inbox, onTaken: tellTaken, onChange: changed });

  function tellTaken(cameBy: EventWay, taken: Taken, taker: Profile): void {
    parts.onEvent(cameBy, taken, taker);
    changed();
  }

  function profile(): Profile {
    if (shown === null) throw new PaydeskError('sign-in-needed', 'Nobody is signed in');
    return shown.profile;
  }

  async function publish(): Promise<void> {
    // What is read shares its commit with what is written at the same time, and with it a disk that is full.
    const mine = shown?.profile.id ?? null;
    const nothing = { counts: [], quarantined: 0, nextExpiry: null };
    const [overview, kept] =
      mine === null
        ? [nothing, null]
        : await Promise.all([
            patientStore.run(tables.overview, { profileId: mine }),
            patientStore.run(eventTables.inbox, { profileId: mine }),
          ]);
    if (mine !== (shown?.profile.id ?? null)) return;
    revision += 1;
    const folder = doors.folder();
    publisher.publish('statements', {
      revision,
      counts: Object.fromEntries(overview.counts.map(({ state, number }) => [state, number])),
      quarantined: overview.quarantined,
      nextExpiry: overview.nextExpiry,
      downloading: queue.progress(),
      inbox: {
        folder: folder?.path ?? null,
        folderState: folder?.state ?? 'off',
        folderManaged: shown !== null && parts.managedFolder(shown.profile) !== null,
        lastEventAt: kept?.lastEventAt ?? null,
        listener: doors.address(),
      },
    });
  }

  /**
   * The library is what counts. Statements whose files are no longer in it are to be asked for again; a file that was
   * kept just before the program ended belongs to its statement, although nobody could write that down any more.
   */
  async function compareWithLibrary(): Promise<void> {
    const wanted = await store.run(transferTables.allItems, null);
    const fileless = await store.run(transferTables.withoutFile, null);
    if (wanted.length + fileless.length === 0) return;
    const here = await parts.shelf.items();
    if (stopped) return;
    const known = new Set(wanted.map(({ item }) => item));
    const items = [...known].filter((item) => !here.has(item));
    const problem = toWire(new PaydeskError('statement-not-stored', 'The file is not in the library'));
    if (items.length > 0) await store.run(transferTables.forgetItems, { items, at: clock.now(), problem });
    for (const { item, size, sha256, about } of here.values()) {
      const isTheirs = ({ id, profileId }: (typeof fileless)[number]) =>
        id === about?.statementId && profileId === about.profileId;
      const statement = known.has(item) ? undefined : fileless.find(isTheirs);
      if (statement === undefined) continue;
      const format = await parts.shelf.formatOf(item);
      await store.run(transferTables.adopt, {
        id: statement.id,
        at: clock.now(),
        item,
        size,
        sha256,
        format,
      });
    }
    changed();
  }

  /** However often things change, they are looked up one after the other, and the last change always shows. */
  async function publishAll(): Promise<void> {
    publishing = true;
    try {
      while (dirty && !stopped) {
        dirty = false;
        await publish();
      }
    } catch (thrown) {
      if (!stopped) parts.onUnexpected(thrown);
    } finally {
      // In the same turn as the last look at `dirty`: a change in between would never show.
      publishing = false;
    }
  }

  function changed(): void {
    dirty = true;
    if (!publishing && !stopped) void publishAll();
  }

  return {
    inbox,
    doors,
    queue,
    profile,
    shownProfile: () => shown?.profile ?? null,
    service() {
      const service = shown?.service ?? null;
      if (service === null) throw new PaydeskError('sign-in-needed', 'Nobody is signed in');
      return service;
    },
    show(next) {
      shown = next;
      doors.show(next?.profile ?? null).catch(parts.onUnexpected);
      changed();
    },
    async take(bytes, cameBy) {
      const taker = profile();
      const taken = await inbox.take(taker, bytes, cameBy);
      tellTaken(cameBy, taken, taker);
      return taken;
    },
    statementOf(row) {
      const unwritten = queue.problemOf(row.id);
      const problem = unwritten === null ? row.problem : toWire(unwritten);
      return { ...row, problem, progress: unwritten === null ? queue.progressOf(row.id) : null };
    },
    async wallets() {
      const profileId = profile().id;
      const known = () => store.run(tables.knownWallets, { profileId });
      if (shown?.service === null || shown === null) return { wallets: await known(), problem: null };
      try {
        const wallets = await shown.service.listWallets();
        await store.run(tables.keepWallets, { profileId, wallets });
        changed();
        return { wallets: await known(), problem: null };
      } catch (thrown) {
        return { wallets: await known(), problem: toPaydeskError(thrown) };
      }
    },
    changed,
    async recover() {
      const answerLost = toWire(new PaydeskError('answer-lost', 'Paydesk ended while it was asking'));
      const linkLost = toWire(new PaydeskError('link-lost', 'Paydesk ended before the file was here'));
      await store.run(tables.recover, { at: clock.now(), answerLost, linkLost });
      // The keychain may ask the clerk: nobody waits for that, and without the library nothing is said to be gone.
      void compareWithLibrary().catch(() => undefined);
    },
    tryAgain() {
      queue.tryAgain();
      void doors.look().catch(parts.onUnexpected);
    },
    async whileAsking(asking) {
      const request = asking();
      asked.add(request);
      try {
        return await request;
      } finally {
        asked.delete(request);
      }
    },
    inFlight: () => asked.size + queue.running(),
    async forgetProfile(profileId) {
      await queue.forgetProfile(profileId);
      // Without its service a request comes to nothing soon.
      await Promise.allSettled(asked);
      inbox.forgetProfile(profileId);
      const items = await parts.shelf.items();
      for (const { item, about } of items.values())
        if (about?.profileId === profileId) await parts.shelf.remove(item);
      await store.run(tables.removeProfile, { profileId });
      changed();
    },
    async stop() {
      stopped = true;
      await doors.stop();
      await queue.stop();
    },
  };
}
