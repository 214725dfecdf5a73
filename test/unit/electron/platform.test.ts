import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { inflateSync } from 'node:zlib';
import {
  BrowserWindow,
  Notification as ElectronNotification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  session,
  shell,
  utilityProcess,
} from 'electron';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { dragIcon } from '../../../src/main/electron/drag-icon.ts';
import { openLastFolders } from '../../../src/main/electron/last-folders.ts';
import { createPlatform } from '../../../src/main/electron/platform.ts';
import { createSecretClipboard, secretLifetimeMs } from '../../../src/main/electron/secret-clipboard.ts';
import { webPreferencesFor } from '../../../src/main/electron/window.ts';
import type { Platform } from '../../../src/main/platform.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { answerDialogs } from '../../host/electron/dialog.ts';
import { Notification } from '../../host/electron/outside.ts';
import { HostUtilityProcess } from '../../host/electron/utility-process.ts';
import { records } from '../../host/records.ts';

let folder: string;
let platform: Platform;
let dialogsShown: string[] = [];
let reported: string[] = [];
const timers: { action: () => void; milliseconds: number }[] = [];
const clock = {
  after(milliseconds: number, action: () => void) {
    timers.push({ milliseconds, action });
    return () => undefined;
  },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paydesk-platform-'));
  platform = createPlatform({
    dataFolder: folder,
    windowOf: () => null,
    showWindow: () => dialogsShown.push('show'),
    dimWindowButtons: (dimmed) => dialogsShown.push(`dim ${dimmed}`),
    quit: () => dialogsShown.push('quit'),
    secrets: createSecretClipboard(clock),
    report: (where, { message }) => reported.push(`${where}: ${message}`),
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Collects what nobody holds any more. */
async function collectGarbage(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
}

/** Emits an event of a notification, if anybody holds it still. */
function emitOn(notification: WeakRef<object>, event: string): boolean {
  const held = notification.deref();
  return held instanceof Notification && held.emit(event, {}, 'not allowed');
}

test('says what it runs on', () => {
  expect(platform.info).toMatchObject({
    version: packageFile.version,
    osUser: userInfo().username,
    packaged: false,
  });
});

/** The platform as it is on a system, with a window or without one. */
function platformOn(os: NodeJS.Platform, window: BrowserWindow | null = null): Platform {
  const own = process.platform;
  Object.defineProperty(process, 'platform', { value: os });
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: own }));
  return createPlatform({
    dataFolder: folder,
    windowOf: () => window,
    showWindow: () => undefined,
    dimWindowButtons: () => undefined,
    quit: () => undefined,
    report: () => undefined,
    secrets: createSecretClipboard(clock),
  });
}

test.each([
  ['win32', 'win32'],
  ['darwin', 'darwin'],
  ['linux', 'linux'],
  ['freebsd', 'linux'],
] as const)('on %s it says %s', (os, expected) => {
  expect(platformOn(os).info.os).toBe(expected);
});

test('the folders of the last time are kept beside the data', async () => {
  await openLastFolders(join(folder, 'folders.json')).remember('writing', '/results');
  answerDialogs({ open: async () => [], save: async () => '', message: async () => 0 });
  await platformOn('linux').dialogs.saveFile('Export', 'a.csv');
  expect(records.dialogs.at(-1)?.options).toMatchObject({ defaultPath: join('/results', 'a.csv') });
});

test("the administrator's way to the network is that of the window's session", async () => {
  const setProxy = vi.spyOn(session.defaultSession, 'setProxy');
  onTestFinished(() => setProxy.mockRestore());
  await platform.setProxy({ mode: 'direct' });
  expect(setProxy).toHaveBeenCalledExactlyOnceWith({ mode: 'direct' });
});

test('what is dragged has a whole picture of 64 by 64 pixels, for screens of double density', () => {
  const create = vi.spyOn(nativeImage, 'createFromBuffer');
  onTestFinished(() => create.mockRestore());
  dragIcon();
  const [bytes = Buffer.alloc(0), options] = create.mock.calls[0] ?? [];
  expect(options).toEqual({ scaleFactor: 2 });
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([64, 64]);
  const data = bytes.indexOf('IDAT');
  const pixels = inflateSync(bytes.subarray(data + 4, data + 4 + bytes.readUInt32BE(data - 4)));
  expect(pixels).toHaveLength(64 * (1 + 64 * 4));
  expect(bytes.subarray(-8, -4).toString('latin1')).toBe('IEND');
});

describe('the clipboard, for secrets', () => {
  test('keeps the latest secret for its whole minute', async () => {
    const time = createFakeClock();
    const secrets = createSecretClipboard(time);
    await secrets.copy('first words');
    await time.advance(secretLifetimeMs - 1);
    await secrets.copy('second words');
    await time.advance(secretLifetimeMs - 1);
    expect(records.clipboard).toBe('second words');
    await time.advance(1);
    expect(records.clipboard).toBe('');
  });

  test('has nothing left to do once it was cleared', async () => {
    const time = createFakeClock();
    const secrets = createSecretClipboard(time);
    await secrets.copy('words');
    await secrets.clear();
    expect(time.waiting()).toBe(0);
    await secrets.copy('words');
    await secrets.copy('words');
    expect(time.waiting()).toBe(1);
  });
});

