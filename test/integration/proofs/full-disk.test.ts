import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemChance, systemClock } from '../../../src/main/clock.ts';
import { createProofKeeper } from '../../../src/main/features/proofs/keeper.ts';
import { createProofs } from '../../../src/main/features/proofs/proofs.ts';
import { createReader } from '../../../src/main/features/proofs/reading/reader.ts';
import { createLibrary } from '../../../src/main/library/library.ts';
import { startSimulator } from '../../../src/main/simulator/simulator.ts';
import { openStore, type Store } from '../../../src/main/store/store.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { type Profile, profileOptionsSchema } from '../../../src/shared/model/profile.ts';
import { entries, temporaryFolder } from '../../fakes/desk.ts';
import { eventually } from '../../fakes/eventually.ts';
import { openService } from '../../fakes/service.ts';
import { createFakeVault } from '../../fakes/vault.ts';

/** The feature over a database for which a test can say that there is no room. */
async function startProofs() {
  const folder = await temporaryFolder();
  const simulator = await startSimulator();
  const { environment, hosts, credentials } = simulator;
  const real = await openStore(entries.store, join(folder.path, 'paydesk.db'));
  const disk = { full: false };
  const store: Store = {
    ...real,
    async run(procedure, args) {
      if (disk.full) throw new PaydeskError('disk-full', 'The disk is full', { retryable: true });
      return real.run(procedure, args);
    },
  };
  const library = createLibrary({
    dataFolder: folder.path,
    vault: createFakeVault(),
    clock: systemClock,
    chance: systemChance,
  });
  const reader = createReader(entries.proofReader);
  const proofs = createProofs({
    store,
    library,
    keeper: createProofKeeper(library, reader, systemClock),
    clock: systemClock,
    publisher: { publish: () => undefined },
    onInterrupted: (error) => expect.unreachable(error.code),
    onUnexpected: (thrown) => expect.unreachable(String(thrown)),
  });
  onTestFinished(async () => {
    disk.full = false;
    await proofs.stop();
    await library.close();
    await reader.close();
    await store.close();
    await simulator.close();
    await folder.remove();
  });
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
  await proofs.show({ profile, service });

  /** Adds references whose requests are under way and get no answer; later ones do. */
  async function addUnanswered(references: readonly string[]): Promise<void> {
    simulator.faults.set('proof', { kind: 'hang' });
    await proofs.add(references, false);
    await eventually(() =>
      expect(simulator.calls().filter(({ route }) => route === 'proof')).toHaveLength(references.length),
    );
    simulator.faults.clear();
  }
  return { proofs, simulator, disk, addUnanswered };
}

test('references that wait are fetched although there was no room for more of them', async () => {
  const { proofs, simulator, disk, addUnanswered } = await startProofs();
  const [first = '', second = '', third = ''] = simulator.exampleReferences(3);
  await addUnanswered([first, second]);
  disk.full = true;
  await expect(proofs.add([third], false)).rejects.toMatchObject({ code: 'disk-full' });
  disk.full = false;
  await eventually(() => expect(proofs.book.counts()).toEqual({ saved: 2 }));
});

test('what could not be cancelled for want of room goes on', async () => {
  const { proofs, simulator, disk, addUnanswered } = await startProofs();
  await addUnanswered(simulator.exampleReferences(2));
  disk.full = true;
  await expect(proofs.cancel()).rejects.toMatchObject({ code: 'disk-full' });
  disk.full = false;
  await eventually(() => expect(proofs.book.counts()).toEqual({ saved: 2 }));
});
