/**
 * @file The child process that runs keytar. A call that waits for a prompt blocks threads and even the exit of its
 * process, so keytar runs in a process that can be killed.
 */
import { PaydeskError } from '../../../shared/errors.ts';
import type { ParentPort } from '../../workers/parent.ts';
import { serveCalls } from '../../workers/serve.ts';
import { type KeychainRequest, keychainRequestSchema, keychainService } from './messages.ts';

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

interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, secret: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

async function loadKeytar(): Promise<Keytar> {
  // Loaded on demand, because the import fails without libsecret, which must fail the call.
  const { default: keytar } = await import('keytar');
  return keytar;
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
export function serveKeychain(main: ParentPort): void {
  serveCalls(main, async (body) => {
    const request = keychainRequestSchema.parse(body);
    try {
      return await callKeytar(await loadKeytar(), request);
    } catch (thrown) {
      throw classifyKeychainFailure(thrown instanceof Error ? thrown.message : String(thrown));
    }
  });
}