describe('what the system refuses', () => {
  afterEach(() => vi.restoreAllMocks());

  test('to open as a folder is missing', async () => {
    vi.spyOn(shell, 'openPath').mockResolvedValue('No such folder');
    await expect(platform.shell.showFolder('/data')).rejects.toMatchObject({ code: 'file-missing' });
  });

  test('to open as a file is said with the name of the file, without its folder', async () => {
    await platform.shell.openFile('/results/october.csv');
    expect(records.opened.at(-1)).toBe('/results/october.csv');
    vi.spyOn(shell, 'openPath').mockResolvedValue('No program for it');
    await expect(platform.shell.openFile('/results/october.csv')).rejects.toMatchObject({
      code: 'file-not-opened',
      details: { file: 'october.csv' },
    });
  });

  test('to show as a notification is not shown', () => {
    vi.spyOn(ElectronNotification, 'isSupported').mockReturnValue(false);
    const before = records.notifications.length;
    platform.shell.notify('Batch 14 finished', '');
    expect(records.notifications).toHaveLength(before);
  });
});

test('a file is shown in its folder', () => {
  platform.shell.showFile('/results/october.csv');
  expect(records.opened.at(-1)).toBe('/results/october.csv');
});

test('the taskbar shows how far the work is, and nothing when there is none', () => {
  const window = new BrowserWindow({ webPreferences: { ...webPreferencesFor('preload.cjs', true) } });
  const { shell: shown } = platformOn('linux', window);
  shown.showProgress(0.5);
  expect(records.progress).toBe(0.5);
  shown.showProgress(0);
  expect(records.progress).toBe(0);
  shown.showProgress(null);
  expect(records.progress).toBe(-1);
});

