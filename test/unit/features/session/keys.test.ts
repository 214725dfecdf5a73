import { expect, test } from 'vitest';
import { listUse } from '../../../../src/main/features/session/database.ts';
import { createKeys } from '../../../../src/main/features/session/keys.ts';
import { Secret } from '../../../../src/main/service/secret.ts';
import type { Store } from '../../../../src/main/storage/store/store.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { hostsAt } from '../../../fakes/servers/hosts.ts';

const profile = { id: 'one', clientId: 'client-1', hosts: hostsAt('https://one.example') };

test('a key is removed from the keychain although the disk is full', async () => {
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

test('a key in the keychain that could not be recorded is removed when it is forgotten', async () => {
  const secrets = new Map<string, string>();
  const store: Pick<Store, 'run'> = {
    async run(procedure) {
      if (procedure.name === listUse.name) return procedure.result.parse([]);
      throw new PaydeskError('disk-full', 'The disk is full', { retryable: true });
    },
  };
  const vault = {
    read: async (account: string) => secrets.get(account) ?? null,
    write: async (account: string, secret: string) => void secrets.set(account, secret),
    forget: async (account: string) => void secrets.delete(account),
  };
  const keys = createKeys(vault, store);
  const notKept = await keys.store(profile, new Secret('api-key', 'a key'), 'keychain');
  expect(notKept).toMatchObject({ code: 'disk-full' });
  expect(secrets.size).toBe(1);
  await keys.remove('one').catch(() => undefined);
  expect(secrets.size).toBe(0);
  await expect(keys.read(profile)).rejects.toMatchObject({
    code: 'api-key-needed',
    details: { lost: false },
  });
  secrets.set('api-key/two', 'a key of which nothing is known');
  expect(await keys.remove('two')).toBe(false);
  expect(secrets.size).toBe(1);
});
