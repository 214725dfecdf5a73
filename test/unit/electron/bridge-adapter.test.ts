import { BrowserWindow, app as electronApp } from 'electron';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../../src/main/app.ts';
import { createReferences } from '../../../src/main/bridge/references.ts';
import type { Subscriber } from '../../../src/main/bridge/topics.ts';
import { systemRandom } from '../../../src/main/clock.ts';
import { type BridgeAdapter, connectBridge } from '../../../src/main/electron/bridge-adapter.ts';
import { pageUrl } from '../../../src/main/electron/origin.ts';
import { createWebPreferences } from '../../../src/main/electron/window.ts';
import type { Changes } from '../../../src/shared/contract/index.ts';
import {
  callChannel,
  changesChannel,
  referencesChannel,
  subscribeChannel,
  unsubscribeChannel,
} from '../../../src/shared/contract/names.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { HostContents, type HostFrame } from '../../host/electron/contents.ts';
import { ipcMain } from '../../host/electron/ipc.ts';

electronApp.on('window-all-closed', () => undefined);
const channels = [callChannel, subscribeChannel, unsubscribeChannel, referencesChannel];

/** Opens a window of the fake Electron with Paydesk's page. */
async function openWindow() {
  const window = new BrowserWindow({ webPreferences: { ...createWebPreferences('/preload.cjs', true) } });
  await window.loadURL(pageUrl);
  const { webContents } = window;
  if (!(webContents instanceof HostContents)) throw new Error('Not a page of the host');
  return { window, webContents, contents: window.webContents, host: webContents };
}

let opened: Awaited<ReturnType<typeof openWindow>>;
let adapter: BridgeAdapter;
let calls: [string, unknown][];
let subscribers: Map<Subscriber, Set<string>>;

beforeEach(async () => {
  calls = [];
  subscribers = new Map();
  const app: Pick<App, 'call' | 'topics' | 'references'> = {
    async call(name, args) {
      calls.push([name, args]);
      return { ok: true, value: 'done' };
    },
    references: createReferences(systemRandom),
    topics: {
      publish: () => undefined,
      subscribe(subscriber, name) {
        if (name === 'unknown') throw new PaydeskError('command-unknown', 'No topic unknown');
        subscribers.set(subscriber, (subscribers.get(subscriber) ?? new Set()).add(name));
        return { seq: 7, value: 'present' };
      },
      unsubscribe: (subscriber, name) => subscribers.get(subscriber)?.delete(name),
      drop: (subscriber) => subscribers.delete(subscriber),
    },
  };
  adapter = connectBridge(app);
  opened = await openWindow();
  adapter.admit(opened.contents);
});

afterEach(() => {
  opened.window.destroy();
  for (const channel of channels) ipcMain.removeHandler(channel);
});

function send(channel: string, argument: unknown, frame: HostFrame | null = opened.host.mainFrame) {
  return opened.host.receive(frame, channel, [argument]);
}

const refusedAnswer = { ok: false, error: { code: 'sender-refused' } };
const call = { command: 'settings.about', args: {} };

