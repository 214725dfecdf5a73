/** @file Reads the upload link in a file, which holds the link alone or a response with links (section 2.4). */
import { readFile } from 'node:fs/promises';
import { linkExpiry, linkLifetimeMs } from '../../src/main/service/link-expiry.ts';
import {
  hasEmptyFileChecksum,
  storageHeaders,
  unsupportedSignedHeaders,
} from '../../src/main/service/storage-links.ts';
import type { FileReader } from './reader.ts';

/** Describes the first link of a text without printing the link, which is secret. */
function describeLink(text: string) {
  const url = URL.parse(/https?:\/\/[^\s"'<>\\]+/.exec(text)?.[0] ?? '');
  if (url === null) return { kind: 'unreadable', reason: 'The file contains no link' };
  const expiresAt = linkExpiry(url);
  return {
    kind: 'link',
    host: url.host,
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    lifetimeMs: linkLifetimeMs(url, null),
    headers: storageHeaders(url),
    unsupportedHeaders: unsupportedSignedHeaders(url),
    isForEmptyFile: hasEmptyFileChecksum(url),
  };
}

export function createLinkFileReader(): FileReader {
  return {
    read: async (path) => describeLink(await readFile(path, 'utf8')),
    close: () => Promise.resolve(),
  };
}
