import { expect, test } from 'vitest';
import { createProfileStore, resetProfileStores } from '../../../src/renderer/app/profile-store.ts';

test('the state of every profile store is initial again after the profile has changed', () => {
  const stores = [
    createProfileStore({ dialog: '', count: 0 }),
    createProfileStore({ dialog: 'none', count: 1 }),
  ];
  for (const store of stores) store.setState({ dialog: 'rename', count: 2 });
  resetProfileStores();
  expect(stores.map((store) => store.getState())).toEqual([
    { dialog: '', count: 0 },
    { dialog: 'none', count: 1 },
  ]);
});
