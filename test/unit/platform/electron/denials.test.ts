import { app, BrowserWindow, type WebContents } from 'electron';
import { afterAll, describe, expect, test } from 'vitest';
import { restrictPage } from '../../../../src/main/platform/electron/denials.ts';
import { createWebPreferences } from '../../../../src/main/platform/electron/window.ts';
import { HostContents } from '../../../host/electron/contents.ts';
import { HostEvent } from '../../../host/electron/event.ts';
import { session } from '../../../host/electron/session.ts';

app.on('window-all-closed', () => undefined);
const window = new BrowserWindow({ webPreferences: { ...createWebPreferences('/preload.cjs', true) } });
restrictPage(window.webContents);
afterAll(() => {
  window.destroy();
  session.defaultSession.removeAllListeners();
});

function hostContentsOf(contents: WebContents): HostContents {
  if (contents instanceof HostContents) return contents;
  throw new Error('Not a page of the host');
}

/** Emits an event and returns whether a listener prevented its default. */
function isRefused(emitter: NodeJS.EventEmitter, name: string, ...args: unknown[]): boolean {
  const event = new HostEvent();
  emitter.emit(name, event, ...args);
  return event.defaultPrevented;
}

describe('the page', () => {
  // The last event would let the page keep the window open by asking before it unloads.
  test.each([
    'will-navigate',
    'will-frame-navigate',
    'will-redirect',
    'will-attach-webview',
    'will-prevent-unload',
  ])('is refused the event %s', (name) => {
    expect(isRefused(window.webContents, name)).toBe(true);
  });

  test.each([
    ...'https://payments.example/ http://127.0.0.1:8080/ file:///etc/passwd app://other/'.split(' '),
    ...'app://paydesk/index.html?other data:text/html,x javascript:alert(1) about:blank'.split(' '),
  ])('neither navigates to %s nor opens it', (url) => {
    const contents = hostContentsOf(window.webContents);
    expect(contents.mayNavigate(url)).toBe(false);
    expect(contents.mayOpen(url)).toBe(false);
  });

  test('gets no Bluetooth device', () => {
    let chosen: unknown;
    const choose = (device: string) => {
      chosen = device;
    };
    expect(isRefused(window.webContents, 'select-bluetooth-device', [{ deviceId: '1' }], choose)).toBe(true);
    expect(chosen).toBe('');
  });
});

describe('the session of the page', () => {
  const { defaultSession } = session;

  // The handlers know no permission, so a few of all kinds stand for those of later Electron versions.
  test.each([
    ...'clipboard-read display-capture fullscreen media openExternal usb unknown'.split(' '),
    'a permission of a later Electron version',
  ])('is not permitted %s', (permission) => {
    const answers: boolean[] = [];
    defaultSession.permissionRequest?.(null, permission, (granted) => answers.push(granted));
    expect(answers).toEqual([false]);
    expect(defaultSession.permissionCheck?.(null, permission)).toBe(false);
  });

  test('gets no device and no screen capture', () => {
    expect(defaultSession.devicePermission?.({ deviceType: 'usb' })).toBe(false);
    let streams: unknown = 'unanswered';
    defaultSession.displayMedia?.({}, (granted) => {
      streams = granted;
    });
    expect(streams).toBeNull();
  });

  test.each(['hid', 'usb', 'serial'])('chooses no %s device', (kind) => {
    const chosen: unknown[] = [];
    const choose = (device?: unknown) => chosen.push(device ?? '');
    const [name, args] =
      kind === 'serial' ? ['select-serial-port', [[], null]] : [`select-${kind}-device`, [{}]];
    expect(isRefused(defaultSession, name, ...args, choose)).toBe(true);
    expect(chosen).toEqual(['']);
  });

  test('downloads nothing', () => {
    expect(isRefused(defaultSession, 'will-download')).toBe(true);
  });
});
