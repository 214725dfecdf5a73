import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createSettings } from '../../../src/main/features/settings/settings.ts';
import { write } from '../../../src/main/features/settings/tables.ts';
import { openStore, type Store } from '../../../src/main/store/store.ts';
import { defaultSettings, type Settings } from '../../../src/shared/model/settings.ts';
import { entries } from '../../fakes/entries.ts';
import { createFakeKeychain } from '../../fakes/keychain-processes.ts';
import { createFakePlatform } from '../../fakes/platform.ts';
import { savedAt } from '../../fakes/saved-file.ts';
import { startTestApp, type TestApp, temporaryFolder } from '../../fakes/test-app.ts';

/** Creates a computer with one data folder; `themes` records the themes that Paydesk set on the platform. */
async function createMachine() {
  const folder = await temporaryFolder();
  const keychain = createFakeKeychain();
  const themes: string[] = [];
  let runningApp: TestApp | null = null;
  const stop = async () => {
    await runningApp?.close();
    runningApp = null;
  };
  onTestFinished(async () => {
    await stop();
    await folder.remove();
  });
  return {
    themes,
    stop,
    database: join(folder.path, 'paydesk.db'),
    async start(): Promise<TestApp> {
      await stop();
      const platform = {
        ...createFakePlatform(),
        processes: keychain,
        setTheme: (theme: string) => void themes.push(theme),
      };
      runningApp = await startTestApp({ dataFolder: folder.path, platform });
      return runningApp;
    },
  };
}

const changedSettings: Settings = {
  appearance: { theme: 'dark', contrast: true },
  textSize: 130,
  largeFileMegabytes: 100,
  uploadBytesPerSecond: 250_000,
  usedEventFiles: 'delete',
  showsEntryDetails: true,
  integrityView: 'folded',
};

describe('settings', () => {
  test('are the defaults at a first run', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    expect(testApp.topic('settings')).toEqual(defaultSettings);
    expect(machine.themes).toEqual(['system']);
  });

  test('that were changed apply immediately and survive a restart; the platform gets each changed theme', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await testApp.call('settings.change', changedSettings);
    expect(testApp.topic('settings')).toEqual(changedSettings);
    const restarted = await machine.start();
    expect(restarted.topic('settings')).toEqual(changedSettings);
    expect(machine.themes).toEqual(['system', 'dark', 'dark']);
  });

  test('that are invalid are refused and change nothing', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    const invalidChange = await testApp.app.call('settings.change', {
      ...changedSettings,
      largeFileMegabytes: 0,
    });
    expect(invalidChange).toMatchObject({
      ok: false,
      error: { code: 'arguments-invalid', details: { fields: ['largeFileMegabytes'] } },
    });
    expect(testApp.topic('settings')).toEqual(defaultSettings);
  });

  test('that were damaged do not prevent the start, and can be changed again', async () => {
    const machine = await createMachine();
    await (await machine.start()).call('settings.change', changedSettings);
    await machine.stop();
    const database = new DatabaseSync(machine.database);
    database.exec(`UPDATE setting SET value = '{"appearance": {'`);
    database.close();
    const testApp = await machine.start();
    expect(testApp.topic('startup')).toEqual({ state: 'ready' });
    expect(testApp.topic('settings')).toEqual(defaultSettings);
    await testApp.call('settings.change', changedSettings);
    expect(testApp.topic('settings')).toEqual(changedSettings);
  });
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

  test.each([
    ['invalid JSON', '{"appearance": {', defaultSettings],
    ['an empty text', '', defaultSettings],
    ['null', 'null', defaultSettings],
    ['a list', '[1]', defaultSettings],
    [
      'a value that no longer exists',
      JSON.stringify({ ...changedSettings, appearance: { theme: 'sepia', contrast: true } }),
      { ...changedSettings, appearance: { theme: 'system', contrast: true } },
    ],
    [
      'a number that is too large',
      JSON.stringify({ ...changedSettings, largeFileMegabytes: 1e9 }),
      { ...changedSettings, largeFileMegabytes: 25 },
    ],
    [
      'a text size that does not exist',
      JSON.stringify({ ...changedSettings, textSize: 400 }),
      { ...changedSettings, textSize: 100 },
    ],
    [
      'settings of a version without text sizes',
      JSON.stringify({ ...changedSettings, textSize: undefined }),
      { ...changedSettings, textSize: 100 },
    ],
    [
      'a limit of another type',
      JSON.stringify({ ...changedSettings, uploadBytesPerSecond: 'fast' }),
      { ...changedSettings, uploadBytesPerSecond: null },
    ],
    [
      'an invalid appearance',
      JSON.stringify({ ...changedSettings, appearance: 1 }),
      { ...changedSettings, appearance: defaultSettings.appearance },
    ],
    [
      'an invalid choice for event files',
      JSON.stringify({ ...changedSettings, usedEventFiles: null }),
      { ...changedSettings, usedEventFiles: 'keep' },
    ],
    [
      'an invalid choice of details',
      JSON.stringify({ ...changedSettings, showsEntryDetails: 1 }),
      { ...changedSettings, showsEntryDetails: false },
    ],
    ['a field of a newer version', JSON.stringify({ ...changedSettings, newer: 1 }), changedSettings],
    ['a single setting', '{"largeFileMegabytes": 7}', { ...defaultSettings, largeFileMegabytes: 7 }],
    ['valid settings', JSON.stringify(changedSettings), changedSettings],
  ])('%s are read without an error, and their valid values apply', async (_what, value, settings) => {
    await store.run(write, { name: 'settings', value });
    const published: unknown[] = [];
    const feature = await createSettings({
      store,
      platform: createFakePlatform(),
      publisher: { publish: (_topic, publishedSettings) => published.push(publishedSettings) },
      dataFolder: '',
    });
    expect(feature.current()).toEqual(settings);
    expect(published).toEqual([settings]);
  });
});

