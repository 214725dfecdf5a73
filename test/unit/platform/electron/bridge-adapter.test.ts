import { BrowserWindow, app as electronApp } from 'electron';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../../../src/main/app/app.ts';
import { createPageRequests, type PageRequests } from '../../../../src/main/bridge/page-requests.ts';
import type { Subscriber } from '../../../../src/main/bridge/topics.ts';
import { type BridgeAdapter, connectBridge } from '../../../../src/main/platform/electron/bridge-adapter.ts';
import { pageUrl } from '../../../../src/main/platform/electron/origin.ts';
import { createWebPreferences } from '../../../../src/main/platform/electron/window.ts';
import type { Changes } from '../../../../src/shared/contract/answers.ts';
import { callChannel, changesChannel, subscribeChannel } from '../../../../src/shared/contract/names.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { HostContents, type HostFrame } from '../../../host/electron/contents.ts';
import { ipcMain } from '../../../host/electron/ipc.ts';

electronApp.on('window-all-closed', () => undefined);
const channels = [callChannel, subscribeChannel];

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
let calls: unknown[][];
let subscribers: Map<Subscriber, Set<string>>;

beforeEach(async () => {
  calls = [];
  subscribers = new Map();
  const app: Pick<App, 'call' | 'topics'> = {
    async call(...received) {
      calls.push(received);
      return { ok: true, value: 'done' };
    },
    topics: {
      publish: () => undefined,
      subscribe(subscriber, name) {
        if (name === 'unknown') throw new PaydeskError('command-unknown', 'No topic unknown');
        subscribers.set(subscriber, (subscribers.get(subscriber) ?? new Set()).add(name));
        return { seq: 7, value: 'present' };
      },
      drop: (subscriber) => subscribers.delete(subscriber),
    },
  };
  adapter = connectBridge(Promise.resolve(createPageRequests(app.call, app.topics)));
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
    expect(calls).toEqual([['settings.about', {}, undefined]]);
  });

  test.each([
    ...'app://other app://paydesk.example app://paydesk:8080'.split(' '),
    ...'https://payments.example file:// null'.split(' '),
    '',
  ])('from the origin %s is refused', async (origin) => {
    Object.defineProperty(opened.host.mainFrame, 'origin', { value: origin });
    expect(await send(callChannel, call)).toMatchObject(refusedAnswer);
  });

  test('from a frame inside the page, a copy of its main frame or a destroyed frame is refused before it is read', async () => {
    const { mainFrame } = opened.host;
    const { origin, url } = mainFrame;
    for (const frame of [{ origin, url, parent: mainFrame }, { origin, url, parent: null }, null])
      for (const channel of channels)
        expect(await send(channel, undefined, frame)).toMatchObject(refusedAnswer);
    expect(calls).toEqual([]);
  });

  test('from a window that was not admitted or is destroyed is refused', async () => {
    const { window, host } = await openWindow();
    const answer = await host.receive(host.mainFrame, callChannel, [call]);
    window.destroy();
    opened.window.destroy();
    for (const refused of [answer, await send(callChannel, call)])
      expect(refused).toMatchObject(refusedAnswer);
  });

  test.each([
    [callChannel, undefined],
    [callChannel, 'settings.about'],
    [callChannel, { command: 1, args: {} }],
    [callChannel, { command: 'x'.repeat(101), args: {} }],
    [callChannel, { command: 'settings.about', args: {}, more: 1 }],
    [subscribeChannel, 7],
    [subscribeChannel, ['settings']],
    [callChannel, { command: 'documents.add', args: {}, paths: '/etc/passwd' }],
    [callChannel, { command: 'documents.add', args: {}, paths: [1] }],
    [callChannel, { command: 'documents.add', args: {}, paths: [`/${'a'.repeat(32_767)}`] }],
  ])('on %s that does not match the schema is answered with an error (%#)', async (channel, argument) => {
    expect(await send(channel, argument)).toMatchObject({
      ok: false,
      error: { code: 'arguments-invalid' },
    });
    expect(calls).toEqual([]);
  });
});

