import { expect } from 'vitest';
import { findMissedAlterations } from '../../../../integration/features/evidence/alterations.ts';
import { packTest as test } from '../../../../integration/features/evidence/pack-fixture.ts';

test('all of 476 alterations of a pack are found, and none in the pack itself', async ({ fixture }) => {
  expect(await findMissedAlterations(fixture, 14)).toEqual([]);
});
