/**
 * @file Writes `latest.yml` and `latest-mac.yml`, which the updater of each system reads first. electron-builder writes
 * them only for a feed that is known at packaging time, but each administrator chooses the feed.
 */
import { stringify } from 'yaml';

/** A file of a release. */
interface ReleaseFile {
  readonly name: string;
  /** In Base64. */
  readonly sha512: string;
  /** Bytes. */
  readonly size: number;
}

/** For each system: the name of the description that its updater requests, and the extensions of its files. */
const systems = [
  { description: 'latest.yml', extensions: ['.exe'] },
  { description: 'latest-mac.yml', extensions: ['.zip', '.dmg'] },
] as const;

/** Returns the texts by file name, for each system with files in the release. */
export function updateDescriptions(version: string, released: readonly ReleaseFile[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { description, extensions } of systems) {
    const files = extensions
      .flatMap((extension) => released.filter(({ name }) => name.endsWith(extension)))
      .map(({ name, sha512, size }) => ({ url: name, sha512, size }));
    const [installer] = files;
    if (installer !== undefined)
      texts.set(description, stringify({ version, files, path: installer.url, sha512: installer.sha512 }));
  }
  return texts;
}
