import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createBeneficiaries } from '../../../../src/main/features/beneficiaries/beneficiaries.ts';
import { createDiskSpace } from '../../../../src/main/storage/disk-space.ts';
import { openStore, type Store } from '../../../../src/main/storage/store/store.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { entries } from '../../../fakes/entries.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { createFakePlatform } from '../../../fakes/platform/platform.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';

test('the published address book is updated when the disk has space again', async () => {
  const folder = await temporaryFolder();
  const realStore = await openStore(entries.store, join(folder.path, 'paydesk.db'));
  onTestFinished(async () => {
    await realStore.close();
    await folder.remove();
  });
  const disk = { full: true };
  const store: Store = {
    ...realStore,
    async run(procedure, args) {
      if (disk.full) throw new PaydeskError('disk-full', 'The disk is full', { retryable: true });
      return realStore.run(procedure, args);
    },
  };
  const clock = createFakeClock();
  const published: unknown[] = [];
  const unexpected: unknown[] = [];
  const refuse = () => Promise.reject(new Error('Not expected in this test'));
  const beneficiaries = createBeneficiaries({
    store,
    diskFullRetryStore: createDiskSpace({
      clock,
      readFreeBytes: async () => 0,
      onChange: () => undefined,
    }).retryStore(store),
    clock,
    dialogs: createFakePlatform().dialogs,
    profileTopics: { of: () => ({ publish: (_name, value) => published.push(value) }) },
    profile: () => {
      throw new Error('Not expected in this test');
    },
    records: {
      listAttached: refuse,
      listUnknownOutcomes: () => Promise.resolve([]),
      settle: refuse,
      resumeAfterIdentification: () => undefined,
      createAtService: refuse,
    },
    readList: refuse,
    readChosenFile: () => {
      throw new Error('Not expected in this test');
    },
    addressBookPath: refuse,
    onUnexpected: (thrown) => unexpected.push(thrown),
  });

  beneficiaries.invalidate('north');
  await eventually(() => expect(clock.waiting()).toBe(1));
  expect(published).toEqual([]);
  disk.full = false;
  await clock.advance(5_000);
  await eventually(() => expect(published).toMatchObject([{ total: 0, unknown: [] }]));
  expect(unexpected).toEqual([]);
});
