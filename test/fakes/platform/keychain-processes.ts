/** @file A fake keychain process in memory whose behaviour a test controls. */
import { classifyKeychainFailure } from '../../../src/main/platform/keychain/child.ts';
import { type KeychainRequest, keychainRequestSchema } from '../../../src/main/platform/keychain/messages.ts';
import type { ChildProcess, Processes } from '../../../src/main/platform/platform.ts';
import { callSchema, type WorkerMessage } from '../../../src/main/workers/protocol.ts';
import { toFailure } from '../../../src/main/workers/serve.ts';
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
  /** Answers a silent request late, by the process that received it. */
  answerLate(request: KeychainRequest | undefined, secret: string | null): void;
}

/** Creates a working keychain. */
export function createFakeKeychain(): FakeKeychain {
  const secrets = new Map<string, string>();
  const requests: KeychainRequest[] = [];
  const keychainCallSchema = callSchema.extend({ body: keychainRequestSchema });
  const lateAnswers = new Map<KeychainRequest | undefined, (secret: string | null) => void>();
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
    function send(message: WorkerMessage): void {
      for (const listener of messageListeners) listener([message]);
    }
    function answer(id: number, request: KeychainRequest): void {
      const behaviour = decide(request);
      if (behaviour === 'dies') end();
      if (behaviour === 'dies' || behaviour === 'silent') return;
      unanswered -= 1;
      pendingCount -= 1;
      if (behaviour === 'usual') send({ kind: 'done', id, value: perform(request) });
      else send(toFailure(id, classifyKeychainFailure(behaviour.fails)));
    }
    return {
      send(message) {
        const { id, body: request } = keychainCallSchema.parse(message);
        requests.push(request);
        lateAnswers.set(request, (value) => send({ kind: 'done', id, value }));
        unanswered += 1;
        pendingCount += 1;
        maxConcurrent = Math.max(maxConcurrent, pendingCount);
        setImmediate(() => {
          if (!hasExited) answer(id, request);
        });
      },
      onMessage: (listener) => messageListeners.push(listener),
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
    answerLate: (request, secret) => lateAnswers.get(request)?.(secret),
  };
}

/** Stored secrets, without the entry that a probe writes and deletes and the number of the last commit, which is none. */
export function keychainSecrets({
  secrets,
}: {
  readonly secrets: ReadonlyMap<string, string>;
}): [string, string][] {
  return [...secrets].filter(([account]) => account !== 'canary' && !account.startsWith('generation/'));
}