test('the version, platform and data folder are available for support', async () => {
  const machine = await createMachine();
  const testApp = await machine.start();
  expect(await testApp.call('settings.about', {})).toEqual({
    version: '0.0.0',
    platform: 'linux',
    osUser: 'm.hansen',
    dataFolder: testApp.dataFolder,
    usedEventFiles: null,
    retention: { statements: null, proofs: null, notes: null },
  });
  await testApp.call('settings.showDataFolder', {});
  expect(testApp.platform.seen.folders).toEqual([testApp.dataFolder]);
  await testApp.call('settings.quit', {});
  expect(testApp.platform.seen.quits).toBe(1);
});

test('a copied secret is removed from the clipboard when Paydesk quits', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const testApp = await startTestApp({ dataFolder: folder.path, managed: {} });
  await testApp.platform.shell.copySecret('an address with a token');
  await testApp.close();
  expect(testApp.platform.seen.secrets).toEqual([]);
});

test('diagnostics contain only permitted parts of log lines, even of lines that another program wrote', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const line = (change: object) =>
    JSON.stringify({
      at: '2026-03-02T08:00:00.000Z',
      where: 'documents',
      name: 'TypeError',
      message: 'cannot read',
      frames: ['at run (intake.js:1:2)'],
      ...change,
    });
  const logs = join(folder.path, 'logs');
  await mkdir(logs);
  await writeFile(
    join(logs, 'paydesk.log'),
    [
      line({}),
      'canary-line of another program',
      line({ message: "cannot read '/scans/canary-message 4711.pdf' canary-word7" }),
      line({ frames: ['canary-frame: not a frame', 'at canaryFrame (/home/müller/4711.js:1:2)'] }),
      line({ where: 'canary-where of a longer text' }),
      line({ name: 'canary-name' }),
      line({ more: 'canary-more' }),
      '{"at":"canary-torn',
    ].join('\n'),
  );
  await writeFile(join(logs, 'paydesk.log.old'), 'canary-old\n');
  const testApp = await startTestApp({ dataFolder: folder.path, managed: {} });
  onTestFinished(() => testApp.close());
  const path = join(folder.path, 'diagnostics.zip');
  testApp.platform.answers.savePath = path;
  await testApp.call('settings.saveDiagnostics', {});
  const files = unzipSync(await readFile(path));
  expect(Object.keys(files)).not.toContain('paydesk.log.old');
  const keptLines = strFromU8(files['paydesk.log'] ?? new Uint8Array());
  expect(keptLines).not.toMatch(/canary|müller|4711/i);
  expect(keptLines.trim().split('\n')).toEqual([
    line({}),
    expect.stringContaining('[removed]'),
    line({ frames: ['', ''] }),
    line({}),
  ]);
});

test('diagnostics are a ZIP of plain text without business data', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const testApp = await startTestApp({ dataFolder: folder.path, managed: {} });
  onTestFinished(() => testApp.close());
  const key = 'k3y-of-a-company-AB12';
  testApp.app.reportError('documents', new Error(`failed for ${key} at '/scans/Müller 4711.pdf'`));
  const path = join(folder.path, 'diagnostics.zip');
  testApp.platform.answers.savePath = path;
  expect(await testApp.call('settings.saveDiagnostics', {})).toEqual({ savedAs: savedAt(path) });
  const files = unzipSync(await readFile(path));
  expect(Object.keys(files).toSorted()).toEqual(['facts.json', 'paydesk.log', 'read-me.txt']);
  const text = Object.values(files)
    .map((file) => strFromU8(file))
    .join('\n');
  expect(text).toContain('documents');
  for (const secret of [key, 'Müller', folder.path, 'm.hansen']) expect(text).not.toContain(secret);
  testApp.platform.answers.savePath = null;
  expect(await testApp.call('settings.saveDiagnostics', {})).toEqual({ savedAs: null });
});
