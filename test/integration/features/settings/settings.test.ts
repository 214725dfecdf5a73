/** @file Settings, what Paydesk says about itself, and the diagnostics. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { write } from '../../../../src/main/features/settings/database.ts';
import { createSettings } from '../../../../src/main/features/settings/settings.ts';
import { openStore, type Store } from '../../../../src/main/storage/store/store.ts';
import { defaultSettings, type Settings } from '../../../../src/shared/model/settings.ts';
import { entries } from '../../../fakes/entries.ts';
import { savedAt } from '../../../fakes/files/saved-file.ts';
import { createFakeKeychain } from '../../../fakes/platform/keychain-processes.ts';
import { createFakePlatform } from '../../../fakes/platform/platform.ts';
import { startTestApp, temporaryFolder } from '../../../fakes/test-app.ts';

async function createFolder(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  return folder.path;
}

const changedSettings: Settings = {
  appearance: { theme: 'dark', contrast: true },
  textSize: 130,
  largeFileMegabytes: 100,
  uploadBytesPerSecond: 250_000,
};

test('settings are the defaults at a first run, apply immediately, survive a restart, and do not prevent the start when they are damaged', async () => {
  const dataFolder = await createFolder();
  const keychain = createFakeKeychain();
  const themes: string[] = [];
  const start = async () => {
    const setTheme = (theme: string) => void themes.push(theme);
    const testApp = await startTestApp({
      dataFolder,
      platform: { ...createFakePlatform(), processes: keychain, setTheme },
    });
    onTestFinished(() => testApp.close());
    return testApp;
  };
  const first = await start();
  expect(first.topic('settings')).toEqual(defaultSettings);
  expect(themes).toEqual(['system']);
  const invalid = { ...changedSettings, largeFileMegabytes: 0 };
  expect(await first.app.call('settings.change', invalid)).toMatchObject({
    ok: false,
    error: { code: 'arguments-invalid', details: { fields: ['largeFileMegabytes'] } },
  });
  expect(first.topic('settings')).toEqual(defaultSettings);
  await first.call('settings.change', changedSettings);
  expect(first.topic('settings')).toEqual(changedSettings);
  await first.close();

  const second = await start();
  expect(second.topic('settings')).toEqual(changedSettings);
  expect(themes).toEqual(['system', 'dark', 'dark']);
  await second.close();
  const database = new DatabaseSync(join(dataFolder, 'paydesk.db'));
  database.exec(`UPDATE setting SET value = '{"appearance": {'`);
  database.close();

  const third = await start();
  expect(third.topic('startup')).toEqual({ state: 'ready' });
  expect(third.topic('settings')).toEqual(defaultSettings);
  await third.call('settings.change', changedSettings);
  expect(third.topic('settings')).toEqual(changedSettings);
});

describe('settings that are stored as', () => {
  let store: Store;

  beforeAll(async () => {
    const folder = await temporaryFolder();
    store = await openStore(entries.store, join(folder.path, 'paydesk.db'));
    return async () => {
      await store.close();
      await folder.remove();
    };
  });

  const changedBy = (change: object) => JSON.stringify({ ...changedSettings, ...change });
  test.each<[string, string, Partial<Settings>]>([
    [
      'a value that no longer exists',
      changedBy({ appearance: { theme: 'sepia', contrast: true } }),
      {
        appearance: { theme: 'system', contrast: true },
      },
    ],
    ['a number that is too large', changedBy({ largeFileMegabytes: 1e9 }), { largeFileMegabytes: 25 }],
    ['a text size that does not exist', changedBy({ textSize: 400 }), { textSize: 100 }],
    ['a limit of another type', changedBy({ uploadBytesPerSecond: 'fast' }), { uploadBytesPerSecond: null }],
    ['an invalid appearance', changedBy({ appearance: 1 }), { appearance: defaultSettings.appearance }],
    ['a field of a newer version', changedBy({ newer: 1 }), {}],
    ['a single setting', '{"largeFileMegabytes": 7}', { ...defaultSettings, largeFileMegabytes: 7 }],
    ['valid settings', changedBy({}), {}],
    ...['{"appearance": {', '', 'null', '[1]'].map((value): [string, string, Settings] => [
      `“${value}”`,
      value,
      defaultSettings,
    ]),
  ])('%s are read without an error, and their valid values apply', async (_, value, differences) => {
    await store.run(write, { name: 'settings', value });
    const published: unknown[] = [];
    const feature = await createSettings({
      store,
      platform: createFakePlatform(),
      publisher: { publish: (_topic, publishedSettings) => published.push(publishedSettings) },
      dataFolder: '',
    });
    const settings = { ...changedSettings, ...differences };
    expect(feature.current()).toEqual(settings);
    expect(published).toEqual([settings]);
  });
});

test('the version and the data folder are available for support, and a copied secret is removed from the clipboard at the end', async () => {
  const testApp = await startTestApp({ dataFolder: await createFolder(), managed: {} });
  const { platform, dataFolder } = testApp;
  expect(await testApp.call('settings.about', {})).toEqual({
    version: '0.0.0',
    dataFolder,
    retention: { statements: null, proofs: null, notes: null },
  });
  await testApp.call('settings.showDataFolder', {});
  expect(platform.seen.folders).toEqual([dataFolder]);
  await testApp.call('settings.quit', {});
  expect(platform.seen.quits).toBe(1);
  await platform.shell.copySecret('an address with a token');
  await testApp.close();
  expect(platform.seen.secrets).toEqual([]);
});

test('diagnostics are a ZIP of plain text without business data, with the logs as they were written', async () => {
  const dataFolder = await createFolder();
  const logs = join(dataFolder, 'logs');
  await mkdir(logs);
  await writeFile(join(logs, 'paydesk.log.old'), 'earlier\n');
  const testApp = await startTestApp({ dataFolder, managed: {} });
  onTestFinished(() => testApp.close());
  const path = join(dataFolder, 'diagnostics.zip');
  testApp.platform.answers.savePath = path;
  expect(await testApp.call('settings.saveDiagnostics', {})).toEqual({ savedAs: savedAt(path) });
  const readDiagnostics = async () => unzipSync(await readFile(path));
  const files = await readDiagnostics();
  expect(Object.keys(files).toSorted()).toEqual(['facts.json', 'paydesk.log.old', 'read-me.txt']);
  expect(strFromU8(files['paydesk.log.old'] ?? new Uint8Array())).toBe('earlier\n');

  const key = 'k3y-of-a-company-AB12';
  testApp.app.reportError('documents', new Error(`failed for ${key} at '/scans/Müller 4711.pdf'`));
  await testApp.call('settings.saveDiagnostics', {});
  const text = Object.values(await readDiagnostics())
    .map((file) => strFromU8(file))
    .join('\n');
  expect(text).toContain('failed for');
  for (const secret of [key, 'Müller', dataFolder, 'm.hansen']) expect(text).not.toContain(secret);
  testApp.platform.answers.savePath = null;
  expect(await testApp.call('settings.saveDiagnostics', {})).toEqual({ savedAs: null });
});
