/** @file Updates from a feed: which updates are downloaded and offered, and which updates are refused. */
import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NsisUpdater } from 'electron-updater';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../../../src/main/app/app.ts';
import { createUpdateEngine } from '../../../../src/main/platform/electron/update-engine.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { entries } from '../../../fakes/entries.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { createFakePlatform } from '../../../fakes/platform/platform.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';
import { HostSession } from '../../../host/electron/session.ts';
import {
  digest,
  fileName,
  installer,
  startUpdates,
  type UpdatesOptions,
  untrustedState,
  updateKey,
  updaterApp,
} from './updates-fixture.ts';

const dayMs = 24 * 60 * 60_000;
const expiredState = { state: 'failed', problem: 'expired' };
const mustWait = { ok: false, error: { code: 'update-must-wait' } };

describe('a valid update', () => {
  test('is downloaded without an identifier of this computer, shows its release notes, and is installed when the clerk decides to install', async () => {
    const testApp = await startUpdates({});
    const { allowDowngrade, autoDownload, autoInstallOnAppQuit } = testApp.updater;
    expect([allowDowngrade, autoDownload, autoInstallOnAppQuit]).toEqual([false, false, false]);
    await testApp.check();
    expect(testApp.latestState()).toEqual({
      state: 'ready',
      version: '1.3.0',
      notes: 'Statements open twice as fast.',
      urgent: false,
    });
    expect(testApp.requests.length).toBeGreaterThan(2);
    const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-/;
    expect(testApp.requests.filter(({ rawHeaders }) => uuid.test(rawHeaders.join('\n')))).toEqual([]);
    expect(testApp.countInstalls()).toBe(0);
    await testApp.install();
    expect(testApp.countInstalls()).toBe(1);
  });

  test.each<[string, UpdatesOptions, object]>([
    ['urgent below the minimum', { manifest: { minimum: '1.2.1' } }, { state: 'ready', urgent: true }],
    ...['1.2.0', '1.1.9', '0.9.0'].map((version): [string, UpdatesOptions, object] => [
      `not offered when it is version ${version}`,
      { manifest: { version }, latestYml: { version } },
      { state: 'current' },
    ]),
  ])('of Paydesk 1.2.0 is %s', async (_what, options, state) => {
    const testApp = await startUpdates(options);
    await testApp.check();
    expect(testApp.latestState()).toMatchObject(state);
  });

  test('is neither downloaded nor installed while transfers run, also when one starts during the last check', async () => {
    let isBusy = true;
    let startsTransfer = false;
    const testApp = await startUpdates({
      isBusy: () => isBusy,
      async checkPublisher() {
        isBusy = startsTransfer;
        return true;
      },
    });
    await testApp.check();
    expect(testApp.latestState()).toEqual({ state: 'current' });
    isBusy = false;
    await testApp.check();
    isBusy = true;
    expect(await testApp.install()).toMatchObject(mustWait);
    isBusy = false;
    startsTransfer = true;
    expect(await testApp.install()).toMatchObject(mustWait);
    expect(testApp.countInstalls()).toBe(0);
    isBusy = false;
    startsTransfer = false;
    expect(await testApp.install()).toMatchObject({ ok: true });
    expect(testApp.countInstalls()).toBe(1);
  });
});

describe('an update whose manifest expires', () => {
  test('is accepted until that moment, and not installed afterwards', async () => {
    const testApp = await startUpdates({});
    await testApp.clock.advance(dayMs - 1);
    await testApp.check();
    expect(testApp.latestState()).toMatchObject({ state: 'ready' });
    await testApp.clock.advance(1);
    await testApp.install();
    expect(testApp.countInstalls()).toBe(0);
    expect(testApp.latestState()).toEqual(expiredState);
  });

  // A newer version may be withheld although the installed version is as new.
  test.each(['1.2.0', '1.3.0'])('is refused afterwards without a download (%s)', async (installedVersion) => {
    const testApp = await startUpdates({ installedVersion });
    await testApp.clock.advance(dayMs);
    await testApp.check();
    expect(testApp.latestState()).toEqual(expiredState);
    expect(testApp.states).not.toContainEqual(expect.objectContaining({ state: 'downloading' }));
  });
});

