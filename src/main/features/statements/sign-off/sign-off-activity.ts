/**
 * @file Records in Activity what happened to sign-offs. A record follows the stored entry, so an abrupt end of Paydesk can
 * prevent it: it is then written when the profile is opened again.
 */
import { formatDownload } from '../../../../shared/model/activity-subject.ts';
import type { Profile } from '../../../../shared/model/session/profile.ts';
import type { ReopeningCause, SignOffEntry } from '../../../../shared/model/statements/sign-off.ts';
import { SerialQueue } from '../../../concurrency/serial-queue.ts';
import * as procedures from '../database/listing.ts';
import * as transferProcedures from '../database/transfer.ts';
import type { StatementPorts } from '../ports.ts';
import type { SignOffLog } from './sign-off-rules.ts';

/** Kinds of entries of the activity. */
const kindOf = { signed: 'sign-off', withdrawn: 'withdraw-sign-off', reopened: 'reopen-sign-off' } as const;

export type SignOffKind = (typeof kindOf)[SignOffEntry['type']];

/** The records of sign-offs in Activity. */
export interface SignOffActivity {
  readonly record: (kind: SignOffKind, subject: string, profile: Profile) => void;
  /** Returns how many entries of these kinds there are about each subject. */
  readonly countRecords: (
    kinds: readonly SignOffKind[],
  ) => Promise<readonly { readonly kind: string; readonly subject: string; readonly entries: number }[]>;
}

interface SignOffRecordDeps
  extends SignOffActivity,
    Pick<StatementPorts, 'store' | 'statementFiles' | 'signOffs'> {
  readonly log: Pick<SignOffLog, 'list'>;
}

const subjectOf = ({
  wallet,
  ...statement
}: Omit<Parameters<typeof formatDownload>[0], 'walletId'> & { wallet: { id: number } }) =>
  formatDownload({ ...statement, walletId: wallet.id });

export function createSignOffRecords(deps: SignOffRecordDeps) {
  const { store } = deps;
  const changes = new SerialQueue();

  /** Returns the subjects of a profile's stored statements by SHA-256, the newest first: a file may belong to several. */
  async function listSubjects(profileId: string): Promise<ReadonlyMap<string, readonly string[]>> {
    const files = await deps.statementFiles.listFiles();
    const stored = await store.run(transferProcedures.listStoredItems, { profileId, format: null });
    const subjects = stored.map((statement) => ({
      sha256: files.get(statement.item)?.sha256 ?? '',
      subject: subjectOf(statement),
    }));
    const groups = Map.groupBy(subjects, ({ sha256 }) => sha256);
    return new Map([...groups].map(([sha256, group]) => [sha256, group.map(({ subject }) => subject)]));
  }

  return {
    /** The order of changes of rows and sign-offs, each with its record. */
    changes,
    /** Records an entry that was appended to the history of a statement. Runs among the `changes`. */
    async add(profile: Profile, type: SignOffEntry['type'], id: number) {
      const statement = await store.run(procedures.getStatement, { profileId: profile.id, id });
      deps.record(kindOf[type], subjectOf({ ...statement, id }), profile);
    },
    /** Reopens those of the files that are signed off, before what they concluded is changed. Files are items or SHA-256. */
    reopen: (profile: Profile, files: readonly string[], cause: ReopeningCause) =>
      changes.run(async () => {
        const { id: profileId } = profile;
        const stored = await deps.statementFiles.listFiles();
        const hashes = new Set(files.map((file) => stored.get(file)?.sha256 ?? file));
        for (const sha256 of hashes) {
          if (!(await deps.signOffs.reopen({ profileId, sha256 }, cause))) continue;
          const [subject] = (await listSubjects(profileId)).get(sha256) ?? [];
          if (subject !== undefined) deps.record(kindOf.reopened, subject, profile);
        }
      }),
    /** Adds the records of a profile that are missing. Rejects with the error of the library or the database. */
    complete: (profile: Profile) =>
      changes.run(async () => {
        const entries = await deps.log.list(profile.id);
        if (entries.length === 0) return;
        const subjectsOf = await listSubjects(profile.id);
        const records = await deps.countRecords(Object.values(kindOf));
        const unused = new Map(
          records.map(({ kind, subject, entries: count }) => [`${kind} ${subject}`, count]),
        );
        // Each entry of a history uses up one record.
        for (const {
          sha256,
          summary: { type },
        } of entries) {
          const subjects = subjectsOf.get(sha256) ?? [];
          const keys = subjects.map((subject) => `${kindOf[type]} ${subject}`);
          const used = keys.find((key) => (unused.get(key) ?? 0) > 0);
          const [newest] = subjects;
          if (used !== undefined) unused.set(used, (unused.get(used) ?? 0) - 1);
          else if (newest !== undefined) deps.record(kindOf[type], newest, profile);
        }
      }),
  };
}
