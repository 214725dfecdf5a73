/** @file The vault based on keytar in a child process: one call at a time; the process is killed at a deadline. */
import { z } from 'zod';
import { PaydeskError } from '../../../shared/errors.ts';
import { SerialQueue } from '../../concurrency/serial-queue.ts';
import { createGuardedWorker, DeadlineError } from '../../workers/guarded-worker.ts';
import type { Clock, PlatformInfo, Processes } from '../platform.ts';
import type { KeychainRequest } from './messages.ts';
import { maxSecretBytes, type Vault } from './vault.ts';

/** Maximum time of a call: long enough for a person to answer the system's prompt. */
const deadlineMs = 30_000;
const testAccount = 'canary';

const keychainNames: Record<PlatformInfo['os'], string> = {
  win32: 'Windows Credential Manager',
  darwin: 'macOS Keychain',
  linux: 'Secret Service',
};

/** Creates the vault. The child process is started by the first call, and by the next call after it has ended. */
export function createKeytarVault(deps: {
  readonly processes: Processes;
  readonly clock: Clock;
  readonly os: PlatformInfo['os'];
  /** File URL of the child's entry module. */
  readonly entry: URL;
}): Vault {
  const worker = createGuardedWorker(() => deps.processes.start(deps.entry, 'keychain'), deps.clock);
  /** Groups of calls that belong together. */
  const groups = new SerialQueue();

  async function call(request: KeychainRequest): Promise<string | null> {
    try {
      return z
        .string()
        .nullable()
        .parse(await worker.run(request, deadlineMs));
    } catch (thrown) {
      if (thrown instanceof DeadlineError)
        throw new PaydeskError('keychain-timed-out', 'The keychain did not answer', { retryable: true });
      if (thrown instanceof PaydeskError && thrown.code !== 'cancelled') throw thrown;
      throw new PaydeskError('keychain-refused', 'The keychain process could not start, or has ended');
    }
  }

  function verifyKeychain(): Promise<void> {
    return groups.run(async () => {
      await call({ call: 'set', account: testAccount, secret: testAccount });
      const storedSecret = await call({ call: 'get', account: testAccount });
      await call({ call: 'delete', account: testAccount });
      if (storedSecret !== testAccount)
        throw new PaydeskError('keychain-refused', 'The keychain did not store the test entry');
    });
  }

  async function probeState(): Promise<'available' | 'locked' | 'absent' | 'refused'> {
    try {
      await verifyKeychain();
      return 'available';
    } catch (thrown) {
      if (!(thrown instanceof PaydeskError)) throw thrown;
      if (thrown.code === 'keychain-absent') return 'absent';
      return thrown.code === 'keychain-refused' ? 'refused' : 'locked';
    }
  }

  return {
    testKeychain: async () => ({ state: await probeState(), name: keychainNames[deps.os] }),
    async read(account) {
      const secret = await groups.run(() => call({ call: 'get', account }));
      // Reading from a locked or missing keychain also gives `null`, so `null` counts only when a test entry can be stored
      // and read.
      if (secret === null) await verifyKeychain();
      return secret;
    },
    async write(account, secret) {
      if (new TextEncoder().encode(secret).length > maxSecretBytes || secret.includes('\0')) {
        throw new PaydeskError('secret-too-large', 'The secret is too large or has a NUL character');
      }
      await groups.run(async () => {
        await call({ call: 'set', account, secret });
        if ((await call({ call: 'get', account })) !== secret) {
          throw new PaydeskError(
            'keychain-refused',
            'The keychain returned another secret than it was given',
          );
        }
      });
    },
    async forget(account) {
      await groups.run(() => call({ call: 'delete', account }));
    },
    close: () => void worker.close(),
  };
}
