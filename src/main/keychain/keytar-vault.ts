/** @file The vault based on keytar in a child process: one call at a time; the process is killed at a deadline. */
import { PaydeskError } from '../../shared/errors.ts';
import type { ChildProcess, Clock, PlatformInfo, Processes } from '../platform.ts';
import { keychainFailure } from './keychain-failure.ts';
import { type KeychainReply, type KeychainRequest, keychainReplySchema } from './messages.ts';
import { maxSecretBytes, type Vault } from './vault.ts';

/** Long enough for a person to answer the system's prompt. */
const deadlineMs = 30_000;
const canaryAccount = 'canary';

const keychainNames: Record<PlatformInfo['os'], string> = {
  win32: 'Windows Credential Manager',
  darwin: 'macOS Keychain',
  linux: 'Secret Service',
};

type Call =
  | { readonly call: 'get' | 'delete'; readonly account: string }
  | { readonly call: 'set'; readonly account: string; readonly secret: string };

/** The call in progress, and the child that runs it. */
interface PendingCall {
  readonly child: ChildProcess;
  settle(reply: KeychainReply | null): void;
}

const createEndedError = () => new PaydeskError('keychain-refused', 'The keychain process ended');

/** Creates the vault. The child is started at the first call and again after a kill. */
export function createKeytarVault(deps: {
  readonly processes: Processes;
  readonly clock: Clock;
  readonly os: PlatformInfo['os'];
  /** File URL of the child's entry module. */
  readonly entry: URL;
}): Vault {
  let child: ChildProcess | null = null;
  let pendingCall: PendingCall | null = null;
  let lastId = 0;
  let isClosed = false;
  let queue: Promise<unknown> = Promise.resolve();

  function startChild(): ChildProcess {
    const newChild = deps.processes.start(deps.entry, 'keychain');
    // The exit of a killed child may be reported after its successor has started.
    newChild.onMessage((message) => {
      if (pendingCall?.child === newChild) pendingCall.settle(keychainReplySchema.parse(message));
    });
    newChild.onExit(() => {
      if (child === newChild) child = null;
      if (pendingCall?.child === newChild) pendingCall.settle(null);
    });
    return newChild;
  }

  function runningChild(): ChildProcess {
    if (isClosed) throw createEndedError();
    try {
      child ??= startChild();
      return child;
    } catch {
      throw new PaydeskError('keychain-refused', 'The keychain process could not start');
    }
  }

  function call(call: Call): Promise<string | null> {
    return new Promise((resolve, reject) => {
      lastId += 1;
      const request: KeychainRequest = { ...call, id: lastId };
      const servingChild = runningChild();
      const cancelDeadline = deps.clock.after(deadlineMs, () => {
        if (child === servingChild) child = null;
        finish(new PaydeskError('keychain-timed-out', 'The keychain did not answer', { retryable: true }));
        servingChild.kill();
      });
      function finish(outcome: PaydeskError | string | null): void {
        pendingCall = null;
        cancelDeadline();
        if (outcome instanceof PaydeskError) reject(outcome);
        else resolve(outcome);
      }
      pendingCall = {
        child: servingChild,
        settle(reply) {
          if (reply === null) return finish(createEndedError());
          if (reply.id !== request.id) return;
          finish(reply.result === 'done' ? reply.secret : keychainFailure(reply.message));
        },
      };
      try {
        servingChild.send(request);
      } catch {
        finish(createEndedError());
      }
    });
  }

  /** Runs a group of calls after all earlier groups. */
  function serialize<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  function verifyKeychain(): Promise<void> {
    return serialize(async () => {
      await call({ call: 'set', account: canaryAccount, secret: canaryAccount });
      const storedSecret = await call({ call: 'get', account: canaryAccount });
      await call({ call: 'delete', account: canaryAccount });
      if (storedSecret !== canaryAccount)
        throw new PaydeskError('keychain-refused', 'The keychain does not keep what it is given');
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
    probe: async () => ({ state: await probeState(), name: keychainNames[deps.os] }),
    async read(account) {
      const secret = await serialize(() => call({ call: 'get', account }));
      // A locked or missing keychain reads as empty, so an empty result counts only after a test entry was read back.
      if (secret === null) await verifyKeychain();
      return secret;
    },
    async write(account, secret) {
      if (new TextEncoder().encode(secret).length > maxSecretBytes || secret.includes('\0')) {
        throw new PaydeskError('secret-too-large', 'The secret cannot be kept in every keychain');
      }
      await serialize(async () => {
        await call({ call: 'set', account, secret });
        if ((await call({ call: 'get', account })) !== secret) {
          throw new PaydeskError(
            'keychain-refused',
            'The keychain gave back something else than it was given',
          );
        }
      });
    },
    async forget(account) {
      await serialize(() => call({ call: 'delete', account }));
    },
    close() {
      isClosed = true;
      const childToKill = child;
      child = null;
      childToKill?.kill();
    },
  };
}
