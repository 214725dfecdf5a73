/**
 * @file Binds a kept key to where it may be sent. An entry of the keychain carries a digest of the hosts and the client
 * ID that the key was given for, so that a profile which was changed later does not get the key of the former one.
 */
import { createHash } from 'node:crypto';
import { hostNames } from '../../../shared/model/environment.ts';
import type { Profile } from '../../../shared/model/profile.ts';

/** What of a profile decides where its key goes. */
export type KeyTarget = Pick<Profile, 'clientId' | 'hosts'>;

const prefix = 'paydesk-2';
const entryPattern = /^paydesk-2:(?<digest>[\w-]{43}):(?<key>.+)$/s;

/** SHA-256 over the client ID and all seven hosts, in Base64url. */
export function digestOf({ clientId, hosts }: KeyTarget): string {
  const target = [clientId, ...hostNames.map((name) => hosts[name])];
  return createHash('sha256').update(JSON.stringify(target)).digest('base64url');
}

/** The text that the keychain keeps of a key. */
export function createEntry(key: string, target: KeyTarget): string {
  return `${prefix}:${digestOf(target)}:${key}`;
}

/** Key and digest of an entry, or `null` for one of an earlier version, which is the key alone. */
export function readEntry(text: string): { readonly key: string; readonly digest: string } | null {
  const { key, digest } = entryPattern.exec(text)?.groups ?? {};
  return key === undefined || digest === undefined ? null : { key, digest };
}

/** True when the same client works with the same hosts. */
export function isSameTarget(a: KeyTarget, b: KeyTarget): boolean {
  return a.clientId === b.clientId && hostNames.every((name) => a.hosts[name] === b.hosts[name]);
}
