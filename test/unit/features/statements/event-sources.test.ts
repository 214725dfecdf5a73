/** @file Changes of the active profile while event sources are still opening. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock, systemRandom } from '../../../../src/main/concurrency/clock.ts';
import { createEventSources } from '../../../../src/main/features/statements/inbox/event-sources.ts';
import { openLocalFolder } from '../../../../src/main/features/statements/inbox/folder-access.ts';
import type { Store } from '../../../../src/main/storage/store/store.ts';
import type { Profile } from '../../../../src/shared/model/session/profile.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';
import { profile as nordlicht } from '../documents/tables.ts';

/** Creates event sources whose store answers only when the test calls `answer`. */
async function slowEventSources() {
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
  const recipients: Profile[] = [];
  const sources = createEventSources({
    store,
    clock: systemClock,
    random: systemRandom,
    inbox: {
      async ingest(profile) {
        recipients.push(profile);
        return { kind: 'repeated', statementId: null, unknownFields: [] };
      },
      hasLink: () => false,
      accept: () => Promise.reject(new Error('Nothing is quarantined')),
      discard: async () => undefined,
      discardShown: async () => [],
      claim: () => Promise.reject(new Error('Nothing is quarantined')),
      forgetProfile: () => undefined,
    },
    eventFolders: { open: (at) => openLocalFolder(at), resolveLinks: (at) => Promise.resolve(at) },
    managedFolder: () => null,
    usedFiles: 'keep',
    isRecipient: async () => true,
    onIngested: () => undefined,
    onChange: () => undefined,
    onUnexpected: (thrown) => expect.unreachable(String(thrown)),
  });
  onTestFinished(async () => {
    await sources.stop();
    await remove();
  });
  const untilStoreCalled = () => eventually(() => expect(answers).toHaveLength(1));
  const answer = () => answers.shift()?.();
  return { sources, folder, recipients, untilStoreCalled, answer };
}

test('the folder of a profile is not watched when another profile becomes active before the folder is known', async () => {
  const { sources, untilStoreCalled, answer } = await slowEventSources();
  const activation = sources.setActiveProfile(nordlicht);
  await untilStoreCalled();
  const deactivation = sources.setActiveProfile(null);
  answer();
  await Promise.all([activation, deactivation]);
  expect(sources.folder()).toBeNull();
});

test('no event source opens after all event sources were stopped', async () => {
  const { sources, untilStoreCalled, answer } = await slowEventSources();
  const activation = sources.setActiveProfile(nordlicht);
  await untilStoreCalled();
  const stopping = sources.stop();
  answer();
  await Promise.all([activation, stopping]);
  expect(sources.folder()).toBeNull();
  await sources.setListener(nordlicht, true);
  expect(sources.listenerAddress()).toBeNull();
});

test('an open event source uses the changed options of its profile', async () => {
  const { sources, folder, recipients, untilStoreCalled, answer } = await slowEventSources();
  const activation = sources.setActiveProfile(nordlicht);
  await untilStoreCalled();
  answer();
  await activation;
  const options = { ...nordlicht.options, storageHosts: ['files.example'] };
  await sources.setActiveProfile({ ...nordlicht, options });
  await writeFile(join(folder, 'one.json'), '{}');
  await eventually(() => expect(recipients).toHaveLength(1));
  expect(recipients[0]?.options.storageHosts).toEqual(['files.example']);
});
