/** @file Performs the steps of its arguments with the real keychain, and prints the result of each step. */
import { createKeytarVault } from '../../../../src/main/platform/keychain/keytar-vault.ts';
import { toPaydeskError } from '../../../../src/shared/errors.ts';
import { entries } from '../../../fakes/entries.ts';
import { createFakePlatform } from '../../../fakes/platform/platform.ts';

const { processes, clock } = createFakePlatform();
const vault = createKeytarVault({ processes, clock, os: 'linux', entry: entries.keychain });

async function perform(step: string): Promise<unknown> {
  const [verb = '', account = '', secret = ''] = step.split('=');
  switch (verb) {
    case 'probe':
      return vault.testKeychain();
    case 'read':
      return vault.read(account);
    case 'write':
      return vault.write(account, secret);
    case 'write-long':
      return vault.write(account, secret.repeat(2_560));
    default:
      return vault.forget(account);
  }
}

for (const step of process.argv.slice(2)) {
  const result = await perform(step).then(
    (value) => ({ value: value ?? null }),
    (thrown: unknown) => ({ code: toPaydeskError(thrown).code }),
  );
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
vault.close();
