import { expect, test } from 'vitest';
import { classifyKeychainFailure } from '../../../../src/main/platform/keychain/child.ts';

test.each([
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'keychain-absent'],
  ['The name org.freedesktop.secrets was not provided by any .service files', 'keychain-absent'],
  ['GDBus.Error:org.freedesktop.DBus.Error.ServiceUnknown: no such name', 'keychain-absent'],
  ['Object does not exist at path "/org/freedesktop/secrets/collection/login"', 'keychain-absent'],
  ['Error calling StartServiceByName for org.freedesktop.secrets: Timeout was reached', 'keychain-absent'],
  ['libsecret-1.so.0: cannot open shared object file: No such file or directory', 'keychain-absent'],
  ["Cannot find module '../build/Release/keytar.node'", 'keychain-absent'],
  ['Cannot create an item in a locked collection', 'keychain-locked'],
  ['Keyring “work” is locked.', 'keychain-locked'],
  ['User interaction is not allowed.', 'keychain-locked'],
  ['User canceled the operation.', 'keychain-locked'],
  ['The user name or passphrase you entered is not correct.', 'keychain-locked'],
  ['Access is denied.', 'keychain-refused'],
  ['Password is required.', 'keychain-refused'],
  ['', 'keychain-refused'],
])('the system error “%s” is %s', (message, code) => {
  const error = classifyKeychainFailure(message);
  expect(error.code).toBe(code);
  // The system's message may name things of this machine and must not be passed on.
  if (message !== '') expect(error.message).not.toContain(message);
});
