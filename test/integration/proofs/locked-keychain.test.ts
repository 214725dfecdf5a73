import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { createProofsFixture } from './proofs-fixture.ts';

test('stored proofs are listed when another feature opens the library later', async () => {
  const { start, simulator, vault } = await createProofsFixture();
  const first = await start();
  await first.proofs.add(simulator.exampleReferences(2), false);
  await eventually(() => expect(first.proofs.index.countByState()).toEqual({ saved: 2 }));
  await first.close();

  vault.fails = 'keychain-locked';
  const { proofs, library } = await start();
  const kept = () => proofs.index.entries.map((entry) => entry.storedProofs.length);
  expect(proofs.index.countByState()).toEqual({ saved: 2 });
  expect(kept()).toEqual([0, 0]);
  vault.fails = null;
  await library.list('statement');
  await eventually(() => expect(kept()).toEqual([1, 1]));
});
