/** @file A fake keychain process in memory whose behaviour a test controls. */
import {
  type KeychainReply,
  type KeychainRequest,
  keychainRequestSchema,
} from '../../src/main/keychain/messages.ts';
import type { ChildProcess, Processes } from '../../src/main/platform.ts';
import { startProcess } from './platform.ts';

/** Reaction to a request: a normal answer, no answer, the exit of the process, or a failure with a system message. */
type Behaviour = 'usual' | 'silent' | 'dies' | { readonly fails: string };

/** Processes of the program with a fake keychain process that a test observes. */
export interface FakeKeychain extends Processes {
  /** Stored secrets by account. */
  readonly secrets: Map<string, string>;
  /** Requests in order. */
  readonly requests: KeychainRequest[];
  /** Maximum number of concurrently unanswered requests. */
  maxConcurrent(): number;
  started(): number;
  killed(): number;
  /** Sets the reaction to all later requests. */
  behave(decide: (request: KeychainRequest) => Behaviour): void;
  /** Sends an unsolicited reply from every process that was ever started. */
  reply(reply: KeychainReply): void;
}

/** Creates a working keychain. */
export function createFakeKeychain(): FakeKeychain {
  const secrets = new Map<string, string>();
  const requests: KeychainRequest[] = [];
  const listeners: ((message: unknown) => void)[] = [];
  let decide: (request: KeychainRequest) => Behaviour = () => 'usual';
  let pendingCount = 0;
  let maxConcurrent = 0;
  let started = 0;
  let killed = 0;

  function perform(request: KeychainRequest): string | null {
    switch (request.call) {
      case 'get':
        return secrets.get(request.account) ?? null;
      case 'set':
        secrets.set(request.account, request.secret);
        return null;
      case 'delete':
        secrets.delete(request.account);
        return null;
    }
  }

  function startChild(): ChildProcess {
    started += 1;
    let hasExited = false;
    let unanswered = 0;
    const messageListeners: ((message: unknown) => void)[] = [];
    const exitListeners: (() => void)[] = [];
    function end(): void {
      if (hasExited) return;
      hasExited = true;
      pendingCount -= unanswered;
      // A process exits asynchronously after it was killed.
      setImmediate(() => {
        for (const listener of exitListeners) listener();
      });
    }
    function answer(request: KeychainRequest): void {
      const behaviour = decide(request);
      if (behaviour === 'dies') end();
      if (behaviour === 'dies' || behaviour === 'silent') return;
      const reply: KeychainReply =
        behaviour === 'usual'
          ? { id: request.id, result: 'done', secret: perform(request) }
          : { id: request.id, result: 'failed', message: behaviour.fails };
      unanswered -= 1;
      pendingCount -= 1;
      for (const listener of messageListeners) listener(reply);
    }
    return {
      send(message) {
        const request = keychainRequestSchema.parse(message);
        requests.push(request);
        unanswered += 1;
        pendingCount += 1;
        maxConcurrent = Math.max(maxConcurrent, pendingCount);
        setImmediate(() => {
          if (!hasExited) answer(request);
        });
      },
      onMessage(listener) {
        messageListeners.push(listener);
        listeners.push(listener);
      },
      onExit: (listener) => exitListeners.push(listener),
      kill() {
        killed += 1;
        end();
      },
    };
  }

  return {
    secrets,
    requests,
    start: (entry, name) => (name === 'keychain' ? startChild() : startProcess(entry)),
    maxConcurrent: () => maxConcurrent,
    started: () => started,
    killed: () => killed,
    behave(newDecide) {
      decide = newDecide;
    },
    reply(reply) {
      for (const listener of listeners) listener(reply);
    },
  };
}

/** Stored secrets without the entry that a probe writes and deletes. */
export function keychainSecrets({
  secrets,
}: {
  readonly secrets: ReadonlyMap<string, string>;
}): [string, string][] {
  return [...secrets].filter(([account]) => account !== 'canary');
}
