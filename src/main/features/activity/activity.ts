/** @file Records the activity, lists it and exports it. */
import type { z } from 'zod';
import type { ActivityFilter } from '../../../shared/contract/activity.ts';
import type { CommandResult } from '../../../shared/contract/index.ts';
import { t } from '../../../shared/messages/index.ts';
import { type ActivityEntry, objectScreens, toShownOutcome } from '../../../shared/model/activity.ts';
import type { Environment } from '../../../shared/model/session/environment.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import { SerialQueue } from '../../concurrency/serial-queue.ts';
import { type CsvRow, writeCsv } from '../../formats/csv/csv-writer.ts';
import type { Ports } from '../ports.ts';
import * as procedures from './database.ts';
import * as excerpt from './excerpt.ts';
import { findObject } from './object.ts';

/** An entry of the activity without the fields that the feature adds. */
type ActivityRecord = Omit<procedures.NewEntry, 'at' | 'osUser'>;

type Activity = ReturnType<typeof createActivity>;

type FindProfileIds = (name: string, environment: Environment) => Promise<readonly string[]>;

const pageLength = 2_000;

/** The names of the columns of an export. */
export const activityExportHeader = () => [
  t('activity.field.number'),
  t('activity.field.timeUtc'),
  t('activity.field.user'),
  t('activity.field.profile'),
  t('activity.field.environment'),
  t('activity.field.kind'),
  t('activity.field.subject'),
  t('activity.field.outcome'),
  t('activity.field.request'),
  t('activity.field.status'),
  t('activity.field.requestId'),
  t('activity.field.bytesSent'),
  t('activity.field.milliseconds'),
];

function toExportRow(entry: ActivityEntry): CsvRow {
  return [
    entry.id,
    entry.at,
    entry.osUser,
    entry.profile,
    entry.environment,
    t(`activity.kind.${entry.kind}`),
    entry.subject,
    t(`activity.outcome.${toShownOutcome(entry)}`),
    entry.request,
    entry.status,
    entry.requestId,
    entry.bytesSent,
    entry.milliseconds,
  ];
}

