/** @file Classifies keychain failures by the system's message. */
import { PaydeskError } from '../../shared/errors.ts';

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
