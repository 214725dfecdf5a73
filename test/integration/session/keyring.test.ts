import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type KeyringState, keyringMissing, runWithKeyring } from '../../fakes/keyring.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';
import { filesWith } from './support.ts';

const missing = keyringMissing();
const program = new URL('keyring-program.ts', import.meta.url);
const apiKey = 'canary-api-key-2f77';

/** Creates a folder for Paydesk and one for the keyring. */
async function newMachine() {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const data = join(folder.path, 'paydesk');
  await mkdir(data);
  const run = (state: KeyringState, keyring: string, ...steps: string[]) =>
    runWithKeyring(join(folder.path, keyring), state, program, data, apiKey, ...steps);
  return { all: folder.path, run };
}

describe.skipIf(missing !== null)(`with a real keyring${missing === null ? '' : ` (${missing})`}`, () => {
  test('a stored key resumes the session at the next start, until it is forgotten', async () => {
    const { all, run } = await newMachine();
    expect(await run('open', 'keyring', 'sign-in')).toMatchObject([
      { result: { notKept: null }, state: 'signed-in', keyPlace: 'keychain', keychain: 'available' },
    ]);
    expect(await filesWith(all, apiKey)).toEqual([]);
    expect(await run('open', 'keyring', 'resume', 'forget')).toMatchObject([
      { state: 'signed-in', keyPlace: 'keychain' },
      { result: { keyRemains: false }, state: 'signed-out', keyPlace: 'none' },
    ]);
  });

  test('a keyring that lost the key is distinguished from a locked one', async () => {
    const { run } = await newMachine();
    await run('open', 'keyring', 'sign-in');
    expect(await run('locked', 'keyring', 'resume')).toMatchObject([
      { state: 'interrupted', error: { code: 'keychain-locked' }, keychain: 'locked' },
    ]);
    expect(await run('open', 'another', 'resume')).toMatchObject([
      { state: 'interrupted', error: { code: 'api-key-needed', details: { lost: true } } },
    ]);
    expect(await run('open', 'keyring', 'resume')).toMatchObject([{ state: 'signed-in' }]);
  });

  test('without a keyring the session opens and the clerk is notified that the key is not stored', async () => {
    const { all, run } = await newMachine();
    expect(await run('no-bus', 'keyring', 'sign-in')).toMatchObject([
      {
        result: { notKept: { code: 'keychain-absent' } },
        state: 'signed-in',
        keyPlace: 'session',
        keychain: 'absent',
      },
    ]);
    expect(await filesWith(all, apiKey)).toEqual([]);
  });
});
