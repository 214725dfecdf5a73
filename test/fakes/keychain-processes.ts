/** @file Child processes that answer as a keychain would, in memory, and do what a test says. */
import {
  type KeychainReply,
  type KeychainRequest,
  keychainRequestSchema,
} from '../../src/main/keychain/messages.ts';
import type { ChildProcess, Processes } from '../../src/main/platform.ts';
import { startProcess } from './platform.ts';

/** What one request meets: an answer as usual, the system's words of a failure, silence, or the end of the process. */
export type Behaviour = 'usual' | 'silent' | 'dies' | { readonly fails: string };

/** The processes, and what a test sees of those of the keychain; the others are real. */
export interface FakeKeychain extends Processes {
  /** Secrets by account, as the keychain holds them. */
  readonly secrets: Map<string, string>;
  /** Requests in order. */
  readonly requests: KeychainRequest[];
  /** The most requests that waited for an answer at the same time. */
  maxConcurrent(): number;
  started(): number;
  killed(): number;
  /** Decides what requests meet from now on. */
  behave(decide: (request: KeychainRequest) => Behaviour): void;
  /** Sends a reply out of turn, from every process that ever ran. */
  reply(reply: KeychainReply): void;
}

/** Creates a keychain that works. */
export function createFakeKeychain(): FakeKeychain {
  const secrets = new Map<string, string>();
  const requests: KeychainRequest[] = [];
  const listeners: ((message: unknown) => void)[] = [];
  let decide: (request: KeychainRequest) => Behaviour = () => 'usual';
  let waiting = 0;
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
    let gone = false;
    let unanswered = 0;
    const messageListeners: ((message: unknown) => void)[] = [];
    const exitListeners: (() => void)[] = [];
    function end(): void {
      if (gone) return;
      gone = true;
      waiting -= unanswered;
      // The end of a process is heard of some time after it was asked for.
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
      waiting -= 1;
      for (const listener of messageListeners) listener(reply);
    }
    return {
      send(message) {
        const request = keychainRequestSchema.parse(message);
        requests.push(request);
        unanswered += 1;
        waiting += 1;
        maxConcurrent = Math.max(maxConcurrent, waiting);
        setImmediate(() => {
          if (!gone) answer(request);
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
    behave(decideNow) {
      decide = decideNow;
    },
    reply(reply) {
      for (const listener of listeners) listener(reply);
    },
  };
}

/** What is kept, without what a look at the keychain writes and takes back. */
export function keychainSecrets({
  secrets,
}: {
  readonly secrets: ReadonlyMap<string, string>;
}): [string, string][] {
  return [...secrets].filter(([account]) => account !== 'canary');
}
