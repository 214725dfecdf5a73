/** @file Fixture of the proofs feature with a keychain and a database that can fail. */
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { systemClock, systemRandom } from '../../../../src/main/concurrency/clock.ts';
import { createReader } from '../../../../src/main/features/proofs/extraction/reader.ts';
import { createProofRepository } from '../../../../src/main/features/proofs/proof-repository.ts';
import { createProofs } from '../../../../src/main/features/proofs/proofs.ts';
import { createDiskSpace } from '../../../../src/main/storage/disk-space.ts';
import { createLibrary, type Library } from '../../../../src/main/storage/library/library.ts';
import { openStore, type Store } from '../../../../src/main/storage/store/store.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { type Profile, profileOptionsSchema } from '../../../../src/shared/model/session/profile.ts';
import { entries } from '../../../fakes/entries.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { createFakeVault } from '../../../fakes/platform/vault.ts';
import { openService } from '../../../fakes/servers/service.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';
import { startSimulator } from '../../../practice/simulator.ts';
import { createMovingClock } from '../documents/moving-clock.ts';

const diskFullError = () => new PaydeskError('disk-full', 'The disk is full', { retryable: true });

/** Creates a data folder, a keychain and a practice company. */
export async function createProofsFixture() {
  const folder = await temporaryFolder();
  const simulator = await startSimulator();
  onTestFinished(async () => {
    await simulator.close();
    await folder.remove();
  });
  const vault = createFakeVault();
  /** While `isFull` is set, database writes fail with `disk-full`; while `hasNoFileSpace` is set, writes of files do. */
  const disk = { isFull: false, hasNoFileSpace: false, isWaitedFor: false };

  /** Starts the feature, signed in, and closes it at the end of the test unless the test has closed it. */
  async function start({ dataFolder = folder.path, readerEntry = entries.proofReader } = {}) {
    const clock = createMovingClock();
    const realStore = await openStore(entries.store, join(dataFolder, 'paydesk.db'));
    const store: Store = {
      ...realStore,
      async run(procedure, args) {
        if (disk.isFull) throw diskFullError();
        return realStore.run(procedure, args);
      },
    };
    const realLibrary = createLibrary({
      dataFolder,
      store: realStore,
      vault,
      clock: systemClock,
      random: systemRandom,
    });
    const library: Library = {
      ...realLibrary,
      async seal(...args) {
        if (disk.hasNoFileSpace) throw diskFullError();
        return realLibrary.seal(...args);
      },
    };
    const diskSpace = createDiskSpace({
      clock,
      readFreeBytes: async () => Number.MAX_VALUE,
      onChange: (full) => {
        disk.isWaitedFor = full !== null;
      },
    });
    const reader = createReader(readerEntry, systemClock);
    const rereader = createReader(readerEntry, systemClock);
    const repository = createProofRepository({
      library,
      diskSpace,
      reader,
      rereader,
      clock: systemClock,
      store,
      onUnreadable: () => undefined,
    });
    const proofs = createProofs({
      store,
      library,
      diskSpace,
      repository,
      clock,
      findStatementPayments: async () => new Map(),
      profileTopics: { of: () => ({ publish: () => undefined }) },
      onInterrupted: (_profile, error) => expect.unreachable(error.code),
      onUnexpected: (thrown) => expect.unreachable(String(thrown)),
    });
    async function closeAll(): Promise<void> {
      await proofs.stop();
      await library.close();
      await Promise.all([reader.close(), rereader.close()]);
      await store.close();
    }
    let closed: Promise<void> | null = null;
    function close(): Promise<void> {
      closed ??= closeAll();
      return closed;
    }
    onTestFinished(close);
    const { environment, hosts, credentials } = simulator;
    const { clientId, apiKey } = credentials;
    const { service } = openService({ base: hosts.auth, hosts, environment, clientId, apiKey });
    const profile: Profile = {
      id: 'test-profile',
      origin: 'clerk',
      name: 'Nordlicht',
      environment,
      clientId,
      hosts,
      options: profileOptionsSchema.parse({}),
    };
    const openProfile = { profile, service };
    await proofs.follow({ all: [openProfile], active: openProfile });

    /** Adds references whose requests hang; later requests get a response. */
    async function addUnanswered(references: readonly string[]): Promise<void> {
      simulator.faults.set('proof', { kind: 'hang' });
      await proofs.activeWorker().add(references, false);
      await eventually(() =>
        expect(simulator.calls().filter(({ route }) => route === 'proof')).toHaveLength(references.length),
      );
      simulator.faults.clear();
    }
    return { proofs: proofs.activeWorker(), clock, repository, library, addUnanswered, close };
  }
  return { folder: folder.path, simulator, vault, disk, start };
}
