/** @file Proofs while the disk is full or the keychain is locked. */
import { expect, test } from 'vitest';
import { maxReadings } from '../../../../src/main/features/proofs/extraction/reader.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { createProofsFixture } from './proofs-fixture.ts';

test('the stored versions of proofs are loaded when another feature opens the library that was locked at the start', async () => {
  const { start, simulator, vault } = await createProofsFixture();
  const firstRun = await start();
  await firstRun.proofs.add(simulator.exampleReferences(2), false);
  await eventually(() => expect(firstRun.proofs.index.countByFilter()).toEqual({ saved: 2 }));
  await firstRun.close();

  vault.fails = 'keychain-locked';
  const { proofs, library } = await start();
  const countVersions = () => proofs.index.entries.map((entry) => entry.storedVersions.length);
  expect(proofs.index.countByFilter()).toEqual({ saved: 2 });
  expect(countVersions()).toEqual([0, 0]);
  expect(await proofs.remove(proofs.index.entries), 'whether proofs are stored is not known').toBe(0);
  vault.fails = null;
  await library.list('statement');
  await eventually(() => expect(countVersions()).toEqual([1, 1]));
});

test('a reference is judged at its removal, not when the clerk saw its row', async () => {
  const { start, simulator } = await createProofsFixture();
  const { proofs } = await start();
  await proofs.add([...simulator.exampleReferences(1), 'MISTYPED'], false);
  await eventually(() => expect(proofs.index.countByFilter()).toEqual({ saved: 1, 'not-found': 1 }));
  const seen = proofs.index.entries.map((entry) => ({
    ...entry,
    state: 'not-found' as const,
    storedVersions: [],
  }));
  expect(await proofs.remove(seen)).toBe(1);
  expect(proofs.index.countByFilter()).toEqual({ saved: 1 });
});

test('queued references are fetched even when the disk was too full to add more', async () => {
  const { start, simulator, disk } = await createProofsFixture();
  const { proofs, addUnanswered } = await start();
  const [first = '', second = '', third = ''] = simulator.exampleReferences(3);
  await addUnanswered([first, second]);
  disk.isFull = true;
  await expect(proofs.add([third], false)).rejects.toMatchObject({ code: 'disk-full' });
  disk.isFull = false;
  await eventually(() => expect(proofs.index.countByFilter()).toEqual({ saved: 2 }));
});

test('references that could not be cancelled because the disk is full are fetched', async () => {
  const { start, simulator, disk } = await createProofsFixture();
  const { proofs, addUnanswered } = await start();
  await addUnanswered(simulator.exampleReferences(2));
  disk.isFull = true;
  await expect(proofs.cancel()).rejects.toMatchObject({ code: 'disk-full' });
  disk.isFull = false;
  await eventually(() => expect(proofs.index.countByFilter()).toEqual({ saved: 2 }));
});

test('a response that waits for space at the end of a run does not count as unreadable', async () => {
  const { start, simulator, disk } = await createProofsFixture();
  const countReadings = () => simulator.calls().filter(({ route }) => route === 'proof').length;
  disk.hasNoFileSpace = true;
  let run = await start();
  await run.proofs.add(simulator.exampleReferences(1), false);
  for (let restarts = 1; restarts <= maxReadings; restarts += 1) {
    await eventually(() => expect(disk.isWaitedFor).toBe(true));
    await run.close();
    run = await start();
  }
  disk.hasNoFileSpace = false;
  await eventually(() => {
    run.clock.skip(5_000);
    expect(run.proofs.index.countByFilter()).toEqual({ saved: 1 });
  });
  expect(run.proofs.index.entries[0]?.storedVersions[0]?.version.kind).not.toBe('unreadable');
  expect(countReadings()).toBe(maxReadings + 1);
});
