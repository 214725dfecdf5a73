import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { createProofsFixture } from './proofs-fixture.ts';

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
