import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { commands } from '../../../../src/shared/contract/index.ts';
import { createFakeKeychain } from '../../../fakes/platform/keychain-processes.ts';
import { createFakePlatform } from '../../../fakes/platform/platform.ts';
import { startTestApp, temporaryFolder } from '../../../fakes/test-app.ts';

async function startOnFolder(folder: string) {
  const testApp = await startTestApp({
    dataFolder: folder,
    platform: { ...createFakePlatform(), processes: createFakeKeychain() },
  });
  onTestFinished(() => testApp.close());
  return testApp;
}

/** Functions that damage the database, by the error code that Paydesk reports. */
const damageByErrorCode: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'database-corrupt': (path) => writeFile(path, 'This is no database. '.repeat(500)),
  'database-newer': async (path) => {
    const database = new DatabaseSync(path);
    database.exec('PRAGMA user_version = 99');
    database.close();
  },
  'data-outdated': async (path) => {
    const database = new DatabaseSync(path);
    database.exec('PRAGMA user_version = 0');
    database.close();
  },
};

describe.each(Object.keys(damageByErrorCode))('data that cannot be opened (%s)', (code) => {
  test('opens the window with the reason, refuses all other commands, and leaves the file unchanged', async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    await (await startOnFolder(folder.path)).close();
    const path = join(folder.path, 'paydesk.db');
    await damageByErrorCode[code]?.(path);
    const hashDatabase = async () =>
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
    const hashBefore = await hashDatabase();

    const testApp = await startOnFolder(folder.path);
    expect(testApp.topic('startup')).toMatchObject({ state: 'failed', error: { code, retryable: false } });
    const availableCommands = [
      'settings.about',
      'settings.showDataFolder',
      'settings.quit',
      'settings.window',
      'settings.saveDiagnostics',
      // Saved diagnostics can be opened.
      'shell.savedFile',
      // An update may be the solution.
      'updates.change',
    ];
    for (const name of Object.keys(commands).filter((command) => !availableCommands.includes(command))) {
      const answer = await testApp.app.call(name, {});
      expect(answer, name).toMatchObject({ ok: false, error: { code: 'command-unknown' } });
    }
    expect(await testApp.call('settings.about', {})).toMatchObject({ dataFolder: folder.path });
    await testApp.call('settings.quit', {});
    expect(await testApp.app.confirmQuit()).toBe(true);
    await testApp.close();
    expect(await hashDatabase()).toBe(hashBefore);
  });
});
