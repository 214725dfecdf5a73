import { expect, test } from 'vitest';
import { createKeys } from '../../../src/main/features/session/keys.ts';
import type { Store } from '../../../src/main/store/store.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';

test('a key leaves the keychain although the disk is full', async () => {
  const forgotten: string[] = [];
  const full: Pick<Store, 'run'> = {
    run: () => Promise.reject(new PaydeskError('disk-full', 'The disk is full', { retryable: true })),
  };
  const vault = {
    read: async () => null,
    write: async () => undefined,
    forget: async (account: string) => void forgotten.push(account),
  };
  const keys = createKeys(vault, full);
  await expect(keys.remove('one')).rejects.toMatchObject({ code: 'disk-full' });
  expect(forgotten).toEqual(['api-key/one']);
});
