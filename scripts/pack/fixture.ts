/**
 * @file A fixture of Electron's distribution: folders of the same structure without a working program, so that packing
 * for every system can be checked without a network. Packages built from it cannot be released.
 */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { fuseNames } from './fuses.ts';

/** Systems that Paydesk is packed for, as Node names them. */
export const platforms = ['win32', 'darwin', 'linux'] as const;

export type PackPlatform = (typeof platforms)[number];

/** Creates the fuses as Electron ships them, all permissive. Packaging changes them. */
function createFuseWire(): Buffer {
  const count = Object.keys(fuseNames).filter((name) => /^\d+$/.test(name)).length;
  return Buffer.concat([
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([1, count]),
    Buffer.from('1'.repeat(count)),
  ]);
}

const elfHeader = Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), Buffer.alloc(56)]);
const machHeader = Buffer.concat([Buffer.from([0xcf, 0xfa, 0xed, 0xfe]), Buffer.alloc(28)]);

/** Writes the fixture for a system to `folder`. */
export async function writeFixture(folder: string, platform: PackPlatform, version: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'version'), version);
  await writeFile(join(folder, 'LICENSE'), 'A stand-in for the distribution of Electron.\n');
  if (platform === 'darwin') return writeMac(folder);
  await writeDefaultApp(join(folder, 'resources'));
  await mkdir(join(folder, 'locales'));
  for (const language of ['de', 'en-GB', 'en-US']) {
    await writeFile(join(folder, 'locales', `${language}.pak`), language);
  }
  if (platform === 'win32') await writeFile(join(folder, 'electron.exe'), windowsProgram());
  else {
    const program = Buffer.concat([elfHeader, createFuseWire()]);
    await writeFile(join(folder, 'electron'), program, { mode: 0o755 });
  }
}

async function writeDefaultApp(resources: string): Promise<void> {
  const sourceFolder = await mkdtemp(join(tmpdir(), 'paydesk-default-app-'));
  await writeFile(join(sourceFolder, 'package.json'), '{"name":"default_app"}');
  await mkdir(resources, { recursive: true });
  await createPackage(sourceFolder, join(resources, 'default_app.asar'));
  await rm(sourceFolder, { recursive: true });
}

function windowsProgram(): Buffer {
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const info = Resource.VersionInfo.createEmpty();
  info.setFileVersion(1, 0, 0, 0, 1033);
  info.setStringValues(
    { lang: 1033, codepage: 1200 },
    { ProductName: 'Electron', FileDescription: 'Electron' },
  );
  info.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  return Buffer.concat([Buffer.from(program.generate()), createFuseWire()]);
}

async function writeMac(folder: string): Promise<void> {
  const contents = join(folder, 'Electron.app', 'Contents');
  const frameworks = join(contents, 'Frameworks');
  await writeBundle(contents, 'Electron', 'com.github.Electron');
  for (const helper of ['', ' (Renderer)', ' (Plugin)', ' (GPU)']) {
    const name = `Electron Helper${helper}`;
    await writeBundle(join(frameworks, `${name}.app`, 'Contents'), name, 'com.github.Electron.helper');
  }
  const framework = join(frameworks, 'Electron Framework.framework');
  const versionFolder = join(framework, 'Versions', 'A');
  for (const language of ['de', 'en', 'en_GB']) {
    await mkdir(join(versionFolder, 'Resources', `${language}.lproj`), { recursive: true });
    await writeFile(join(versionFolder, 'Resources', `${language}.lproj`, 'locale.pak'), language);
  }
  await writeFile(join(versionFolder, 'Electron Framework'), Buffer.concat([machHeader, createFuseWire()]), {
    mode: 0o755,
  });
  await symlink('A', join(framework, 'Versions', 'Current'));
  for (const name of ['Electron Framework', 'Resources']) {
    await symlink(join('Versions', 'Current', name), join(framework, name));
  }
  await writeDefaultApp(join(contents, 'Resources'));
}

async function writeBundle(contents: string, name: string, id: string): Promise<void> {
  await mkdir(join(contents, 'MacOS'), { recursive: true });
  await writeFile(join(contents, 'MacOS', name), machHeader, { mode: 0o755 });
  const properties = {
    CFBundleExecutable: name,
    CFBundleName: name,
    CFBundleIdentifier: id,
    CFBundlePackageType: 'APPL',
    CFBundleVersion: '1',
  };
  const entries = Object.entries(properties).map(
    ([key, value]) => `<key>${key}</key><string>${value}</string>`,
  );
  await writeFile(
    join(contents, 'Info.plist'),
    `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>${entries.join('')}</dict></plist>`,
  );
}
