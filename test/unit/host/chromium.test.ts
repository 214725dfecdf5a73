import { describe, expect, test } from 'vitest';
import { findChromium } from '../../host/chromium.ts';

const on = (os: NodeJS.Platform, environment: Record<string, string>, ...present: string[]) =>
  findChromium({ os, environment, exists: (path) => present.includes(path) });

describe('Chromium', () => {
  test('is only the one that the environment names when it names one', () => {
    const environment = { PAYDESK_CHROMIUM: '/opt/chromium' };
    expect(on('linux', environment, '/opt/chromium', '/usr/bin/chromium')).toBe('/opt/chromium');
    expect(on('linux', environment, '/usr/bin/chromium')).toBeNull();
  });

  test('is the program itself rather than its wrapper script', () => {
    expect(on('linux', {}, '/usr/bin/chromium', '/usr/lib/chromium/chromium')).toBe(
      '/usr/lib/chromium/chromium',
    );
    expect(on('linux', {}, '/usr/bin/google-chrome')).toBe('/usr/bin/google-chrome');
  });

  test('is found in the Applications folders of macOS', () => {
    const path = '/Users/mh/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(on('darwin', { HOME: '/Users/mh' }, path)).toBe(path);
  });

  test('may be absent', () => {
    expect(on('linux', {})).toBeNull();
    expect(on('win32', {})).toBeNull();
  });
});
