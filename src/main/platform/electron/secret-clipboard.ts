/** @file Copies secrets to the clipboard, and removes them after a minute and at the end of the program. */
import { ClipboardItem, clipboard } from 'electron';
import type { Clock } from '../platform.ts';

/** Time after which a copied secret is removed, in milliseconds. */
export const secretLifetimeMs = 60_000;

/** Returns the format that keeps a secret out of the history: of Windows and its cloud, of programs on macOS, or of KDE. */
function concealingFormat(os: NodeJS.Platform): string {
  if (os === 'win32') return 'ExcludeClipboardContentFromMonitorProcessing';
  return os === 'darwin' ? 'org.nspasteboard.ConcealedType' : 'x-kde-passwordManagerHint';
}

export type SecretClipboard = ReturnType<typeof createSecretClipboard>;

export function createSecretClipboard(clock: Pick<Clock, 'after'>, os: NodeJS.Platform) {
  const concealingType = `electron application/osclipboard;format="${concealingFormat(os)}"`;
  let copiedSecret: string | null = null;
  let cancelRemoval: () => void = () => undefined;

  async function clear(): Promise<void> {
    cancelRemoval();
    const secret = copiedSecret;
    copiedSecret = null;
    if (secret !== null && (await clipboard.readText()) === secret) await clipboard.writeText('');
  }

  return {
    /** Copies `secret`, and removes it after {@link secretLifetimeMs} unless something else was copied since. */
    async copy(secret: string) {
      cancelRemoval();
      // The formats of one call are written together. KDE looks at the value.
      const concealment = new Blob(['secret']);
      await clipboard.write([new ClipboardItem({ 'text/plain': secret, [concealingType]: concealment })]);
      copiedSecret = secret;
      cancelRemoval = clock.after(secretLifetimeMs, () => void clear().catch(() => undefined));
    },
    /** Removes the copied secret, if it is still in the clipboard. */
    clear,
  };
}
