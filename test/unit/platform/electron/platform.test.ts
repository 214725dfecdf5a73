import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { inflateSync } from 'node:zlib';
import {
  BrowserWindow,
  clipboard,
  Notification as ElectronNotification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  session,
  shell,
} from 'electron';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import packageFile from '../../../../package.json' with { type: 'json' };
import { openLastFolders } from '../../../../src/main/platform/electron/last-folders.ts';
import { createDragIcon } from '../../../../src/main/platform/electron/platform.ts';
import {
  createSecretClipboard,
  secretLifetimeMs,
} from '../../../../src/main/platform/electron/secret-clipboard.ts';
import { createWebPreferences } from '../../../../src/main/platform/electron/window.ts';
import type { Platform } from '../../../../src/main/platform/platform.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { HostContents } from '../../../host/electron/contents.ts';
import { answerDialogs } from '../../../host/electron/dialog.ts';
import { Notification } from '../../../host/electron/outside.ts';
import { HostSession } from '../../../host/electron/session.ts';
import { records } from '../../../host/records.ts';
import { createTestPlatform } from './platform-fixture.ts';

let folder: string;
let platform: Platform;
let calls: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paydesk-platform-'));
  ({ platform, calls } = createTestPlatform({ dataFolder: folder }));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the garbage collector once. */
async function collectGarbage(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
}

/** Emits an event on a notification unless it was garbage-collected, and returns whether a listener was called. */
function emitUnlessCollected(notification: WeakRef<object>, event: string): boolean {
  const shown = notification.deref();
  return shown instanceof Notification && shown.emit(event, {}, 'not allowed');
}

/** Creates the platform port on an operating system. */
function platformOn(os: NodeJS.Platform): Platform {
  const realPlatform = process.platform;
  Object.defineProperty(process, 'platform', { value: os });
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: realPlatform }));
  return createTestPlatform({ dataFolder: folder }).platform;
}

test.each([
  ['win32', 'win32'],
  ['darwin', 'darwin'],
  ['linux', 'linux'],
  ['freebsd', 'linux'],
] as const)('on %s the platform reports the operating system %s, its version and user', (os, reportedOs) => {
  expect(platformOn(os).info).toEqual({
    os: reportedOs,
    version: packageFile.version,
    osUser: userInfo().username,
    isPackaged: false,
  });
});

test('the drag icon has 64 by 64 pixels for screens of double density', () => {
  const create = vi.spyOn(nativeImage, 'createFromBuffer');
  onTestFinished(() => create.mockRestore());
  createDragIcon();
  const [bytes = Buffer.alloc(0), options] = create.mock.calls[0] ?? [];
  expect(options).toEqual({ scaleFactor: 2 });
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([64, 64]);
  // A PNG chunk is its length, its type and its data.
  const typeOffset = bytes.indexOf('IDAT');
  const pixels = inflateSync(
    bytes.subarray(typeOffset + 4, typeOffset + 4 + bytes.readUInt32BE(typeOffset - 4)),
  );
  // A row is the byte of its filter and four bytes a pixel.
  expect(pixels).toHaveLength(64 * (1 + 64 * 4));
  expect(bytes.subarray(-8, -4).toString('latin1')).toBe('IEND');
});

test('the secret clipboard keeps the latest secret for a whole minute, with one timer until it is cleared', async () => {
  const clock = createFakeClock();
  const secrets = createSecretClipboard(clock, 'linux');
  await secrets.copy('first words');
  await clock.advance(secretLifetimeMs - 1);
  await secrets.copy('second words');
  expect(clock.waiting()).toBe(1);
  await clock.advance(secretLifetimeMs - 1);
  expect(records.clipboard).toBe('second words');
  await clock.advance(1);
  expect(records.clipboard).toBe('');
  await secrets.copy('words');
  await secrets.clear();
  expect(records.clipboard).toBe('');
  expect(clock.waiting()).toBe(0);
  await secrets.copy('recovery words');
  await platform.shell.copyText('something else');
  await secrets.clear();
  expect(records.clipboard).toBe('something else');
});

test.each([
  ['win32', 'ExcludeClipboardContentFromMonitorProcessing'],
  ['darwin', 'org.nspasteboard.ConcealedType'],
  ['linux', 'x-kde-passwordManagerHint'],
] as const)('the secret clipboard of %s keeps a secret out of histories', async (os, format) => {
  const write = vi.spyOn(clipboard, 'write');
  onTestFinished(() => write.mockRestore());
  await createSecretClipboard(createFakeClock(), os).copy('words');
  const types = write.mock.calls[0]?.[0]?.map((item) => item.types);
  expect(types).toEqual([['text/plain', `electron application/osclipboard;format="${format}"`]]);
});

describe('when the system refuses', () => {
  afterEach(() => vi.restoreAllMocks());

  test('to open a folder or a file, the error names the file without its folder', async () => {
    vi.spyOn(shell, 'openPath').mockResolvedValue('No program for it');
    await expect(platform.shell.showFolder('/data')).rejects.toMatchObject({ code: 'file-missing' });
    await expect(platform.shell.openFile('/results/october.csv')).rejects.toMatchObject({
      code: 'file-not-opened',
      details: { file: 'october.csv' },
    });
  });

  test('to show notifications, no notification is shown', () => {
    vi.spyOn(ElectronNotification, 'isSupported').mockReturnValue(false);
    const countBefore = records.notifications.length;
    platform.shell.notify('Batch 14 finished', '');
    expect(records.notifications).toHaveLength(countBefore);
  });
});

