import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defaultSettings } from '../../../src/shared/model/settings.ts';
import { eventually } from '../../fakes/eventually.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';
import { startStatementsFixture } from './statements-fixture.ts';

/** Creates a temporary folder, removed after the test. */
async function createFolder(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  return path;
}

describe('the folder set by the administrator', () => {
  test('is watched without a choice of the clerk and shown as managed', async () => {
    const folder = await createFolder();
    const fixture = await startStatementsFixture({ managed: { inbox: { folder, usedFiles: null } } });
    await fixture.testApp.until('statements', ({ inbox }) => inbox.folder === folder);
    expect(fixture.testApp.topic('statements').inbox).toMatchObject({
      folder,
      folderManaged: true,
      folderState: 'watching',
    });
    await fixture.request([1001]);
    const [event] = fixture.eventsOf(1001);
    await writeFile(join(folder, 'one.json'), JSON.stringify(event));
    const id = (await fixture.list())[0]?.id ?? 0;
    expect(await fixture.until(id, 'stored')).toMatchObject({ source: 'folder' });
    await eventually(async () => expect(await readdir(join(folder, 'processed'))).toEqual(['one.json']));
  });

  test.each(['keep', 'delete'] as const)(
    'treats used files as the administrator set (%s), regardless of the choice of the clerk',
    async (managedChoice) => {
      const folder = await createFolder();
      const fixture = await startStatementsFixture({
        managed: { inbox: { folder, usedFiles: managedChoice } },
      });
      const clerkChoice = managedChoice === 'keep' ? 'delete' : 'keep';
      await fixture.call('settings.change', { ...defaultSettings, usedEventFiles: clerkChoice });
      expect(await fixture.call('settings.about', {})).toMatchObject({ usedEventFiles: managedChoice });
      await fixture.request([1001]);
      const [event] = fixture.eventsOf(1001);
      await writeFile(join(folder, 'one.json'), JSON.stringify(event));
      await fixture.until((await fixture.list())[0]?.id ?? 0, 'stored');
      await eventually(async () => expect(await readdir(folder)).not.toContain('one.json'));
      const kept = await readdir(join(folder, 'processed')).catch(() => []);
      expect(kept).toEqual(managedChoice === 'keep' ? ['one.json'] : []);
    },
  );

  test('cannot be changed or removed by the clerk, and overrides a folder chosen earlier', async () => {
    const folder = await createFolder();
    const chosenFolder = join(folder, 'chosen');
    await mkdir(chosenFolder);
    const fixture = await startStatementsFixture({ managed: {} });
    fixture.platform.answers.folder = [chosenFolder];
    await fixture.call('statements.inbox', { action: 'chooseFolder' });
    await fixture.testApp.until(
      'statements',
      ({ inbox }) => inbox.folder === chosenFolder && !inbox.folderManaged,
    );

    fixture.managed.inbox = { folder, usedFiles: null };
    await fixture.restart();
    await fixture.testApp.until('statements', ({ inbox }) => inbox.folder === folder && inbox.folderManaged);
    await expect(fixture.call('statements.inbox', { action: 'chooseFolder' })).rejects.toMatchObject({
      code: 'setting-managed',
    });
    await expect(fixture.call('statements.inbox', { action: 'forgetFolder' })).rejects.toMatchObject({
      code: 'setting-managed',
    });
    expect(fixture.testApp.topic('statements').inbox).toMatchObject({ folder, folderState: 'watching' });

    // The folder that the clerk chose is still stored.
    delete fixture.managed.inbox;
    await fixture.restart();
    await fixture.testApp.until(
      'statements',
      ({ inbox }) => inbox.folder === chosenFolder && !inbox.folderManaged,
    );
  });

  test('is reported as unavailable while it does not exist, and watched once it does', async () => {
    const folder = join(await createFolder(), 'share');
    const fixture = await startStatementsFixture({ managed: { inbox: { folder, usedFiles: null } } });
    await fixture.testApp.until('statements', ({ inbox }) => inbox.folderState === 'away');
    await mkdir(folder);
    await fixture.testApp.until('statements', ({ inbox }) => inbox.folderState === 'watching');
  });

  test('is not used by the practice company, whose events arrive without a folder', async () => {
    const folder = await createFolder();
    const fixture = await startStatementsFixture({ managed: { inbox: { folder, usedFiles: null } } });
    await fixture.call('session.signOut', { forgetKey: false });
    await fixture.call('session.activate', { action: 'practiceCompany' });
    await fixture.testApp.until('statements', ({ inbox }) => inbox.folderState === 'off');
    expect(fixture.testApp.topic('statements').inbox).toMatchObject({ folder: null, folderManaged: false });
  });
});

test('storage hosts that the administrator allows need no approval by the clerk', async () => {
  const fixture = await startStatementsFixture({ trustStorage: false });
  fixture.managed.storageHosts = [new URL(fixture.simulator.storage).host];
  await fixture.restart();
  await fixture.request([1001]);
  const [event] = fixture.eventsOf(1001);
  expect(await fixture.pasteEvent(event ?? {})).toMatchObject({ taken: 1 });
  await fixture.until((await fixture.list())[0]?.id ?? 0, 'stored');
});
