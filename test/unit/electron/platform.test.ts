import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BrowserWindow, nativeTheme, powerMonitor } from 'electron';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { createPlatform } from '../../../src/main/electron/platform.ts';
import { createSecretClipboard, secretStays } from '../../../src/main/electron/secret-clipboard.ts';
import { webPreferencesFor } from '../../../src/main/electron/window.ts';
import type { Platform } from '../../../src/main/platform.ts';
import { Notification } from '../../host/electron/outside.ts';
import { HostUtilityProcess } from '../../host/electron/utility-process.ts';
import { records } from '../../host/records.ts';

let folder: string;
let platform: Platform;
let asked: string[] = [];
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
    showWindow: () => asked.push('show'),
    dimWindowButtons: (dimmed) => asked.push(`dim ${dimmed}`),
    quit: () => asked.push('quit'),
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

describe('outside the window', () => {
  test('it copies text and opens folders', async () => {
    await platform.shell.copyText('client-id');
    await platform.shell.showFolder('/data/paydesk');
    expect(records.clipboard).toBe('client-id');
    expect(records.opened).toEqual(['/data/paydesk']);
  });

  test('it takes a copied secret out of the clipboard after a minute', async () => {
    await platform.shell.copySecret('recovery words');
    expect(records.clipboard).toBe('recovery words');
    expect(timers.at(-1)?.milliseconds).toBe(secretStays);
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
    asked = [];
    platform.shell.notify('All documents are attached', 'Batch 14');
    expect(records.notifications).toEqual([{ title: 'All documents are attached', body: 'Batch 14' }]);
    Notification.shown.at(-1)?.emit('click');
    expect(asked).toEqual(['show']);
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
    const heard: string[] = [];
    platform.power.onSuspend(() => heard.push('suspend'));
    platform.power.onResume(() => heard.push('resume'));
    powerMonitor.emit('suspend');
    platform.power.onLock(() => heard.push('lock'));
    powerMonitor.emit('resume');
    powerMonitor.emit('lock-screen');
    expect(heard).toEqual(['suspend', 'resume', 'lock']);
    expect(platform.power.idleSeconds()).toBe(0);
  });

  test('it asks the system for the proxy, gives it the theme, and quits through the lifecycle', async () => {
    asked = [];
    expect(await platform.network.resolveProxy('https://auth.payments.example/')).toBe('DIRECT');
    platform.setTheme('dark');
    expect(nativeTheme.shouldUseDarkColors).toBe(true);
    platform.setTheme('system');
    platform.quit();
    expect(asked).toEqual(['quit']);
  });
});

describe('child processes', () => {
  const entry = new URL('./echo-child.ts', import.meta.url);
  const failingEntry = new URL('./failing-child.ts', import.meta.url);

  test('answer messages, and their end is heard once', async () => {
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
    expect(await answer.promise).toEqual({ heard: { word: 'hello', when: new Date(0) } });
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
