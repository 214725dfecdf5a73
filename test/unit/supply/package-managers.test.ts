/** @file The files of a release for winget and Homebrew. */
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageManagerFiles } from '../../../scripts/package-managers.ts';

const installers = [
  'win-x64-setup.exe',
  'win-x64.msi',
  'win-arm64-setup.exe',
  'win-arm64.msi',
  'mac-universal.dmg',
].map((ending, index) => ({ name: `paydesk-1.3.0-${ending}`, sha256: `${index}a`.repeat(32) }));
const base = 'https://downloads.example/paydesk/1.3.0/';
const files = packageManagerFiles('1.3.0', base, installers);

test('a release has the files of winget and Homebrew, which are valid YAML with the digests of its installers', () => {
  const installer = parse(files.get('winget/Paydesk.Paydesk.installer.yaml') ?? '');
  expect(JSON.stringify(installer)).toContain('0A'.repeat(32));
  expect(files.get('homebrew/Casks/paydesk.rb')).toContain('4a'.repeat(32));
});

test.each([
  ['an installer is missing', '1.3.0', base, installers.slice(1), 'setup.exe is missing'],
  ['the address is not https', '1.3.0', 'http://downloads.example/', installers, 'https'],
])('a release is refused when %s', (_, version, baseUrl, releaseInstallers, message) => {
  expect(() => packageManagerFiles(version, baseUrl, releaseInstallers)).toThrow(message);
});