describe('a message', () => {
  test('from the main frame of the window is answered', async () => {
    expect(await send(callChannel, call)).toEqual({ ok: true, value: 'done' });
    expect(calls).toEqual([['settings.about', {}]]);
  });

  test('from a destroyed frame is refused', async () => {
    expect(await send(callChannel, call, null)).toMatchObject(refusedAnswer);
  });

  test.each([
    'https://payments.example',
    'app://other',
    'app://paydesk.example',
    'app://paydesk:8080',
    'file://',
    'null',
    '',
  ])('from the origin %s is refused', async (origin) => {
    const { mainFrame } = opened.host;
    Object.defineProperty(mainFrame, 'origin', { value: origin });
    expect(await send(callChannel, call)).toMatchObject(refusedAnswer);
  });

  test('from a frame inside the page is refused, whatever its origin', async () => {
    const { mainFrame } = opened.host;
    const innerFrame = { origin: mainFrame.origin, url: mainFrame.url, parent: mainFrame };
    expect(await send(callChannel, call, innerFrame)).toMatchObject(refusedAnswer);
  });

  test('from a copy of the main frame is refused', async () => {
    const { mainFrame } = opened.host;
    const copiedFrame = { origin: mainFrame.origin, url: mainFrame.url, parent: null };
    expect(await send(callChannel, call, copiedFrame)).toMatchObject(refusedAnswer);
  });

  test('from a window that was not admitted is refused', async () => {
    const unadmitted = await openWindow();
    const answer = await unadmitted.host.receive(unadmitted.host.mainFrame, callChannel, [call]);
    unadmitted.window.destroy();
    expect(answer).toMatchObject(refusedAnswer);
  });

  test('from a destroyed window is refused', async () => {
    opened.window.destroy();
    expect(await send(callChannel, call)).toMatchObject(refusedAnswer);
  });

  test.each(channels)('on %s from a destroyed frame is refused before it is read', async (channel) => {
    expect(await send(channel, undefined, null)).toMatchObject(refusedAnswer);
    expect(calls).toEqual([]);
  });

  test.each([
    [callChannel, undefined],
    [callChannel, 'settings.about'],
    [callChannel, { command: 1, args: {} }],
    [callChannel, { command: 'x'.repeat(101), args: {} }],
    [callChannel, { command: 'settings.about', args: {}, more: 1 }],
    [subscribeChannel, 7],
    [subscribeChannel, ['settings']],
    [unsubscribeChannel, null],
    [referencesChannel, '/etc/passwd'],
    [referencesChannel, [1]],
    [referencesChannel, Array.from({ length: 20_001 }, () => '/a')],
    [referencesChannel, [`/${'a'.repeat(32_767)}`]],
  ])(
    'on %s that does not match the schema is answered with arguments-invalid (case %#)',
    async (channel, argument) => {
      expect(await send(channel, argument)).toMatchObject({
        ok: false,
        error: { code: 'arguments-invalid' },
      });
      expect(calls).toEqual([]);
    },
  );
});

test('a path of the maximum length gets a reference', async () => {
  const answer = await send(referencesChannel, [`/${'a'.repeat(32_766)}`]);
  expect(answer).toMatchObject({ ok: true, value: [expect.stringMatching(/:1$/)] });
});

describe('topics', () => {
  /** Returns the messages that an action sends to the window. */
  function collectSent(action: () => void): unknown[] {
    const sent: unknown[] = [];
    opened.host.onMessage = (channel, args) => sent.push([channel, ...args]);
    action();
    return sent;
  }

  test('answer with their current value and send changes to the window', async () => {
    expect(await send(subscribeChannel, 'settings')).toEqual({
      ok: true,
      value: { seq: 7, value: 'present' },
    });
    const changes: Changes = [{ topic: 'settings', seq: 8, value: 'later' }];
    const sent = collectSent(() => {
      for (const subscriber of subscribers.keys()) subscriber.send(changes);
    });
    expect(sent).toEqual([[changesChannel, changes]]);
  });

  test('that main does not know are answered with an error value', async () => {
    expect(await send(subscribeChannel, 'unknown')).toMatchObject({
      ok: false,
      error: { code: 'command-unknown' },
    });
  });

  test('are unsubscribed individually', async () => {
    await send(subscribeChannel, 'settings');
    await send(subscribeChannel, 'session');
    expect(await send(unsubscribeChannel, 'settings')).toEqual({ ok: true, value: null });
    expect([...subscribers.values()].map((names) => [...names])).toEqual([['session']]);
  });

  test.each([
    ['another page is loaded', 'did-start-navigation', { isMainFrame: true, isSameDocument: false }],
    ['its process ends', 'render-process-gone', {}],
    ['the window closes', 'destroyed', {}],
  ])('are all unsubscribed when %s', async (_when, event, details) => {
    await send(subscribeChannel, 'settings');
    opened.host.emit(event, details);
    expect(subscribers.size).toBe(0);
  });

  test.each([
    { isMainFrame: true, isSameDocument: true },
    { isMainFrame: false, isSameDocument: false },
  ])('stay subscribed after a navigation inside the page (%o)', async (details) => {
    await send(subscribeChannel, 'settings');
    opened.host.emit('did-start-navigation', details);
    expect(subscribers.size).toBe(1);
  });

  test('are no longer sent to a destroyed window', async () => {
    await send(subscribeChannel, 'settings');
    const [subscriber] = subscribers.keys();
    opened.window.destroy();
    expect(collectSent(() => subscriber?.send([{ topic: 'settings', seq: 8, value: 1 }]))).toEqual([]);
  });
});

test('references come in the order of the paths, and an empty path gets no reference', async () => {
  const answer = await send(referencesChannel, ['/scans/a.pdf', '', '/scans/b.pdf']);
  expect(answer).toMatchObject({
    ok: true,
    value: [expect.stringMatching(/:1$/), '', expect.stringMatching(/:2$/)],
  });
});
