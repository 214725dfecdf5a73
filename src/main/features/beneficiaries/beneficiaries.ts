/** @file The beneficiaries feature: the address book, drafts, and settling unknown outcomes. */
import { PaydeskError } from '../../../shared/errors.ts';
import { checkPayload } from '../../../shared/json-object/check-payload.ts';
import { t } from '../../../shared/messages/index.ts';
import {
  type AttachedDocument,
  hasPlaceholder,
  type UnknownOutcome,
} from '../../../shared/model/beneficiary.ts';
import type { Page, PageRequest } from '../../../shared/model/paging.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { ProfileTopics } from '../../bridge/profile-topics.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import type { ListReader } from '../../formats/csv/list-reader.ts';
import type { Clock, Dialogs } from '../../platform/platform.ts';
import type { Store } from '../../storage/store/store.ts';
import * as procedures from './database.ts';
import { addressBookSchema, type ImportedLine } from './parse-address-book.ts';

/** Access to attach operations, implemented by the documents feature. */
interface AttachRecords {
  listAttached(beneficiaryId: number, page: PageRequest): Promise<Page<AttachedDocument>>;
  listUnknownOutcomes(profileId: string): Promise<UnknownOutcome[]>;
  settle(decision: {
    readonly attachId: number;
    readonly decision: 'is-there' | 'send-again';
    readonly recipientId: string | null;
  }): Promise<void>;
  /** Resumes work that waited for the recipient ID of a new beneficiary. */
  resumeAfterIdentification(profileId: string): void;
  /** Creates a draft at the service without documents. Rejects when it was not created. */
  createAtService(beneficiaryId: number): Promise<void>;
}

const maxReportedLines = 200;

/** Validates the clerk's JSON object. Throws `payload-invalid`, also when it has `documentDetails`, which Paydesk adds, or a placeholder. */
function requirePayload(text: string): string {
  const { kind, message } = checkPayload(text);
  if (kind !== 'good')
    throw new PaydeskError('payload-invalid', 'The payload is not valid', { details: { message } });
  if (hasPlaceholder(text))
    throw new PaydeskError('payload-invalid', 'The payload has a placeholder', {
      details: { message: t('beneficiaries.payload.placeholder') },
    });
  return text;
}