describe('an update that was tampered with', () => {
  const alteredInstaller = Buffer.concat([installer, Buffer.from('!')]);

  test.each<[string, UpdatesOptions]>([
    ['manifest', { changeManifest: (text) => text.replace('1.3.0', '1.4.0') }],
    ['signature by another key', { signWith: generateKeyPairSync('ed25519').privateKey }],
    [
      'digest in the feed',
      { latestYml: { sha512: digest(alteredInstaller) }, installerFile: alteredInstaller },
    ],
    ['name in the feed', { latestYml: { path: 'other.exe' } }],
    ['version in the feed', { latestYml: { version: '1.4.0' } }],
    ['file', { installerFile: Buffer.from(installer).fill('x', 100, 110) }],
    ['publisher', { isSignedByPublisher: false }],
    ['older version with the manifest of a newer version', { latestYml: { version: '1.1.0' } }],
    ['expiry that was removed', { changeManifest: (text) => text.replace(/"expiresAt":"[^"]*",/, '') }],
    ['invalid expiry', { manifest: { expiresAt: 'never' } }],
  ])('is refused (%s)', async (_what, options) => {
    const testApp = await startUpdates(options);
    await testApp.check();
    expect(testApp.latestState()).toEqual(untrustedState);
    expect(await testApp.install()).toMatchObject({ ok: false });
    expect(testApp.countInstalls()).toBe(0);
  });

  test('after its download is refused before its installation', async () => {
    const testApp = await startUpdates({});
    await testApp.check();
    for (const entry of await readdir(testApp.folder, { recursive: true, withFileTypes: true })) {
      if (entry.name.endsWith('.exe')) await writeFile(join(entry.parentPath, entry.name), 'MZ other');
    }
    await testApp.install();
    expect(testApp.latestState()).toEqual(untrustedState);
    expect(testApp.countInstalls()).toBe(0);
  });
});

test('an interrupted download leaves nothing to install', async () => {
  const testApp = await startUpdates({ dropAfterBytes: 1_000 });
  await testApp.check();
  expect(testApp.latestState()).toEqual({ state: 'failed', problem: 'unreachable' });
  expect(await testApp.install()).toMatchObject({ ok: false });
  const remaining = await readdir(testApp.folder, { recursive: true });
  expect(
    remaining.filter((name) => name.endsWith(fileName) && existsSync(join(testApp.folder, name))),
  ).toEqual([]);
});

test('Paydesk starts and reports failed updates when the folder for updates cannot be created', async () => {
  const temporary = await temporaryFolder();
  onTestFinished(() => temporary.remove());
  const dataFolder = temporary.path;
  const folder = join(dataFolder, 'updates');
  await writeFile(folder, 'not a folder');
  const updates = { mode: 'offer', feed: 'https://updates.example/paydesk/' };
  const session = new HostSession();
  const app = await createApp(createFakePlatform(), {
    dataFolder,
    readPolicySources: async () => [{ location: 'test', values: { version: 1, updates } }],
    allowHttpLoopback: true,
    entries,
    updates: {
      distribution: { updateKey },
      createEngine: (address, proxy) =>
        createUpdateEngine({
          updater: new NsisUpdater(null, updaterApp(dataFolder, '1.2.0')),
          native: null,
          clock: createFakeClock(),
          session,
          proxy,
          login: async () => undefined,
          feedUrl: address,
          folder,
          fetchText: async () => '',
        }),
      isSignedByPublisher: async () => true,
      isReadOnlyCopy: async () => false,
      quitAndInstall: () => undefined,
    },
  });
  onTestFinished(() => app.drain());
  const update = app.topics.subscribe({ send: () => undefined }, 'update').value;
  expect(update).toEqual({ state: 'failed', problem: 'not-prepared' });
  expect(await app.call('settings.about', {})).toMatchObject({ ok: true });
  expect(await app.call('updates.change', { action: 'check' })).toMatchObject({ ok: true });
  await eventually(async () => {
    expect(await readFile(join(dataFolder, 'logs', 'paydesk.log'), 'utf8')).toContain('"where":"updates"');
  });
});
