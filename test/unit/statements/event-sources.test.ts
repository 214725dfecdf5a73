/** @file Profiles that come into view faster than their doors open. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock, systemRandom } from '../../../src/main/clock.ts';
import { createEventSources } from '../../../src/main/features/statements/inbox/event-sources.ts';
import { localFolder } from '../../../src/main/features/statements/inbox/folder-access.ts';
import type { Store } from '../../../src/main/store/store.ts';
import type { Profile } from '../../../src/shared/model/profile.ts';
import { profileOptionsSchema } from '../../../src/shared/model/profile.ts';
import { eventually } from '../../fakes/eventually.ts';
import { hostsAt } from '../../fakes/hosts.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

const host = 'https://service.payments.example';
const nordlicht: Profile = {
  id: 'nordlicht',
  origin: 'clerk',
  name: 'Nordlicht',
  environment: 'sandbox',
  clientId: 'client-1',
  hosts: hostsAt(host),
  options: profileOptionsSchema.parse({}),
};

/** Doors over a store that answers when it is told to. */
async function slowDoors() {
  const { path, remove } = await temporaryFolder();
  const folder = join(path, 'events');
  await mkdir(folder);
  const answers: (() => void)[] = [];
  const store: Store = {
    run: (procedure) =>
      new Promise((resolve) => {
        answers.push(() => resolve(procedure.result.parse({ folder, lastEventAt: null })));
      }),
    close: async () => undefined,
  };
  const takers: Profile[] = [];
  const doors = createEventSources({
    store,
    clock: systemClock,
    random: systemRandom,
    inbox: {
      async ingest(profile) {
        takers.push(profile);
        return { kind: 'repeated', statementId: null, unknownFields: [] };
      },
      holds: () => false,
      accept: () => Promise.reject(new Error('Nothing is set aside')),
      discard: async () => undefined,
      forgetProfile: () => undefined,
    },
    eventFolders: { open: (at) => localFolder(at), withoutLinks: (at) => Promise.resolve(at) },
    managedFolder: () => null,
    usedFiles: () => 'keep',
    isRecipient: async () => true,
    onIngested: () => undefined,
    onChange: () => undefined,
    onUnexpected: (thrown) => expect.unreachable(String(thrown)),
  });
  onTestFinished(async () => {
    await doors.stop();
    await remove();
  });
  const asked = () => eventually(() => expect(answers).toHaveLength(1));
  const answer = () => answers.shift()?.();
  return { doors, folder, takers, asked, answer };
}

test('a profile that has left the view before its folder was known is not watched for', async () => {
  const { doors, asked, answer } = await slowDoors();
  const shown = doors.setActiveProfile(nordlicht);
  await asked();
  const left = doors.setActiveProfile(null);
  answer();
  await Promise.all([shown, left]);
  expect(doors.folder()).toBeNull();
});

test('nothing opens once everything is to rest', async () => {
  const { doors, asked, answer } = await slowDoors();
  const shown = doors.setActiveProfile(nordlicht);
  await asked();
  const stopped = doors.stop();
  answer();
  await Promise.all([shown, stopped]);
  expect(doors.folder()).toBeNull();
  await doors.setListener(nordlicht, true);
  expect(doors.address()).toBeNull();
});

test('a door that stays open goes by the profile as it was changed to', async () => {
  const { doors, folder, takers, asked, answer } = await slowDoors();
  const shown = doors.setActiveProfile(nordlicht);
  await asked();
  answer();
  await shown;
  const options = { ...nordlicht.options, storageHosts: ['files.example'] };
  await doors.setActiveProfile({ ...nordlicht, options });
  await writeFile(join(folder, 'one.json'), '{}');
  await eventually(() => expect(takers).toHaveLength(1));
  expect(takers[0]?.options.storageHosts).toEqual(['files.example']);
});
