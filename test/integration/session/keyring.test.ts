import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type KeyringState, keyringMissing, runWithKeyring } from '../../fakes/keyring.ts';
import { profileOf, temporaryFolder } from '../../fakes/test-app.ts';
import { startSimulator } from '../../simulator/simulator.ts';
import { filesWith } from './support.ts';

const keyringProblem = keyringMissing();
const program = new URL('keyring-program.ts', import.meta.url);
const apiKey = 'canary-api-key-2f77';

/** Creates a data folder for Paydesk, and returns a function that runs Paydesk with a keyring in a given state. */
async function createMachine() {
  const folder = await temporaryFolder();
  const simulator = await startSimulator({ credentials: { clientId: 'client-1', apiKey } });
  onTestFinished(async () => {
    await simulator.close();
    await folder.remove();
  });
  const dataFolder = join(folder.path, 'paydesk');
  await mkdir(dataFolder);
  const managed = JSON.stringify({ profiles: [profileOf(simulator)] });
  const run = (state: KeyringState, keyring: string, ...steps: string[]) =>
    runWithKeyring(join(folder.path, keyring), state, program, dataFolder, apiKey, managed, ...steps);
  return { machineFolder: folder.path, run };
}

describe.skipIf(keyringProblem !== null)(
  `with a real keyring${keyringProblem === null ? '' : ` (${keyringProblem})`}`,
  () => {
    test('a stored key resumes the session at the next start until it is forgotten, and a locked keyring is distinguished from one that lost the key', async () => {
      const { machineFolder, run } = await createMachine();
      expect(await run('open', 'keyring', 'sign-in')).toMatchObject([
        { result: { notKept: null }, state: 'signed-in', keyPlace: 'keychain', keychain: 'available' },
      ]);
      expect(await run('locked', 'keyring', 'resume')).toMatchObject([
        { state: 'interrupted', error: { code: 'keychain-locked' }, keychain: 'locked' },
      ]);
      expect(await run('open', 'another', 'resume')).toMatchObject([
        { state: 'interrupted', error: { code: 'api-key-needed', details: { lost: true } } },
      ]);
      expect(await filesWith(machineFolder, apiKey)).toEqual([]);
      expect(await run('open', 'keyring', 'resume', 'forget')).toMatchObject([
        { state: 'signed-in', keyPlace: 'keychain' },
        { result: { keyRemains: false }, state: 'signed-out', keyPlace: 'none' },
      ]);
    });

    test('without a keyring the session opens and the clerk is notified that the key is not stored', async () => {
      const { machineFolder, run } = await createMachine();
      const result = { notKept: { code: 'keychain-absent' } };
      expect(await run('no-bus', 'keyring', 'sign-in')).toMatchObject([
        { result, state: 'signed-in', keyPlace: 'session', keychain: 'absent' },
      ]);
      expect(await filesWith(machineFolder, apiKey)).toEqual([]);
    });
  },
);
