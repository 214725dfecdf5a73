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

test.each([
  ['version', '', { DefaultLocale: 'en-US' }],
  ['installer', '.installer', {}],
  ['defaultLocale', '.locale.en-US', { PackageLocale: 'en-US', PackageName: 'Paydesk', License: 'MIT' }],
])('the winget manifest has its %s file', (ManifestType, ending, fields) => {
  const text = files.get(`winget/Paydesk.Paydesk${ending}.yaml`) ?? '';
  expect(text).toContain(`winget-manifest.${ManifestType}.1.10.0.schema.json`);
  expect(parse(text)).toMatchObject({
    PackageIdentifier: 'Paydesk.Paydesk',
    PackageVersion: '1.3.0',
    ManifestType,
    ManifestVersion: '1.10.0',
    ...fields,
  });
});

test('the winget manifest lists each installer once, with its architecture, scope and digest', () => {
  expect(parse(files.get('winget/Paydesk.Paydesk.installer.yaml') ?? '')).toMatchObject({
    Installers: [
      { Architecture: 'x64', InstallerType: 'nullsoft', Scope: 'user', InstallerSha256: '0A'.repeat(32) },
      {
        Architecture: 'x64',
        InstallerType: 'wix',
        Scope: 'machine',
        InstallerUrl: `${base}${installers[1]?.name}`,
      },
      { Architecture: 'arm64', InstallerType: 'nullsoft', Scope: 'user' },
      { Architecture: 'arm64', InstallerType: 'wix', Scope: 'machine', InstallerSha256: '3A'.repeat(32) },
    ],
  });
});

test('the Homebrew cask has the disk image with its digest and leaves updates to Paydesk', () => {
  const cask = files.get('homebrew/Casks/paydesk.rb') ?? '';
  for (const line of [
    'cask "paydesk" do',
    '  version "1.3.0"',
    `  sha256 "${'4a'.repeat(32)}"`,
    '  url "https://downloads.example/paydesk/#{version}/paydesk-#{version}-mac-universal.dmg"',
    '  auto_updates true',
    '  depends_on macos: ">= :ventura"',
    '  app "Paydesk.app"',
  ]) {
    expect(cask.split('\n')).toContain(line);
  }
});

test.each([
  ['an installer is missing', '1.3.0', base, installers.slice(1), 'setup.exe is missing'],
  ['the address is not https', '1.3.0', 'http://downloads.example/', installers, 'https'],
])('a release is refused when %s', (_, version, baseUrl, releaseInstallers, message) => {
  expect(() => packageManagerFiles(version, baseUrl, releaseInstallers)).toThrow(message);
});
