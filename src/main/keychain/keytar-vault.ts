/** @file The vault over keytar in its child process: one call at a time, a deadline, and a kill when it passes. */
import { PaydeskError } from '../../shared/errors.ts';
import type { ChildProcess, Clock, PlatformInfo, Processes } from '../platform.ts';
import { keychainFailure } from './failures.ts';
import { type KeychainReply, type KeychainRequest, keychainReplySchema } from './messages.ts';
import { largestSecretBytes, type Vault } from './vault.ts';

/** Milliseconds that a call may take; long enough for a person to answer the system's prompt. */
const deadline = 30_000;
const canaryAccount = 'canary';

const names: Record<PlatformInfo['os'], string> = {
  win32: 'Windows Credential Manager',
  darwin: 'macOS Keychain',
  linux: 'Secret Service',
};

type Call =
  | { readonly call: 'get' | 'delete'; readonly account: string }
  | { readonly call: 'set'; readonly account: string; readonly secret: string };

/** Creates the vault. The child is started at the first call and again after a kill. */
export function createKeytarVault(parts: {
  readonly processes: Processes;
  readonly clock: Clock;
  readonly os: PlatformInfo['os'];
  /** File URL of the child's entry. */
  readonly entry: URL;
}): Vault {
  let child: ChildProcess | null = null;
  let settle: ((reply: KeychainReply | null) => void) | null = null;
  let lastId = 0;
  let queue: Promise<unknown> = Promise.resolve();

  function startChild(): ChildProcess {
    const started = parts.processes.start(parts.entry, 'keychain');
    started.onMessage((message) => settle?.(keychainReplySchema.parse(message)));
    started.onExit(() => {
      if (child === started) child = null;
      settle?.(null);
    });
    return started;
  }

  function one(call: Call): Promise<string | null> {
    return new Promise((resolve, reject) => {
      lastId += 1;
      const request: KeychainRequest = { ...call, id: lastId };
      child ??= startChild();
      const cancelDeadline = parts.clock.after(deadline, () => {
        const late = child;
        child = null;
        finish(new PaydeskError('keychain-timed-out', 'The keychain did not answer', { retryable: true }));
        late?.kill();
      });
      function finish(outcome: PaydeskError | string | null): void {
        settle = null;
        cancelDeadline();
        if (outcome instanceof PaydeskError) reject(outcome);
        else resolve(outcome);
      }
      settle = (reply) => {
        if (reply === null) return finish(new PaydeskError('keychain-refused', 'The keychain process ended'));
        if (reply.id !== request.id) return;
        finish(reply.result === 'done' ? reply.secret : keychainFailure(reply.words));
      };
      child.send(request);
    });
  }

  function inTurn(call: Call): Promise<string | null> {
    const result = queue.then(() => one(call));
    queue = result.catch(() => undefined);
    return result;
  }

  async function proveItWorks(): Promise<void> {
    await inTurn({ call: 'set', account: canaryAccount, secret: canaryAccount });
    const read = await inTurn({ call: 'get', account: canaryAccount });
    await inTurn({ call: 'delete', account: canaryAccount });
    if (read !== canaryAccount)
      throw new PaydeskError('keychain-refused', 'The keychain does not keep what it is given');
  }

  async function probeState(): Promise<'available' | 'locked' | 'absent' | 'refused'> {
    try {
      await proveItWorks();
      return 'available';
    } catch (thrown) {
      if (!(thrown instanceof PaydeskError)) throw thrown;
      if (thrown.code === 'keychain-absent') return 'absent';
      return thrown.code === 'keychain-refused' ? 'refused' : 'locked';
    }
  }

  return {
    probe: async () => ({ state: await probeState(), name: names[parts.os] }),
    async read(account) {
      const secret = await inTurn({ call: 'get', account });
      // A locked or missing keychain reads as "nothing there", so nothing is believed only after a proof.
      if (secret === null) await proveItWorks();
      return secret;
    },
    async write(account, secret) {
      if (new TextEncoder().encode(secret).length > largestSecretBytes || secret.includes('\0')) {
        throw new PaydeskError('secret-too-large', 'The secret cannot be kept in every keychain');
      }
      await inTurn({ call: 'set', account, secret });
      if ((await inTurn({ call: 'get', account })) !== secret) {
        throw new PaydeskError('keychain-refused', 'The keychain gave back something else than it was given');
      }
    },
    async forget(account) {
      await inTurn({ call: 'delete', account });
    },
    close() {
      const open = child;
      child = null;
      open?.kill();
    },
  };
}
