/** @file Classifies keychain failures by the system's message. */
import { PaydeskError } from '../../shared/errors.ts';

const absent =
  /autolaunch D-Bus|D-Bus|org\.freedesktop\.secrets|ServiceUnknown|StartServiceByName|libsecret|Cannot find module|cannot open shared object|Object does not exist at path|No such (interface|object)/i;
const locked =
  /locked collection|is locked|interaction is not allowed|user canceled|user name or passphrase/i;

/** Maps a message of the system to an error. An unknown message is `keychain-refused`. */
export function keychainFailure(message: string): PaydeskError {
  if (locked.test(message))
    return new PaydeskError('keychain-locked', 'The keychain is locked', { retryable: true });
  if (absent.test(message)) return new PaydeskError('keychain-absent', 'There is no keychain');
  return new PaydeskError('keychain-refused', 'The keychain refused the call');
}
