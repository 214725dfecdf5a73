/** @file The vault based on keytar in a child process: one call at a time; the process is killed at a deadline. */
import { PaydeskError } from '../../shared/errors.ts';
import type { ChildProcess, Clock, PlatformInfo, Processes } from '../platform.ts';
import { type KeychainReply, type KeychainRequest, keychainReplySchema } from './messages.ts';
import { maxSecretBytes, type Vault } from './vault.ts';

const absentPattern =
  /autolaunch D-Bus|D-Bus|org\.freedesktop\.secrets|ServiceUnknown|StartServiceByName|libsecret|Cannot find module|cannot open shared object|Object does not exist at path|No such (interface|object)/i;
const lockedPattern =
  /locked collection|is locked|interaction is not allowed|user canceled|user name or passphrase/i;

/** Maps a message of the system to an error; an unknown message becomes `keychain-refused`. */
export function classifyKeychainFailure(message: string): PaydeskError {
  if (lockedPattern.test(message))
    return new PaydeskError('keychain-locked', 'The keychain is locked', { retryable: true });
  if (absentPattern.test(message)) return new PaydeskError('keychain-absent', 'There is no keychain');
  return new PaydeskError('keychain-refused', 'The keychain refused the call');
}

/** Maximum time of a call: long enough for a person to answer the system's prompt. */
const deadlineMs = 30_000;
const testAccount = 'canary';

const keychainNames: Record<PlatformInfo['os'], string> = {
  win32: 'Windows Credential Manager',
  darwin: 'macOS Keychain',
  linux: 'Secret Service',
};

type KeychainCall =
  | { readonly call: 'get' | 'delete'; readonly account: string }
  | { readonly call: 'set'; readonly account: string; readonly secret: string };

/** The call in progress, and the child that runs it. */
interface PendingCall {
  readonly child: ChildProcess;
  settle(reply: KeychainReply | null): void;
}

const createEndedError = () => new PaydeskError('keychain-refused', 'The keychain process ended');

/** Creates the vault. The child process is started by the first call, and by the next call after it has ended. */
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
    // The exit of a killed child may be reported after the next child was started.
    newChild.onMessage((message) => {
      if (pendingCall?.child === newChild) pendingCall.settle(keychainReplySchema.parse(message));
    });
    newChild.onExit(() => {
      if (child === newChild) child = null;
      if (pendingCall?.child === newChild) pendingCall.settle(null);
    });
    return newChild;
  }

  function requireChild(): ChildProcess {
    if (isClosed) throw createEndedError();
    try {
      child ??= startChild();
      return child;
    } catch {
      throw new PaydeskError('keychain-refused', 'The keychain process could not start');
    }
  }

  function call(call: KeychainCall): Promise<string | null> {
    return new Promise((resolve, reject) => {
      lastId += 1;
      const request: KeychainRequest = { ...call, id: lastId };
      const servingChild = requireChild();
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
          finish(reply.result === 'done' ? reply.secret : classifyKeychainFailure(reply.message));
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
      const secret = await serialize(() => call({ call: 'get', account }));
      // Reading from a locked or missing keychain also gives `null`, so `null` counts only when a test entry can be stored
      // and read.
      if (secret === null) await verifyKeychain();
      return secret;
    },
    async write(account, secret) {
      if (new TextEncoder().encode(secret).length > maxSecretBytes || secret.includes('\0')) {
        throw new PaydeskError('secret-too-large', 'The secret is too large or has a NUL character');
      }
      await serialize(async () => {
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
