import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defaultSettings } from '../../../src/shared/model/settings.ts';
import { eventually } from '../../fakes/eventually.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';
import { errorOf, eventsOf, startWork } from './work.ts';

/** A folder that IT prepared, with what is in it. */
async function preparedFolder(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  return path;
}

describe('the folder that the administrator decides', () => {
  test('is watched without anybody choosing it, and said to be decided', async () => {
    const folder = await preparedFolder();
    const work = await startWork({ managed: { inbox: { folder, usedFiles: null } } });
    await work.testApp.until('statements', ({ inbox }) => inbox.folder === folder);
    expect(work.testApp.topic('statements').inbox).toMatchObject({
      folder,
      folderManaged: true,
      folderState: 'watching',
    });
    await work.ask([1001]);
    const [event] = eventsOf(work.simulator, 1001);
    await writeFile(join(folder, 'one.json'), JSON.stringify(event));
    const id = (await work.list())[0]?.id ?? 0;
    expect(await work.until(id, 'stored')).toMatchObject({ source: 'folder' });
    await eventually(async () => expect(await readdir(join(folder, 'processed'))).toEqual(['one.json']));
  });

  test.each(['keep', 'delete'] as const)(
    'has its used files treated as the administrator says (%s), whatever the clerk chose',
    async (usedFiles) => {
      const folder = await preparedFolder();
      const work = await startWork({ managed: { inbox: { folder, usedFiles } } });
      const usedEventFiles = usedFiles === 'keep' ? 'delete' : 'keep';
      await work.call('settings.change', { ...defaultSettings, usedEventFiles });
      expect(await work.call('settings.about', {})).toMatchObject({ usedEventFiles: usedFiles });
      await work.ask([1001]);
      const [event] = eventsOf(work.simulator, 1001);
      await writeFile(join(folder, 'one.json'), JSON.stringify(event));
      await work.until((await work.list())[0]?.id ?? 0, 'stored');
      await eventually(async () => expect(await readdir(folder)).not.toContain('one.json'));
      const kept = await readdir(join(folder, 'processed')).catch(() => []);
      expect(kept).toEqual(usedFiles === 'keep' ? ['one.json'] : []);
    },
  );

  test('cannot be changed or given up by the clerk, and goes before one that was chosen earlier', async () => {
    const folder = await preparedFolder();
    const own = join(folder, 'own');
    await mkdir(own);
    const work = await startWork({ managed: {} });
    work.platform.answers.folder = [own];
    await work.call('statements.chooseFolder', {});
    await work.testApp.until('statements', ({ inbox }) => inbox.folder === own && !inbox.folderManaged);

    work.managed.inbox = { folder, usedFiles: null };
    await work.restart();
    await work.testApp.until('statements', ({ inbox }) => inbox.folder === folder && inbox.folderManaged);
    expect(await errorOf(work.call('statements.chooseFolder', {}))).toMatchObject({
      code: 'setting-managed',
    });
    expect(await errorOf(work.call('statements.forgetFolder', {}))).toMatchObject({
      code: 'setting-managed',
    });
    expect(work.testApp.topic('statements').inbox).toMatchObject({ folder, folderState: 'watching' });

    // Nothing that the clerk chose was lost over it.
    delete work.managed.inbox;
    await work.restart();
    await work.testApp.until('statements', ({ inbox }) => inbox.folder === own && !inbox.folderManaged);
  });

  test('that is not there is said to be away, and taken up when it comes', async () => {
    const folder = join(await preparedFolder(), 'share');
    const work = await startWork({ managed: { inbox: { folder, usedFiles: null } } });
    await work.testApp.until('statements', ({ inbox }) => inbox.folderState === 'away');
    await mkdir(folder);
    await work.testApp.until('statements', ({ inbox }) => inbox.folderState === 'watching');
  });

  test('is not for the practice company, whose events come by themselves', async () => {
    const folder = await preparedFolder();
    const work = await startWork({ managed: { inbox: { folder, usedFiles: null } } });
    await work.call('session.signOut', { forgetKey: false });
    await work.call('session.explore', {});
    await work.testApp.until('statements', ({ inbox }) => inbox.folderState === 'off');
    expect(work.testApp.topic('statements').inbox).toMatchObject({ folder: null, folderManaged: false });
  });
});

test('hosts that the administrator allows for every profile need no word of the clerk', async () => {
  const work = await startWork({ trustStorage: false });
  work.managed.storageHosts = [new URL(work.simulator.storage).host];
  await work.restart();
  await work.ask([1001]);
  const [event] = eventsOf(work.simulator, 1001);
  expect(await work.paste(event ?? {})).toMatchObject({ taken: 1 });
  await work.until((await work.list())[0]?.id ?? 0, 'stored');
});
