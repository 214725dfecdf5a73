import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { createPlace } from './feature.ts';

test('references that wait are fetched although there was no room for more of them', async () => {
  const { start, simulator, disk } = await createPlace();
  const { proofs, addUnanswered } = await start();
  const [first = '', second = '', third = ''] = simulator.exampleReferences(3);
  await addUnanswered([first, second]);
  disk.full = true;
  await expect(proofs.add([third], false)).rejects.toMatchObject({ code: 'disk-full' });
  disk.full = false;
  await eventually(() => expect(proofs.index.counts()).toEqual({ saved: 2 }));
});

test('what could not be cancelled for want of room goes on', async () => {
  const { start, simulator, disk } = await createPlace();
  const { proofs, addUnanswered } = await start();
  await addUnanswered(simulator.exampleReferences(2));
  disk.full = true;
  await expect(proofs.cancel()).rejects.toMatchObject({ code: 'disk-full' });
  disk.full = false;
  await eventually(() => expect(proofs.index.counts()).toEqual({ saved: 2 }));
});
