/** @file Copies secrets so that they do not stay in the clipboard: after a while, and at the end, they are taken out. */
import { clipboard } from 'electron';
import type { Clock } from '../platform.ts';

/** Milliseconds that a copied secret stays. */
export const secretLifetimeMs = 60_000;

/** The clipboard, for secrets. */
export interface SecretClipboard {
  /** Copies `secret`; it is taken out after {@link secretLifetimeMs}, unless something else was copied since. */
  copy(secret: string): Promise<void>;
  /** Takes out what is still there. */
  clear(): Promise<void>;
}

/** Creates it, empty. */
export function createSecretClipboard(clock: Pick<Clock, 'after'>): SecretClipboard {
  let copied: string | null = null;
  let cancel: () => void = () => undefined;

  async function clear(): Promise<void> {
    cancel();
    const secret = copied;
    copied = null;
    if (secret !== null && (await clipboard.readText()) === secret) await clipboard.writeText('');
  }

  return {
    async copy(secret) {
      cancel();
      await clipboard.writeText(secret);
      copied = secret;
      cancel = clock.after(secretLifetimeMs, () => void clear().catch(() => undefined));
    },
    clear,
  };
}