describe('the platform', () => {
  test('copies text and secrets to the clipboard, and opens folders and files', async () => {
    records.opened.length = 0;
    await platform.shell.copyText('client-id');
    expect(records.clipboard).toBe('client-id');
    await platform.shell.copySecret('recovery words');
    expect(records.clipboard).toBe('recovery words');
    await platform.shell.clearSecret();
    expect(records.clipboard).toBe('');
    await platform.shell.showFolder('/data/paydesk');
    await platform.shell.openFile('/results/october.csv');
    platform.shell.showFile('/results/november.csv');
    expect(records.opened).toEqual(['/data/paydesk', '/results/october.csv', '/results/november.csv']);
  });

  test('stores the last used folders in the data folder', async () => {
    await openLastFolders(join(folder, 'folders.json')).remember('writing', '/results');
    answerDialogs({ open: async () => [], save: async () => '', message: async () => 0 });
    await platformOn('linux').dialogs.chooseSavePath('Export', 'a.csv');
    expect(records.dialogs.at(-1)?.options).toMatchObject({ defaultPath: join('/results', 'a.csv') });
  });

  test('shows a notification whose click shows the window', () => {
    calls.length = 0;
    records.notifications.length = 0;
    platform.shell.notify('All documents are attached', 'Batch 14');
    expect(records.notifications).toEqual([{ title: 'All documents are attached', body: 'Batch 14' }]);
    Notification.shown.at(-1)?.emit('click');
    expect(calls).toEqual(['show']);
  });

  test.each(['close', 'failed'])('keeps a notification in memory until its event %s', async (event) => {
    platform.shell.notify('All documents are attached', 'Batch 15');
    const shown = new WeakRef(Notification.shown.pop() ?? {});
    await collectGarbage();
    expect(emitUnlessCollected(shown, event)).toBe(true);
    await collectGarbage();
    expect(shown.deref() === undefined).toBe(true);
  });

  test('keeps only the newest notifications in memory, because some systems never report their end', async () => {
    const shown: WeakRef<object>[] = [];
    for (let number = 1; number <= 25; number += 1) {
      platform.shell.notify('All documents are attached', `Batch ${number}`);
      shown.push(new WeakRef(Notification.shown.pop() ?? {}));
    }
    await collectGarbage();
    const kept = shown.map((notification) => notification.deref() !== undefined);
    expect(kept.slice(0, 5)).toEqual([false, false, false, false, false]);
    expect(kept.slice(-20)).not.toContain(false);
  });

  test('starts drags and shows progress only when there is a window', async () => {
    const file = join(folder, 'statement.csv');
    await writeFile(file, 'a;b');
    const progressBefore = records.progress;
    platform.shell.dragFile(file);
    platform.shell.showProgress(0.5);
    expect([records.dragged, records.progress]).toEqual([[], progressBefore]);
    const window = new BrowserWindow({ webPreferences: { ...createWebPreferences('preload.cjs', true) } });
    const { shell: windowShell } = createTestPlatform({
      dataFolder: folder,
      findWindow: () => window,
    }).platform;
    HostContents.dragMs = 0;
    windowShell.dragFile(file);
    expect(records.dragged).toEqual([file]);
    const shown = [0.5, 0, null].map((progress) => {
      windowShell.showProgress(progress);
      return records.progress;
    });
    expect(shown).toEqual([0.5, 0, -1]);
  });

  test('reports sleep, wake and screen lock', () => {
    const received: string[] = [];
    platform.power.onSuspend(() => received.push('suspend'));
    platform.power.onResume(() => received.push('resume'));
    powerMonitor.emit('suspend');
    platform.power.onLock(() => received.push('lock'));
    powerMonitor.emit('resume');
    powerMonitor.emit('lock-screen');
    expect(received).toEqual(['suspend', 'resume', 'lock']);
    expect(platform.power.idleSeconds()).toBe(0);
  });

  test("resolves the proxy by the system or the administrator's setting, sets the theme and quits through the lifecycle", async () => {
    calls.length = 0;
    const setProxy = vi.spyOn(session.defaultSession, 'setProxy');
    onTestFinished(() => setProxy.mockRestore());
    HostSession.networkProxy = 'PROXY office.example:8080';
    const resolve = () => platform.network.resolveProxy('https://auth.payments.example/');
    expect(await resolve()).toBe('PROXY office.example:8080');
    await platform.setProxy({ mode: 'direct' });
    expect(setProxy).toHaveBeenCalledExactlyOnceWith({ mode: 'direct' });
    expect(await resolve()).toBe('DIRECT');
    await platform.setProxy({ mode: 'fixed', kind: 'socks5', server: 'fixed.example:1080', bypass: [] });
    expect(await resolve()).toBe('SOCKS5 fixed.example:1080');
    platform.setTheme('dark');
    expect(nativeTheme.shouldUseDarkColors).toBe(true);
    platform.setTheme('system');
    platform.quit();
    expect(calls).toEqual(['quit']);
  });
});
