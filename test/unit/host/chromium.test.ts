import { describe, expect, test } from 'vitest';
import { findChromium } from '../../host/chromium.ts';

const findOn = (os: NodeJS.Platform, environment: Record<string, string>, ...present: string[]) =>
  findChromium({ os, environment, exists: (path) => present.includes(path) });

describe('Chromium', () => {
  test('is looked up only at the path in PAYDESK_CHROMIUM when that variable is set', () => {
    const environment = { PAYDESK_CHROMIUM: '/opt/chromium' };
    expect(findOn('linux', environment, '/opt/chromium', '/usr/bin/chromium')).toBe('/opt/chromium');
    expect(findOn('linux', environment, '/usr/bin/chromium')).toBeNull();
  });

  test('is found at the path of its executable when the wrapper script exists too', () => {
    expect(findOn('linux', {}, '/usr/bin/chromium', '/usr/lib/chromium/chromium')).toBe(
      '/usr/lib/chromium/chromium',
    );
    expect(findOn('linux', {}, '/usr/bin/google-chrome')).toBe('/usr/bin/google-chrome');
  });

  test('is found in the Applications folders of macOS', () => {
    const path = '/Users/mh/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(findOn('darwin', { HOME: '/Users/mh' }, path)).toBe(path);
  });

  test('is null when no known path exists', () => {
    expect(findOn('linux', {})).toBeNull();
    expect(findOn('win32', {})).toBeNull();
  });
});