/** Creates the feature. `profile` throws `sign-in-needed` while no profile is active. */
export function createBeneficiaries(deps: {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly dialogs: Dialogs;
  readonly profileTopics: Pick<ProfileTopics, 'of'>;
  readonly profile: () => Profile;
  readonly records: AttachRecords;
  readonly readList: ListReader;
  readonly readChosenFile: (path: string) => AsyncIterable<Uint8Array>;
  /** Path of an address book that was dropped among documents. Rejects when there is none. */
  readonly addressBookPath: (documentId: number) => Promise<string>;
  readonly onUnexpected: (thrown: unknown) => void;
}) {
  const { store, dialogs, profileTopics, records } = deps;
  /** Shared by all profiles, so that the values of two profiles never have the same revision. */
  let revision = 0;
  /** The newest revision by profile. */
  const latestRevisions = new Map<string, number>();
  const profileId = () => deps.profile().id;

  async function publish(ofProfileId: string): Promise<void> {
    revision += 1;
    const ownRevision = revision;
    latestRevisions.set(ofProfileId, ownRevision);
    const publisher = profileTopics.of(ofProfileId);
    // Requested together: the store still answers requests that were made before it closes.
    const [states, unknown] = await Promise.all([
      store.run(procedures.countByState, { profileId: ofProfileId }),
      records.listUnknownOutcomes(ofProfileId),
    ]);
    if (ownRevision !== latestRevisions.get(ofProfileId)) return;
    const total = states.reduce((sum, { number }) => sum + number, 0);
    const counts = Object.fromEntries(states.map(({ state, number }) => [state, number]));
    publisher.publish('beneficiaries', { revision: ownRevision, total, counts, unknown });
  }

  function invalidate(ofProfileId: string): void {
    publish(ofProfileId).catch(deps.onUnexpected);
  }

  async function publishAfter<Result>(work: Promise<Result>): Promise<Result> {
    const ofProfileId = profileId();
    const result = await work;
    invalidate(ofProfileId);
    return result;
  }

  async function importFile(ofProfileId: string, path: string, skipExisting = false) {
    const { lines, refused } = await readAddressBook(deps.readList, deps.readChosenFile(path));
    const counts = await store.run(procedures.importBeneficiaries, {
      profileId: ofProfileId,
      entries: lines,
      onlyNew: skipExisting,
    });
    invalidate(ofProfileId);
    return { ...counts, refused: refused.slice(0, maxReportedLines), refusedTotal: refused.length };
  }

  const handlers: Handlers = {
    'beneficiaries.list': (args) =>
      store.run(procedures.listBeneficiaries, { ...args, profileId: profileId() }),
    'beneficiaries.get': async ({ id }) => {
      const found = await store.run(procedures.selectBeneficiary, { id, profileId: profileId() });
      if (found === null) throw new PaydeskError('beneficiary-unknown', 'There is no such beneficiary');
      return found;
    },
    'beneficiaries.add': (args) =>
      publishAfter(store.run(procedures.addBeneficiary, { ...args, profileId: profileId() })),
    'beneficiaries.change': {
      rename: (args) =>
        publishAfter(store.run(procedures.renameBeneficiary, { ...args, profileId: profileId() })),
      setRecipientId: async (args) => {
        const ofProfileId = profileId();
        await publishAfter(store.run(procedures.setRecipientId, { ...args, profileId: ofProfileId }));
        records.resumeAfterIdentification(ofProfileId);
        return null;
      },
      remove: (args) =>
        publishAfter(store.run(procedures.removeBeneficiary, { ...args, profileId: profileId() })),
    },
    'beneficiaries.import': {
      count: async ({ documentId }) => {
        const ofProfileId = profileId();
        const path = await deps.addressBookPath(documentId);
        const { lines } = await readAddressBook(deps.readList, deps.readChosenFile(path));
        const recipientIds = [...new Set(lines.map(({ recipientId }) => recipientId))];
        const { known } = await store.run(procedures.countKnown, { profileId: ofProfileId, recipientIds });
        return { beneficiaries: recipientIds.length, new: recipientIds.length - known };
      },
      run: async ({ documentId, onlyNew }) => {
        const ofProfileId = profileId();
        const path =
          documentId === null
            ? await dialogs.chooseFileToOpen(t('beneficiaries.file.importTitle'), ['csv', 'txt'])
            : await deps.addressBookPath(documentId);
        return path === null ? null : importFile(ofProfileId, path, onlyNew);
      },
    },
    'beneficiaries.draft': {
      add: ({ label, payload }) =>
        publishAfter(
          store.run(procedures.addDraft, {
            label,
            payload: requirePayload(payload),
            profileId: profileId(),
            at: deps.clock.now(),
          }),
        ),
      read: async ({ id }) => {
        const found = await store.run(procedures.selectPayload, { id, profileId: profileId() });
        if (found === null) throw new PaydeskError('beneficiary-unknown', 'This beneficiary is not a draft');
        return found;
      },
      change: ({ id, label, payload }) =>
        publishAfter(
          store.run(procedures.changeDraft, {
            id,
            label,
            payload: requirePayload(payload),
            profileId: profileId(),
          }),
        ),
      create: async ({ id }) => {
        await publishAfter(records.createAtService(id));
        return null;
      },
    },
    'beneficiaries.attached': ({ id, ...page }) => records.listAttached(id, page),
    'beneficiaries.unknownOutcomes': () => records.listUnknownOutcomes(profileId()),
    'beneficiaries.settle': async (args) => {
      const recipientId = args.decision === 'is-there' ? args.recipientId : null;
      await publishAfter(records.settle({ attachId: args.attachId, decision: args.decision, recipientId }));
      return null;
    },
  };

  return {
    handlers,
    /** Publishes the address book of a profile. Call when its attach operations have changed, or it was opened. */
    invalidate,
    /** Imports a CSV file: adds and renames beneficiaries of a profile. Throws `file-unreadable`. */
    importFile,
    async forgetProfile(forgottenProfileId: string) {
      await store.run(procedures.removeProfile, { profileId: forgottenProfileId });
      invalidate(forgottenProfileId);
    },
  };
}

/** A line that cannot be imported. */
interface RefusedLine {
  /** Line number in the file, from 1. */
  readonly line: number;
  readonly problem: string;
}

interface AddressBook {
  readonly lines: readonly ImportedLine[];
  readonly refused: readonly RefusedLine[];
}

/** Reads an address book. Throws `file-unreadable`, as {@link ListReader} does. */
async function readAddressBook(readList: ListReader, bytes: AsyncIterable<Uint8Array>): Promise<AddressBook> {
  const { lines, refused } = addressBookSchema.parse(await readList('address-book', bytes));
  return {
    lines,
    refused: refused.map(({ line, problem }) => ({ line, problem: t(`beneficiaries.file.${problem}`) })),
  };
}
