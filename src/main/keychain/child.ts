/**
 * @file The child process that runs keytar. A call that waits for a prompt blocks threads and even the exit of its
 * process, so keytar runs in a process that can be killed.
 */
import type { ParentProcess } from '../parent-process.ts';
import {
  type KeychainReply,
  type KeychainRequest,
  keychainRequestSchema,
  keychainService,
} from './messages.ts';

interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, secret: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

async function loadKeytar(): Promise<Keytar> {
  // Loaded on demand, because the import fails without libsecret and must produce a reply.
  const { default: keytar } = await import('keytar');
  return keytar;
}

async function answerRequest(request: KeychainRequest): Promise<KeychainReply> {
  try {
    const keytar = await loadKeytar();
    return { id: request.id, result: 'done', secret: await callKeytar(keytar, request) };
  } catch (thrown) {
    return {
      id: request.id,
      result: 'failed',
      message: thrown instanceof Error ? thrown.message : String(thrown),
    };
  }
}

async function callKeytar(keytar: Keytar, request: KeychainRequest): Promise<string | null> {
  switch (request.call) {
    case 'get':
      return keytar.getPassword(keychainService, request.account);
    case 'set':
      await keytar.setPassword(keychainService, request.account, request.secret);
      return null;
    case 'delete':
      await keytar.deletePassword(keychainService, request.account);
      return null;
  }
}

/** Handles the requests of the main process. */
export function serveKeychain(main: ParentProcess): void {
  main.onMessage((message) => {
    void answerRequest(keychainRequestSchema.parse(message)).then((reply) => main.send(reply));
  });
}
