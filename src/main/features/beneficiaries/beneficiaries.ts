/** @file The beneficiaries feature: the address book, drafts, and unknown outcomes with their two ways out. */
import { z } from 'zod';
import { beneficiariesCommands } from '../../../shared/contract/beneficiaries.ts';
import { PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import type { AttachedDocument, UnknownOutcome } from '../../../shared/model/beneficiary.ts';
import type { Page, PageRequest } from '../../../shared/model/paging.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import { beneficiaryFileWords } from '../../../shared/words/beneficiaries.ts';
import type { ProfileTopics } from '../../bridge/profile-topics.ts';
import { type Handlers, handle } from '../../bridge/registrar.ts';
import type { ListReader } from '../../list-reader.ts';
import type { Clock, Dialogs } from '../../platform.ts';
import type { Store } from '../../store/store.ts';
import { readAddressBook } from './import.ts';
import * as tables from './tables.ts';

/** What is known of attach operations, by whoever performs them. */
export interface AttachRecords {
  attached(beneficiaryId: number, page: PageRequest): Promise<Page<AttachedDocument>>;
  unknown(profileId: string): Promise<UnknownOutcome[]>;
  settle(decision: {
    readonly attachId: number;
    readonly decision: 'is-there' | 'send-again';
    readonly recipientId: string | null;
  }): Promise<void>;
  /** A new beneficiary of a profile has got its ID: what waited for it goes on. */
  identified(profileId: string): void;
  /** Creates a draft at the service without documents. Rejects with why it was not created. */
  create(beneficiaryId: number): Promise<void>;
}

/** The feature. */
export interface Beneficiaries {
  readonly handlers: Handlers;
  /** What is attached to beneficiaries of a profile, or unknown of it, changed; or the profile was opened. */
  invalidate(profileId: string): void;
  /** Adds to the address book of a profile, and renames in it, what a CSV file lists. Throws `file-unreadable`. */
  importFile(profileId: string, path: string): Promise<unknown>;
  forgetProfile(profileId: string): Promise<void>;
}

const objectSchema = z.record(z.string(), z.unknown());
const maxRefusedShown = 200;

/** Digits of a number that survive being read and written again. */
const maxDigits = 15;

/** The first number that would reach the service with other digits than the clerk typed, such as an account number. */
function findUnsafeNumber(json: string): string | undefined {
  const withoutTexts = json.replace(/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g, '""');
  const numbers = withoutTexts.match(/-?\d[\d.]*(?:e[+-]?\d+)?/gi) ?? [];
  const digits = (number: string) => (number.split(/e/i)[0] ?? '').replace(/\D/g, '').replace(/^0+/, '');
  return numbers.find((number) => digits(number).length > maxDigits);
}

/** The clerk's JSON object, checked. Throws `payload-invalid`; `documentDetails` is Paydesk's to fill. */
function checkPayload(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : '';
    throw new PaydeskError('payload-invalid', 'The payload is not JSON', { details: { message } });
  }
  if (Array.isArray(value) || !objectSchema.safeParse(value).success) {
    throw new PaydeskError('payload-invalid', 'The payload is not an object', { details: { message: '' } });
  }
  if (Object.hasOwn(objectSchema.parse(value), 'documentDetails')) {
    throw new PaydeskError('payload-invalid', 'The payload names documentDetails', {
      details: { message: 'documentDetails' },
    });
  }
  const number = findUnsafeNumber(text);
  if (number !== undefined) {
    throw new PaydeskError('payload-invalid', 'A number would lose digits', { details: { message: number } });
  }
  return text;
}

