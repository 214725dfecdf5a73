/** @file Copies secrets to the clipboard, and removes them after a minute and at the end of the program. */
import { clipboard } from 'electron';
import type { Clock } from '../platform.ts';

/** Time after which a copied secret is removed, in milliseconds. */
export const secretLifetimeMs = 60_000;

export interface SecretClipboard {
  /** Copies `secret`, and removes it after {@link secretLifetimeMs} unless something else was copied since. */
  copy(secret: string): Promise<void>;
  /** Removes the copied secret, if it is still in the clipboard. */
  clear(): Promise<void>;
}

export function createSecretClipboard(clock: Pick<Clock, 'after'>): SecretClipboard {
  let copiedSecret: string | null = null;
  let cancelRemoval: () => void = () => undefined;

  async function clear(): Promise<void> {
    cancelRemoval();
    const secret = copiedSecret;
    copiedSecret = null;
    if (secret !== null && (await clipboard.readText()) === secret) await clipboard.writeText('');
  }

  return {
    async copy(secret) {
      cancelRemoval();
      await clipboard.writeText(secret);
      copiedSecret = secret;
      cancelRemoval = clock.after(secretLifetimeMs, () => void clear().catch(() => undefined));
    },
    clear,
  };
}
