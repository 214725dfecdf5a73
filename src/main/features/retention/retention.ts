/**
 * @file Stored files that may be removed because the administrator's retention period is over. Only a clerk removes them;
 * each removal is recorded before it. What an interrupted removal leaves is listed as due.
 */
import { PaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { Need, OpenWork } from '../../../shared/model/needs-you/needs-you.ts';
import {
  type DueFile,
  hasRetentionPeriods,
  maxDueFiles,
  type RetainedId,
  type RetainedKind,
  type RetentionPeriods,
} from '../../../shared/model/retention.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import { type RetainedItem, type RetainedItems, toDay } from '../../app/retained-items.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import { SerialQueue } from '../../concurrency/serial-queue.ts';
import type { Clock } from '../../platform/platform.ts';
import type { Library } from '../../storage/library/library.ts';

/** Returns the day some calendar years later. A period from 29 February ends on 28 February of a common year. */
function addYears(day: string, years: number): string {
  const later = `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;
  const isMissingLeapDay = later.endsWith('-02-29') && new Date(`${later}T00:00:00Z`).getUTCDate() !== 29;
  return isMissingLeapDay ? later.replace('-02-29', '-02-28') : later;
}

/** Returns the first day (YYYY-MM-DD) that is more than some calendar years after a day. */
export function findDueDate(day: string, years: number): string {
  const end = new Date(`${addYears(day, years)}T00:00:00Z`);
  end.setUTCDate(end.getUTCDate() + 1);
  return end.toISOString().slice(0, 10);
}

/** A stored file whose period is over. */
type DueItem = RetainedItem & Pick<DueFile, 'kind' | 'dueSince'>;

const yearsOf = (periods: RetentionPeriods, kind: RetainedKind): number | null =>
  ({ statement: periods.statements, proof: periods.proofs, notes: periods.notes })[kind];

/** Returns the due files of all profiles on a day, those that have been due longest first. Rejects with library errors. */
export async function findDueItems(
  periods: RetentionPeriods,
  items: Readonly<Record<RetainedKind, RetainedItems>>,
  today: string,
): Promise<DueItem[]> {
  const toDue = (kind: RetainedKind, listed: readonly RetainedItem[]): DueItem[] => {
    const years = yearsOf(periods, kind);
    if (years === null) return [];
    return listed
      .map((item) => ({ ...item, kind, dueSince: findDueDate(item.periodStart, years) }))
      .filter(({ dueSince }) => dueSince <= today);
  };
  const [storedStatements, proofs, notes] = await Promise.all([
    items.statement.list(),
    periods.proofs === null ? [] : items.proof.list(),
    periods.notes === null ? [] : items.notes.list(),
  ]);
  const statements = toDue('statement', storedStatements);
  const fileOf = ({ profileId, sha256 }: RetainedItem) => `${profileId} ${sha256}`;
  const dueIds = new Set(statements.map(({ id }) => id));
  const keptFiles = new Set(storedStatements.filter(({ id }) => !dueIds.has(id)).map(fileOf));
  // Notes stay at least as long as their statement, however long ago they were written.
  const dueNotes = toDue('notes', notes).filter((item) => !keptFiles.has(fileOf(item)));
  return [...statements, ...toDue('proof', proofs), ...dueNotes].toSorted(
    (one, other) =>
      one.dueSince.localeCompare(other.dueSince) ||
      one.kind.localeCompare(other.kind) ||
      one.id.localeCompare(other.id),
  );
}

/** The sign-offs of statements. */
interface SignOffs {
  /** Returns the SHA-256, in hex, of the statements of a profile that are signed off since a calendar year (UTC). */
  listSignedOff(profileId: string, year: number): Promise<ReadonlySet<string>>;
}

type CheckedItem = RetainedItem & { readonly kind: RetainedKind };

/** Creates a function that returns those items of a profile that are signed off, or belong to what is signed off. */
function createSignOffCheck({
  signOffs,
  findReferencesIn,
}: Pick<RetentionDeps, 'signOffs' | 'findReferencesIn'>) {
  /** The latest search by profile: statements are read again only for other statements or references. */
  const searches = new Map<string, { readonly key: string; readonly found: ReadonlySet<string> }>();

  async function searchReferences(
    profileId: string,
    sha256s: ReadonlySet<string>,
    references: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const key = JSON.stringify([[...sha256s].toSorted(), references]);
    const last = searches.get(profileId);
    if (last?.key === key) return last.found;
    const found = await findReferencesIn(profileId, sha256s, references);
    searches.set(profileId, { key, found });
    return found;
  }

  return async <Item extends CheckedItem>(
    profileId: string,
    year: number,
    items: readonly Item[],
  ): Promise<ReadonlySet<Item>> => {
    const signedOff = await signOffs.listSignedOff(profileId, year);
    if (signedOff.size === 0) return new Set();
    const references = [...new Set(items.flatMap(({ reference }) => reference ?? []))].toSorted();
    const found =
      references.length === 0 ? new Set<string>() : await searchReferences(profileId, signedOff, references);
    return new Set(
      items.filter(
        ({ sha256, reference }) =>
          (sha256 !== null && signedOff.has(sha256)) || (reference !== null && found.has(reference)),
      ),
    );
  };
}

interface RetentionDeps {
  readonly signOffs: SignOffs;
  /**
   * Returns those of the references that occur in any of the statements with these SHA-256; all references when one of the
   * statements cannot be searched.
   */
  readonly findReferencesIn: (
    profileId: string,
    sha256s: ReadonlySet<string>,
    references: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  readonly periods: RetentionPeriods;
  readonly items: Readonly<Record<RetainedKind, RetainedItems>>;
  readonly library: Pick<Library, 'start' | 'state' | 'list'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly findActiveProfile: () => Profile | null;
  readonly activity: {
    record(subject: string, owner: Pick<Profile, 'name' | 'environment'>): void;
    whenFlushed(): Promise<void>;
  };
  /** Called when files were removed. */
  readonly onRemoved: () => void;
}

export interface Retention {
  /** The actions of the command. */
  readonly actions: Pick<NonNullable<Handlers['needsYou.items']>, 'listDue' | 'removeDue'>;
  /** Returns the numbers of due files by profile; none while the library is closed. */
  listOpenWork(): Promise<OpenWork>;
}

/** Files that are removed and recorded together. */
const filesPerStep = 50;

const keyOf = ({ kind, id }: RetainedId) => `${kind} ${id}`;

function describeStatement(statement: DueFile['statement']): string {
  if (statement === null) return t('retention.gone');
  const { walletId, since, till } = statement;
  return t('retention.activity.wallet', { wallet: String(walletId), since, till });
}

function describeItem({ kind, statement, reference, storedOn }: DueItem): string {
  return kind === 'proof'
    ? t('retention.activity.proof', { reference: reference ?? '', date: storedOn })
    : t(`retention.activity.${kind}`, { statement: describeStatement(statement) });
}

export function createRetention(deps: RetentionDeps): Retention {
  const { periods, library, clock, activity } = deps;
  const hasPeriods = hasRetentionPeriods(periods);
  const findSignedOff = createSignOffCheck(deps);
  /** Lists and removals run one after the other. */
  const work = new SerialQueue();
  let lastDue: { readonly fingerprint: string; readonly due: readonly DueItem[] } | null = null;

  const today = () => toDay(clock.now());
  const findSignedOffThisYear = (profileId: string, items: readonly DueItem[]) =>
    findSignedOff(profileId, Number(today().slice(0, 4)), items);

  /** Returns the due files of a profile, each with whether it must be kept. Rejects with library errors. */
  async function listDueOf(profileId: string): Promise<(DueItem & { readonly isSignedOff: boolean })[]> {
    await library.start();
    // A library that was never used is not created just to be read.
    if (!hasPeriods || library.state().state === 'unused') return [];
    await library.list('statement');
    const due = await findDueItems(periods, deps.items, today());
    const ofProfile = due.filter((item) => item.profileId === profileId);
    const signedOff = await findSignedOffThisYear(profileId, ofProfile);
    return ofProfile.map((item) => ({ ...item, isSignedOff: signedOff.has(item) }));
  }

  /** Records the removal of some files, then removes them. */
  async function removeStep(profile: Profile, kind: RetainedKind, step: readonly DueItem[]): Promise<void> {
    for (const item of step) activity.record(describeItem(item), profile);
    await activity.whenFlushed();
    try {
      await deps.items[kind].remove(
        profile.id,
        step.map(({ id }) => id),
      );
    } finally {
      lastDue = null;
      deps.onRemoved();
    }
  }

  function requireProfile(): Profile {
    const profile = deps.findActiveProfile();
    if (profile === null) throw new PaydeskError('sign-in-needed', 'No profile is signed in');
    return profile;
  }

  async function remove(profile: Profile, files: readonly RetainedId[]): Promise<number> {
    const due = new Map((await listDueOf(profile.id)).map((item) => [keyOf(item), item]));
    const chosen = [...new Set(files.map(keyOf))].map((key) => due.get(key));
    const removable = chosen.filter((item) => item !== undefined).filter(({ isSignedOff }) => !isSignedOff);
    if (removable.length < chosen.length)
      throw new PaydeskError('retention-changed', 'A file is not due for removal, or was signed off');
    for (const [kind, items] of Map.groupBy(removable, (item) => item.kind))
      for (let offset = 0; offset < items.length; offset += filesPerStep)
        await removeStep(profile, kind, items.slice(offset, offset + filesPerStep));
    return removable.length;
  }

  return {
    actions: {
      listDue: () =>
        work.run(async () => {
          const due = await listDueOf(requireProfile().id);
          const rows = due
            .slice(0, maxDueFiles)
            .map(({ kind, id, statement, reference, storedOn, dueSince, isSignedOff }) => ({
              kind,
              id,
              statement,
              reference,
              storedOn,
              dueSince,
              isSignedOff,
            }));
          return { total: due.length, rows };
        }),
      removeDue: ({ due }) => work.run(async () => ({ removed: await remove(requireProfile(), due) })),
    },
    async listOpenWork() {
      const { state } = library.state();
      if (!hasPeriods || (state !== 'kept' && state !== 'session-only')) return { needs: [], moving: [] };
      // Thousands of files are compared only when the library or the day has changed.
      const fingerprint = JSON.stringify([library.state(), today()]);
      if (lastDue?.fingerprint !== fingerprint)
        lastDue = { fingerprint, due: await findDueItems(periods, deps.items, today()) };
      const needs: Need[] = [];
      for (const [profileId, items] of Map.groupBy(lastDue.due, (item) => item.profileId)) {
        const signedOff = await findSignedOffThisYear(profileId, items);
        const removable = items.filter((item) => !signedOff.has(item));
        const since = removable[0] === undefined ? null : `${removable[0].dueSince}T00:00:00.000Z`;
        if (since !== null) needs.push({ kind: 'retention-due', profileId, since, items: removable.length });
      }
      return { needs, moving: [] };
    },
  };
}
