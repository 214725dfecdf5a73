import { describe, expect, test } from 'vitest';
import { locateDefaultDataFolder } from '../../../../src/main/platform/electron/data-folder.ts';
import {
  findKeychainOverride,
  listRemovedSwitches,
  readSwitches,
  usesPseudoLocale,
} from '../../../../src/main/platform/electron/switches.ts';

describe('the switches', () => {
  const argv = [
    'paydesk',
    '.',
    '--user-data-dir=/data/paydesk',
    '--profiles=/etc/paydesk/profiles.json',
    '--allow-http-loopback',
    '--remote-debugging-port=9222',
    '--check-start',
  ];

  const userDataDir = '/data/paydesk';
  const none = { userDataDir: null, profiles: null, allowHttpLoopback: false, checkStart: false };

  test.each([
    [
      'are all read when Paydesk is not packaged',
      argv,
      false,
      { userDataDir, profiles: '/etc/paydesk/profiles.json', allowHttpLoopback: true, checkStart: true },
    ],
    [
      'are reduced to the data folder and the start check when Paydesk is packaged',
      argv,
      true,
      { ...none, userDataDir, checkStart: true },
    ],
    [
      'are ignored when they are empty or malformed',
      ['paydesk', '--user-data-dir=', '--profiles', 'x', '--allow-http-loopback=1', '--check-start'],
      false,
      none,
    ],
  ])('%s', (_what, args, isPackaged, switches) => {
    expect(readSwitches(args, isPackaged)).toEqual(switches);
  });

  test.each([
    ['--remote-debugging-port=9222', ['remote-debugging-port']],
    ['-remote-debugging-pipe', ['remote-debugging-pipe']],
    ['--Remote-Allow-Origins=*', ['remote-allow-origins']],
    ['/no-sandbox', ['no-sandbox']],
    ['--utility-cmd-prefix=C:\\other.exe', ['utility-cmd-prefix']],
    ['--a-switch-of-later-versions', ['a-switch-of-later-versions']],
    ['--force-renderer-accessibility', []],
    ['--user-data-dir=/no-sandbox', []],
    ['--updated', []],
    ['C:\\scans\\--no-sandbox.pdf', []],
  ])('that the packaged program does not need are removed: %s', (argument, removed) => {
    expect(listRemovedSwitches(['--paydesk', argument], 'win32')).toEqual(removed);
  });

  test('begin with dashes alone where a slash begins a path', () => {
    const argv = ['paydesk', '/home/mh/scan.pdf', '--gpu-launcher=sh'];
    expect(listRemovedSwitches(argv, 'linux')).toEqual(['gpu-launcher']);
  });
});

describe('the keychain', () => {
  test('is the keychain of the system unless an environment variable of an unpackaged Paydesk names another', () => {
    const environment = { PAYDESK_KEYCHAIN_ENTRY: '/tests/keychain.mjs' };
    expect(findKeychainOverride(environment, true)).toBeNull();
    expect(findKeychainOverride(environment, false)).toBe('/tests/keychain.mjs');
    expect(findKeychainOverride({ PAYDESK_KEYCHAIN_ENTRY: '' }, false)).toBeNull();
    expect(findKeychainOverride({}, false)).toBeNull();
  });
});

describe('the data folder', () => {
  test.each([
    ['win32', { LOCALAPPDATA: 'D:\\Local', APPDATA: 'D:\\Roaming' }, 'D:\\Local\\Paydesk'],
    ['win32', {}, 'C:\\Users\\mh\\AppData\\Local\\Paydesk'],
    ['darwin', { XDG_DATA_HOME: '/x' }, '/Users/mh/Library/Application Support/Paydesk'],
    ['linux', { XDG_DATA_HOME: '/x' }, '/x/paydesk'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/mh/.local/share/paydesk'],
    ['linux', {}, '/home/mh/.local/share/paydesk'],
  ] as const)('on %s with the environment %o is %s', (os, environment, folder) => {
    const home = { win32: 'C:\\Users\\mh', darwin: '/Users/mh', linux: '/home/mh' }[os];
    expect(locateDefaultDataFolder({ os, home, environment })).toBe(folder);
  });
});

test('the pseudo-locale is used when the environment requests the locale, and never by a packaged Paydesk', () => {
  const environment = { PAYDESK_LOCALE: 'en-XA' };
  expect(usesPseudoLocale(environment, false)).toBe(true);
  expect(usesPseudoLocale(environment, true)).toBe(false);
  expect(usesPseudoLocale({}, false)).toBe(false);
});
