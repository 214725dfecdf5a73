import { expect, test } from 'vitest';
import type { OpenProfiles } from '../../../../src/main/app/open-profiles.ts';
import { createProfileTopics } from '../../../../src/main/bridge/profile-topics.ts';
import { setProfileBatches } from '../../../../src/main/features/documents/database/batches.ts';
import { startBatch } from '../../../../src/main/features/documents/database/review.ts';
import { createDocuments } from '../../../../src/main/features/documents/documents.ts';
import type { Intake } from '../../../../src/main/features/documents/intake/intake-client.ts';
import { HostBackoff } from '../../../../src/main/service/http/host-backoff.ts';
import type { Store } from '../../../../src/main/storage/store/store.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { idleIntake } from '../../../fakes/intake.ts';
import { createFakePlatform } from '../../../fakes/platform/platform.ts';
import { openTables, profile } from './tables.ts';

const openProfile = { profile, service: null };
const signedOut: OpenProfiles = { all: [], active: null };
const signedIn: OpenProfiles = { all: [openProfile], active: openProfile };

/** Documents over tables in memory, on a disk that a test fills. */
function openDocuments() {
  const tables = openTables();
  const disk = { full: false };
  const published: { name: string; value: unknown }[] = [];
  const unexpected: unknown[] = [];
  const listedPaths: string[] = [];
  const diskFullRetryStore: Store = {
    run: async (procedure, args) => tables.run(procedure, args),
    close: async () => undefined,
  };
  const store: Store = {
    ...diskFullRetryStore,
    async run(procedure, args) {
      if (disk.full && procedure.name === setProfileBatches.name)
        throw new PaydeskError('disk-full', 'There is no room');
      return tables.run(procedure, args);
    },
  };
  const intake: Intake = {
    ...idleIntake,
    async *walk(path) {
      listedPaths.push(path);
      yield [];
    },
  };
  const { clock, random, shell } = createFakePlatform();
  const profileTopics = createProfileTopics({
    publish: (name, value) => {
      if (name === 'batches') published.push({ name, value });
    },
  });
  const documents = createDocuments({
    store,
    diskFullRetryStore,
    intake,
    clock,
    random,
    hostBackoff: new HostBackoff(clock),
    shell,
    profileTopics,
    osUser: 'm.hansen',
    largeBytes: () => 1,
    uploadLimit: () => null,
    onInterrupted: () => undefined,
    onAttached: () => undefined,
    onRejected: () => undefined,
    onUnexpected: (thrown) => unexpected.push(thrown),
  });
  async function follow(profiles: OpenProfiles): Promise<void> {
    profileTopics.follow(profiles);
    await documents.follow(profiles);
  }
  return { tables, disk, documents, follow, published, unexpected, listedPaths };
}

test('a sign-out on a full disk hides the batches, and files are added after the next sign-in', async () => {
  const { tables, disk, documents, follow, published, unexpected, listedPaths } = openDocuments();
  const batchId = tables.addBatch('running');
  tables.addDocument(batchId, 'waiting-for-file', { beneficiaryId: tables.addBeneficiary('a') });
  await follow(signedIn);
  await eventually(() => expect(published.at(-1)?.value).toMatchObject([{ id: batchId }]));

  disk.full = true;
  await follow(signedOut);
  await eventually(() => expect(published.at(-1)).toEqual({ name: 'batches', value: [] }));
  expect(unexpected).toMatchObject([{ code: 'disk-full' }]);

  disk.full = false;
  await follow(signedIn);
  await documents.activeWorker().addPaths(['/clerk/a.pdf']);
  await eventually(() => expect(listedPaths).toEqual(['/clerk/a.pdf']));
  await documents.stop();
});

test('a drop that meets the start of a batch never enters the started batch', async () => {
  const { tables, documents, follow } = openDocuments();
  const batchId = tables.addBatch('draft');
  tables.addDocument(batchId, 'ready', { beneficiaryId: tables.addBeneficiary('a') });
  await follow(signedIn);
  const dropping = documents.activeWorker().addPaths(['/clerk/a.pdf']);
  const numbers = { batchId, documents: 1, beneficiaries: 1, at: 1, by: 'm.hansen' };
  expect(() => tables.run(startBatch, numbers)).toThrow(expect.objectContaining({ code: 'batch-not-ready' }));
  expect(await dropping).toBe(batchId);
  await documents.stop();
});

test('two drops at once are in one draft beside a batch that was started', async () => {
  const { tables, documents, follow } = openDocuments();
  const startedId = tables.addBatch('running');
  await follow(signedIn);
  const { addPaths } = documents.activeWorker();
  const [first, second] = await Promise.all([addPaths(['/clerk/a.pdf']), addPaths(['/clerk/b.pdf'])]);
  expect([first === second, first === startedId]).toEqual([true, false]);
  await documents.stop();
});