/** Creates the feature. Write failures are passed to `onProblem`, because recording must never stop the work itself. */
export function createActivity(
  deps: Pick<Ports, 'store' | 'clock' | 'dialogs' | 'saved' | 'publisher'> & {
    readonly osUser: string;
    /** Returns the key that seals the chain; `null` without a library whose key is kept. */
    readonly sealKey: () => Uint8Array | null;
    readonly onProblem: (thrown: unknown) => void;
  },
) {
  const { store, clock, dialogs, publisher } = deps;
  let pendingEntries: procedures.NewEntry[] = [];
  const writes = new SerialQueue();
  void writes.run(publishCount);
  let isWriteScheduled = false;

  async function publishCount(): Promise<void> {
    try {
      publisher.publish('activity', await store.run(procedures.countEntries, null));
    } catch (thrown) {
      deps.onProblem(thrown);
    }
  }

  const append = (entries: procedures.NewEntry[]) =>
    store.run(procedures.appendEntries, { entries, key: deps.sealKey() });

  async function writePending(): Promise<void> {
    isWriteScheduled = false;
    const entries = pendingEntries;
    pendingEntries = [];
    if (entries.length === 0) return;
    try {
      publisher.publish('activity', await append(entries));
    } catch (thrown) {
      pendingEntries = [...entries, ...pendingEntries];
      deps.onProblem(thrown);
    }
  }

  async function* exportRows(filter: ActivityFilter): AsyncGenerator<CsvRow> {
    let after = 0;
    for (;;) {
      const entries = await store.run(procedures.selectExportPage, { after, limit: pageLength, filter });
      for (const entry of entries) yield toExportRow(entry);
      const lastEntry = entries.at(-1);
      if (lastEntry === undefined) return;
      after = lastEntry.id;
    }
  }

  async function* exportEntries(numbers: readonly number[]): AsyncGenerator<CsvRow> {
    for (let start = 0; start < numbers.length; start += pageLength) {
      const page = numbers.slice(start, start + pageLength);
      const entries = await store.run(excerpt.selectEntries, { numbers: page });
      for (const entry of entries) yield toExportRow(entry);
    }
  }

  /** Checks the seal, after entries that were written without its key are sealed. */
  async function checkSeal(): Promise<CommandResult<'activity.verify'>['seal']> {
    const key = deps.sealKey();
    if (key === null) return 'unknown';
    await writes.run(() => append([]));
    return (await store.run(procedures.isSealed, { key })).sealed ? 'intact' : 'broken';
  }

  async function verifyAll(): Promise<CommandResult<'activity.verify'>> {
    const seal = await checkSeal();
    let entries = 0;
    let position = { after: 0, previous: '' };
    for (;;) {
      const range = await store.run(procedures.verifyRange, { ...position, limit: pageLength });
      entries += range.checked;
      if (range.brokenAt !== null || range.checked === 0) return { entries, brokenAt: range.brokenAt, seal };
      position = { after: range.last, previous: range.previous };
    }
  }

  async function findObjectOf(
    entry: ActivityEntry,
    findProfileIds: FindProfileIds,
  ): Promise<CommandResult<'activity.object'>> {
    if (entry.profile === null || entry.environment === null) return null;
    const profileIds = await findProfileIds(entry.profile, entry.environment);
    if (profileIds.length === 0) return null;
    if (objectScreens[entry.kind] === 'settings')
      return { profileId: null, target: { screen: 'settings', section: 'profiles' } };
    return store.run(findObject, { entry, profileIds: [...profileIds] });
  }

  return {
    /** Queues an entry for writing. Entries that arrive close together share one commit. */
    record(entry: ActivityRecord) {
      pendingEntries.push({ ...entry, at: clock.now(), osUser: deps.osUser });
      if (isWriteScheduled) return;
      isWriteScheduled = true;
      void writes.run(writePending);
    },
    /** Resolves when everything recorded so far is on the disk. */
    whenFlushed: () => writes.run(writePending),
    /** Returns the numbers of the entries about statements and proofs, in ascending order. */
    findEntriesOf: (subjects: z.input<(typeof excerpt.findEntriesOf)['args']>) =>
      store.run(excerpt.findEntriesOf, subjects),
    /** Yields the entries with these ascending numbers as rows of an export. */
    exportEntries,
    /** Returns whether the fingerprint of a pack was recorded, or another one for its folder. */
    findPackRecord: (folder: string, fingerprint: string) =>
      store.run(excerpt.findPackRecord, { folder, fingerprint }),
    /** Returns how many entries of these kinds each subject has, including those that are being written. */
    async countBySubject(kinds: readonly ActivityEntry['kind'][]) {
      await writes.run(writePending);
      return store.run(excerpt.countBySubject, { kinds: [...kinds] });
    },
    /** Entries name their profile: `findProfileIds` returns the IDs of the profiles with a name in an environment. */
    createHandlers: (findProfileIds: FindProfileIds): Handlers => ({
      'activity.list': (args) => store.run(procedures.listEntries, args),
      'activity.object': async (args) => {
        const entry = await store.run(procedures.getEntry, args);
        return entry === null ? null : findObjectOf(entry, findProfileIds);
      },
      'activity.verify': verifyAll,
      'activity.export': async ({ filter }) => {
        const path = await dialogs.chooseSavePath(t('activity.export.title'), t('activity.export.fileName'));
        if (path === null) return { savedAs: null };
        await writeCsv(deps.saved.writeFileAtomically, path, activityExportHeader(), exportRows(filter));
        return { savedAs: deps.saved.add(path) };
      },
    }),
  };
}

/** Optional details of a record. The default is outcome `done` with nothing sent. */
type RecordDetails = Partial<Pick<ActivityRecord, 'outcome' | 'request' | 'milliseconds'>>;

/** Records a local action, for a profile or for none. */
type RecordActivity = (
  kind: ActivityRecord['kind'],
  subject: string,
  profile: Pick<Profile, 'name' | 'environment'> | null,
  details?: RecordDetails,
) => void;

const nothingSent = { request: null, status: null, requestId: null, bytesSent: 0, milliseconds: 0 };

/** Returns the function that records local actions, which send no request: exports, changes of profiles and others. */
export function createRecorder(activity: Pick<Activity, 'record'>): RecordActivity {
  return (kind, subject, profile, details = {}) =>
    activity.record({
      ...nothingSent,
      kind,
      subject,
      profile: profile?.name ?? null,
      environment: profile?.environment ?? null,
      outcome: 'done',
      ...details,
    });
}