test('the paths of dropped files reach the command in order, up to the maximum length', async () => {
  const paths = ['/scans/b.pdf', '', '/scans/a.pdf', `/${'a'.repeat(32_766)}`];
  await send(callChannel, { command: 'documents.add', args: { profileId: null }, paths });
  expect(calls).toEqual([['documents.add', { profileId: null }, paths]]);
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
    const answer = { ok: true, value: { seq: 7, value: 'present' } };
    expect(await send(subscribeChannel, 'settings')).toEqual(answer);
    const changes: Changes = [{ topic: 'settings', seq: 8, value: 'later' }];
    const sent = collectSent(() => {
      for (const subscriber of subscribers.keys()) subscriber.send(changes);
    });
    expect(sent).toEqual([[changesChannel, changes]]);
  });

  test('that main does not know are answered with an error value', async () => {
    expect(await send(subscribeChannel, 'unknown')).toMatchObject({ error: { code: 'command-unknown' } });
  });

  test.each([
    ['another page is loaded', 'did-navigate', {}, 0],
    ['its process ends', 'render-process-gone', {}, 0],
    ['the window closes', 'destroyed', {}, 0],
    ['a part of the page is shown', 'did-navigate-in-page', {}, 1],
    ['a navigation starts, which may be denied', 'did-start-navigation', { isMainFrame: true }, 1],
  ])('end with the page: when %s (%s, %o), %d of them remain', async (_when, event, details, remaining) => {
    await send(subscribeChannel, 'settings');
    opened.host.emit(event, details);
    await Promise.resolve();
    expect(subscribers.size).toBe(remaining);
  });

  test('are no longer sent to a destroyed window', async () => {
    await send(subscribeChannel, 'settings');
    const [subscriber] = subscribers.keys();
    opened.window.destroy();
    expect(collectSent(() => subscriber?.send([{ topic: 'settings', seq: 8, value: 1 }]))).toEqual([]);
  });
});

describe('before the program is open', () => {
  let opening: PromiseWithResolvers<PageRequests>;
  let steps: string[];
  const requests: PageRequests = {
    async call() {
      steps.push('call');
      return { ok: true, value: 'done' };
    },
    subscribe(_subscriber, topicName) {
      steps.push(`subscribe ${String(topicName)}`);
      return { ok: true, value: 'present' };
    },
    drop: () => void steps.push('drop'),
  };

  beforeEach(() => {
    for (const channel of channels) ipcMain.removeHandler(channel);
    opening = Promise.withResolvers();
    steps = [];
    connectBridge(opening.promise).admit(opened.contents);
  });

  test('messages wait, and are answered in their order', async () => {
    const answers = [send(subscribeChannel, 'settings'), send(callChannel, call)];
    await new Promise(setImmediate);
    expect(steps).toEqual([]);
    opening.resolve(requests);
    expect(await Promise.all(answers)).toEqual([
      { ok: true, value: 'present' },
      { ok: true, value: 'done' },
    ]);
    expect(steps).toEqual(['subscribe settings', 'call']);
  });

  test('the sender of a message is checked when the message arrives', async () => {
    expect(await send(callChannel, call, null)).toMatchObject(refusedAnswer);
  });

  test('subscriptions of a page end when another page is loaded, and those of that page do not', async () => {
    const answers = [send(subscribeChannel, 'first page')];
    opened.host.emit('did-navigate', {}, pageUrl);
    answers.push(send(subscribeChannel, 'second page'));
    opening.resolve(requests);
    await Promise.all(answers);
    expect(steps).toEqual(['subscribe first page', 'drop', 'subscribe second page']);
  });

  test('messages are answered with an error when the program cannot be opened', async () => {
    const answer = send(callChannel, call);
    opening.reject(new Error('The disk is full'));
    expect(await answer).toMatchObject({ ok: false, error: { code: 'unexpected' } });
  });
});