/** Creates the feature. `profile` throws `sign-in-needed` without one. */
export function createBeneficiaries(deps: {
  readonly store: Store;
  /** The same store, which waits for room on the disk. */
  readonly diskFullRetryStore: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly dialogs: Dialogs;
  readonly profileTopics: Pick<ProfileTopics, 'of'>;
  readonly profile: () => Profile;
  readonly records: AttachRecords;
  readonly readList: ListReader;
  /** The bytes of a file of the clerk's. */
  readonly bytesOf: (path: string) => AsyncIterable<Uint8Array>;
  /** Path of a list that was dropped among documents. Rejects when there is no such list. */
  readonly listPath: (documentId: number) => Promise<string>;
  readonly onUnexpected: (thrown: unknown) => void;
}): Beneficiaries {
  const { store, dialogs, profileTopics, records } = deps;
  /** Numbers of all profiles together, so that another profile's value is never taken for the one before it. */
  let revision = 0;
  /** The number of the newest look by profile. */
  const latest = new Map<string, number>();
  const profileId = () => deps.profile().id;

  async function publish(ofProfileId: string): Promise<void> {
    revision += 1;
    const mine = revision;
    latest.set(ofProfileId, mine);
    const publisher = profileTopics.of(ofProfileId);
    // Both are asked for at once: what is asked for before the store closes is still answered.
    const [states, unknown] = await Promise.all([
      store.run(tables.count, { profileId: ofProfileId }),
      records.unknown(ofProfileId),
    ]);
    if (mine !== latest.get(ofProfileId)) return;
    const total = states.reduce((sum, { number }) => sum + number, 0);
    const counts = Object.fromEntries(states.map(({ state, number }) => [state, number]));
    publisher.publish('beneficiaries', { revision: mine, total, counts, unknown });
  }

  function invalidate(ofProfileId: string): void {
    publish(ofProfileId).catch((thrown: unknown) => {
      if (toPaydeskError(thrown).code !== 'disk-full') return deps.onUnexpected(thrown);
      // On a full disk nothing can be read together with what is written: what is shown follows when there is room.
      const again = () => invalidate(ofProfileId);
      deps.diskFullRetryStore.run(tables.count, { profileId: ofProfileId }).then(again, deps.onUnexpected);
    });
  }

  async function publishAfter<Result>(work: Promise<Result>): Promise<Result> {
    const ofProfileId = profileId();
    const result = await work;
    invalidate(ofProfileId);
    return result;
  }

  async function importFile(ofProfileId: string, path: string, skipExisting = false) {
    const { lines, refused } = await readAddressBook(deps.readList, deps.bytesOf(path));
    const counts = await store.run(tables.importMany, {
      profileId: ofProfileId,
      entries: lines,
      onlyNew: skipExisting,
    });
    invalidate(ofProfileId);
    return { ...counts, refused: refused.slice(0, maxRefusedShown), refusedTotal: refused.length };
  }

  const commands = beneficiariesCommands;
  const handlers: Handlers = {
    'beneficiaries.list': handle(commands['beneficiaries.list'], (args) =>
      store.run(tables.list, { ...args, profileId: profileId() }),
    ),
    'beneficiaries.get': handle(commands['beneficiaries.get'], async ({ id }) => {
      const found = await store.run(tables.get, { id, profileId: profileId() });
      if (found === null) throw new PaydeskError('beneficiary-unknown', 'There is no such beneficiary');
      return found;
    }),
    'beneficiaries.add': handle(commands['beneficiaries.add'], (args) =>
      publishAfter(store.run(tables.add, { ...args, profileId: profileId() })),
    ),
    'beneficiaries.rename': handle(commands['beneficiaries.rename'], (args) =>
      publishAfter(store.run(tables.rename, { ...args, profileId: profileId() })),
    ),
    'beneficiaries.remove': handle(commands['beneficiaries.remove'], (args) =>
      publishAfter(store.run(tables.remove, { ...args, profileId: profileId() })),
    ),
    'beneficiaries.import': handle(commands['beneficiaries.import'], async ({ documentId, onlyNew }) => {
      const ofProfileId = profileId();
      const path =
        documentId === null
          ? await dialogs.openFile(beneficiaryFileWords.importTitle, ['csv', 'txt'])
          : await deps.listPath(documentId);
      return path === null ? null : importFile(ofProfileId, path, onlyNew);
    }),
    'beneficiaries.listed': handle(commands['beneficiaries.listed'], async ({ documentId }) => {
      const ofProfileId = profileId();
      const path = await deps.listPath(documentId);
      const { lines } = await readAddressBook(deps.readList, deps.bytesOf(path));
      const recipientIds = [...new Set(lines.map(({ recipientId }) => recipientId))];
      const { known } = await store.run(tables.countKnown, { profileId: ofProfileId, recipientIds });
      return { beneficiaries: recipientIds.length, new: recipientIds.length - known };
    }),
    'beneficiaries.draft': handle(commands['beneficiaries.draft'], ({ label, payload }) =>
      publishAfter(
        store.run(tables.addDraft, {
          label,
          payload: checkPayload(payload),
          profileId: profileId(),
          at: deps.clock.now(),
        }),
      ),
    ),
    'beneficiaries.payload': handle(commands['beneficiaries.payload'], async ({ id }) => {
      const found = await store.run(tables.payload, { id, profileId: profileId() });
      if (found === null) throw new PaydeskError('beneficiary-unknown', 'This beneficiary is no draft');
      return found;
    }),
    'beneficiaries.changeDraft': handle(commands['beneficiaries.changeDraft'], ({ id, label, payload }) =>
      publishAfter(
        store.run(tables.changeDraft, { id, label, payload: checkPayload(payload), profileId: profileId() }),
      ),
    ),
    'beneficiaries.create': handle(commands['beneficiaries.create'], async ({ id }) => {
      await publishAfter(records.create(id));
      return null;
    }),
    'beneficiaries.setRecipientId': handle(commands['beneficiaries.setRecipientId'], async (args) => {
      const ofProfileId = profileId();
      await publishAfter(store.run(tables.setRecipientId, { ...args, profileId: ofProfileId }));
      records.identified(ofProfileId);
      return null;
    }),
    'beneficiaries.attached': handle(commands['beneficiaries.attached'], ({ id, ...page }) =>
      records.attached(id, page),
    ),
    'beneficiaries.unknownOutcomes': handle(commands['beneficiaries.unknownOutcomes'], () =>
      records.unknown(profileId()),
    ),
    'beneficiaries.settle': handle(commands['beneficiaries.settle'], async (args) => {
      const recipientId = args.decision === 'is-there' ? args.recipientId : null;
      await publishAfter(records.settle({ attachId: args.attachId, decision: args.decision, recipientId }));
      return null;
    }),
  };

  return {
    handlers,
    invalidate,
    importFile,
    async forgetProfile(forgotten) {
      await store.run(tables.removeProfile, { profileId: forgotten });
      invalidate(forgotten);
    },
  };
}
