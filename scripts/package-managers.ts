/**
 * @file Writes what package managers need of a release: the three files of a winget manifest and a Homebrew cask, for the
 * repositories of a company or the public ones.
 *
 * Usage: node scripts/package-managers.ts --version=1.3.0 --base=https://downloads.example/1.3.0/ --out=FOLDER INSTALLER…
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';

/** A file of a release with its SHA-256 in hexadecimal. */
export interface Installer {
  readonly name: string;
  readonly sha256: string;
}

const identifier = 'Paydesk.Paydesk';
const manifestVersion = '1.10.0';
const about = 'Attaches documents, fetches proofs of payment and reviews statements in bulk';

/** The texts by the path of their file. Throws when an installer is missing or the address is not https. */
export function packageManagerFiles(
  version: string,
  base: string,
  installers: readonly Installer[],
): Map<string, string> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('--version is not a version such as 1.3.0');
  if (!/^https:\/\/[^\s"'\\#]+\/$/.test(base))
    throw new Error('--base is not an https address that ends with /');
  const find = (ending: string) => {
    const name = `paydesk-${version}-${ending}`;
    const found = installers.find((installer) => installer.name === name);
    if (found === undefined) throw new Error(`${name} is missing`);
    return found;
  };
  const common = { PackageIdentifier: identifier, PackageVersion: version };
  const windows = (['x64', 'arm64'] as const).flatMap((Architecture) =>
    (
      [
        ['nullsoft', 'user', `win-${Architecture}-setup.exe`],
        ['wix', 'machine', `win-${Architecture}.msi`],
      ] as const
    ).map(([InstallerType, Scope, ending]) => {
      const { name, sha256 } = find(ending);
      return {
        Architecture,
        InstallerType,
        Scope,
        InstallerUrl: `${base}${name}`,
        InstallerSha256: sha256.toUpperCase(),
      };
    }),
  );
  const winget = (kind: string, fields: Readonly<Record<string, unknown>>) => {
    const schema = `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${kind}.${manifestVersion}.schema.json\n`;
    return `${schema}${stringify({ ...common, ...fields, ManifestType: kind, ManifestVersion: manifestVersion })}`;
  };
  return new Map([
    [`winget/${identifier}.yaml`, winget('version', { DefaultLocale: 'en-US' })],
    [
      `winget/${identifier}.installer.yaml`,
      winget('installer', {
        Platform: ['Windows.Desktop'],
        MinimumOSVersion: '10.0.17763.0',
        UpgradeBehavior: 'install',
        Installers: windows,
      }),
    ],
    [
      `winget/${identifier}.locale.en-US.yaml`,
      winget('defaultLocale', {
        PackageLocale: 'en-US',
        Publisher: 'Paydesk contributors',
        PackageName: 'Paydesk',
        License: 'MIT',
        ShortDescription: about,
      }),
    ],
    ['homebrew/Casks/paydesk.rb', cask(version, base, find('mac-universal.dmg'))],
  ]);
}

/** `auto_updates` keeps Homebrew from replacing what Paydesk's own update has installed. */
function cask(version: string, base: string, { name, sha256 }: Installer): string {
  const address = `${base}${name}`.replaceAll(version, '#{version}');
  return `cask "paydesk" do
  version "${version}"
  sha256 "${sha256.toLowerCase()}"

  url "${address}"
  name "Paydesk"
  desc "${about}"
  homepage "${new URL(base).origin}/"

  auto_updates true
  depends_on macos: ">= :ventura"

  app "Paydesk.app"

  uninstall quit: "com.paydesk.desktop"
end
`;
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

if (import.meta.main) {
  const text = { type: 'string', default: '' } as const;
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: { version: text, base: text, out: text },
    allowPositionals: true,
  });
  const installers: Installer[] = [];
  for (const path of positionals) installers.push({ name: basename(path), sha256: await digestOf(path) });
  for (const [name, written] of packageManagerFiles(values.version, values.base, installers)) {
    const path = join(values.out, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, written);
    console.log(path);
  }
}