describe('outside the window', () => {
  test('it copies text and opens folders', async () => {
    records.opened.length = 0;
    await platform.shell.copyText('client-id');
    await platform.shell.showFolder('/data/paydesk');
    expect(records.clipboard).toBe('client-id');
    expect(records.opened).toEqual(['/data/paydesk']);
  });

  test('it takes a copied secret out of the clipboard after a minute', async () => {
    await platform.shell.copySecret('recovery words');
    expect(records.clipboard).toBe('recovery words');
    expect(timers.at(-1)?.milliseconds).toBe(secretLifetimeMs);
    timers.at(-1)?.action();
    await expect.poll(() => records.clipboard).toBe('');
  });

  test('it takes a copied secret out of the clipboard when it is told to', async () => {
    await platform.shell.copySecret('recovery words');
    await platform.shell.clearSecret();
    expect(records.clipboard).toBe('');
  });

  test('it leaves alone what was copied since', async () => {
    const secrets = createSecretClipboard(clock);
    await secrets.copy('recovery words');
    await platform.shell.copyText('something else');
    await secrets.clear();
    expect(records.clipboard).toBe('something else');
  });

  test('it notifies, and a click on it shows the window', () => {
    dialogsShown = [];
    platform.shell.notify('All documents are attached', 'Batch 14');
    expect(records.notifications).toEqual([{ title: 'All documents are attached', body: 'Batch 14' }]);
    Notification.shown.at(-1)?.emit('click');
    expect(dialogsShown).toEqual(['show']);
  });

  test.each(['close', 'failed'])(
    'it holds a notification for its click until the event %s',
    async (event) => {
      platform.shell.notify('All documents are attached', 'Batch 15');
      const shown = new WeakRef(Notification.shown.pop() ?? {});
      await collectGarbage();
      expect(emitOn(shown, event)).toBe(true);
      await collectGarbage();
      expect(shown.deref() === undefined).toBe(true);
    },
  );

  test('it hands a file to the system, which drags it from the window', async () => {
    const file = join(folder, 'statement.csv');
    await writeFile(file, 'a;b');
    platform.shell.dragFile(file);
    expect(records.dragged).toEqual([]);
    const window = new BrowserWindow({ webPreferences: { ...webPreferencesFor('preload.cjs', true) } });
    const secrets = createSecretClipboard(clock);
    const nothing = () => undefined;
    createPlatform({
      dataFolder: folder,
      windowOf: () => window,
      showWindow: nothing,
      dimWindowButtons: nothing,
      quit: nothing,
      secrets,
      report: nothing,
    }).shell.dragFile(file);
    expect(records.dragged).toEqual([file]);
  });

  test('it shows no progress while there is no window', () => {
    expect(() => platform.shell.showProgress(0.5)).not.toThrow();
  });

  test('it hands on sleep and wake', () => {
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

  test('it asks the system for the proxy, gives it the theme, and quits through the lifecycle', async () => {
    dialogsShown = [];
    expect(await platform.network.resolveProxy('https://auth.payments.example/')).toBe('DIRECT');
    platform.setTheme('dark');
    expect(nativeTheme.shouldUseDarkColors).toBe(true);
    platform.setTheme('system');
    platform.quit();
    expect(dialogsShown).toEqual(['quit']);
  });
});

describe('child processes', () => {
  const entry = new URL('./echo-child.ts', import.meta.url);
  const failingEntry = new URL('./failing-child.ts', import.meta.url);

  test('are known to the system by the name of their work, and get no arguments', () => {
    const forked = vi.spyOn(utilityProcess, 'fork');
    onTestFinished(() => forked.mockRestore());
    platform.processes.start(entry, 'paydesk-echo').kill();
    expect(forked).toHaveBeenCalledExactlyOnceWith(
      fileURLToPath(entry),
      [],
      expect.objectContaining({ serviceName: 'paydesk-echo' }),
    );
  });

  test.each([
    [{}, []],
    [{ maxMegabytes: 512 }, ['--max-old-space-size=512']],
  ])('get as much memory as they are given: %o', (options, execArgv) => {
    const forked = vi.spyOn(utilityProcess, 'fork');
    onTestFinished(() => forked.mockRestore());
    platform.processes.start(entry, 'echo', options).kill();
    expect(forked.mock.calls[0]?.[2]?.execArgv).toEqual(execArgv);
  });

  test.each([
    ['nothing when its work is done', 0, false, []],
    ['nothing when it was killed, whatever its code', 15, true, []],
    ['its code when it ended by itself', 15, false, ['Paydesk-echo-2: The process ended: code 15']],
  ])('%s is reported of an end', (_what, code, isKilled, expected) => {
    reported = [];
    const child = platform.processes.start(entry, 'Paydesk  echo (2');
    const host = HostUtilityProcess.running.at(-1);
    onTestFinished(() => child.kill());
    if (isKilled) child.kill();
    host?.emit('exit', code);
    expect(reported).toEqual(expected);
  });

  test('are sent nothing any more once they have ended', () => {
    const child = platform.processes.start(entry, 'echo');
    onTestFinished(() => child.kill());
    const host = HostUtilityProcess.running.at(-1);
    const sent: unknown[] = [];
    if (host !== undefined) host.postMessage = (message) => void sent.push(message);
    child.send('while it is there');
    host?.emit('exit', 0);
    child.send('afterwards');
    expect(sent).toEqual(['while it is there']);
  });

  test('answer messages, and their end is heard once', async () => {
    reported = [];
    const child = platform.processes.start(entry, 'echo');
    const answer = Promise.withResolvers<unknown>();
    const ended = Promise.withResolvers<void>();
    let ends = 0;
    child.onMessage(answer.resolve);
    child.onExit(() => {
      ends += 1;
      ended.resolve();
    });
    child.send({ word: 'hello', when: new Date(0) });
    expect(await answer.promise).toEqual({ received: { word: 'hello', when: new Date(0) } });
    child.kill();
    await ended.promise;
    expect(ends).toBe(1);
    expect(reported).toEqual([]);
  });

  test('whose errors nobody caught end with a code; their end is heard and reported', async () => {
    for (const how of ['throws', 'rejects']) {
      reported = [];
      const failing = platform.processes.start(failingEntry, 'Paydesk echo');
      const ended = Promise.withResolvers<void>();
      failing.onExit(ended.resolve);
      failing.send(how);
      await ended.promise;
      expect(reported).toEqual(['Paydesk-echo: The process ended: code 70']);
    }
  });

  test('that V8 ends are taken as ended at once; what was in their memory is not looked at', async () => {
    reported = [];
    const child = platform.processes.start(entry, 'Paydesk echo');
    let ends = 0;
    const ended = Promise.withResolvers<void>();
    child.onExit(() => {
      ends += 1;
      ended.resolve();
    });
    const host = HostUtilityProcess.running.at(-1);
    const gone = Promise.withResolvers<unknown>();
    host?.once('exit', gone.resolve);
    await new Promise<void>((resolve) => host?.once('spawn', resolve));
    host?.emit('error', 'FatalError', 'v8::ToLocalChecked', '{"heap": "canary of an API key"}');
    expect(ends).toBe(1);
    await ended.promise;
    await gone.promise;
    child.send({ word: 'nobody is there' });
    expect(ends).toBe(1);
    expect(reported).toEqual(['Paydesk-echo: The process ended: FatalError']);
  });

  test('end also when they are killed before the system has started them', async () => {
    const child = platform.processes.start(entry, 'echo');
    const ended = Promise.withResolvers<void>();
    child.onExit(ended.resolve);
    child.kill();
    await ended.promise;
  });
});
