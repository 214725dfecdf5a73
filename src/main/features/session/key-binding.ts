/**
 * @file Binds a stored key to its target. A keychain entry contains a digest of the hosts and the client ID that the key
 * was entered for, so that the key is not sent to other hosts after a change of the profile.
 */
import { createHash } from 'node:crypto';
import { hostNames } from '../../../shared/model/session/environment.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';

/** The fields of a profile that decide where its key is sent. */
export type KeyTarget = Pick<Profile, 'clientId' | 'hosts'>;

const prefix = 'paydesk-2';
const entryPattern = /^paydesk-2:(?<digest>[\w-]{43}):(?<key>.+)$/s;

/** SHA-256 of the client ID and all seven hosts, in Base64url. */
export function digestOf({ clientId, hosts }: KeyTarget): string {
  const target = [clientId, ...hostNames.map((name) => hosts[name])];
  return createHash('sha256').update(JSON.stringify(target)).digest('base64url');
}

/** Creates the keychain entry of a key. */
export function createEntry(key: string, target: KeyTarget): string {
  return `${prefix}:${digestOf(target)}:${key}`;
}

/** Parses an entry into key and digest; `null` for an entry of an earlier version, which is only the key. */
export function readEntry(text: string): { readonly key: string; readonly digest: string } | null {
  const { key, digest } = entryPattern.exec(text)?.groups ?? {};
  return key === undefined || digest === undefined ? null : { key, digest };
}

/** True when the client ID and all hosts are equal. */
export function isSameTarget(a: KeyTarget, b: KeyTarget): boolean {
  return a.clientId === b.clientId && hostNames.every((name) => a.hosts[name] === b.hosts[name]);
}
