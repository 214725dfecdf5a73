import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type KeyringState, keyringMissing, runWithKeyring } from '../../fakes/keyring.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

const missingReason = keyringMissing();
const program = new URL('vault-program.ts', import.meta.url);

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  return folder.path;
}

const run = (folder: string, state: KeyringState, ...steps: string[]) =>
  runWithKeyring(folder, state, program, ...steps);

describe.skipIf(missingReason !== null)(
  `a real keyring${missingReason === null ? '' : ` (${missingReason})`}`,
  () => {
    test('stores a secret, returns it after a restart, and removes it', async () => {
      const folder = await newFolder();
      const secret = 'canary-secret-5b1e';
      expect(await run(folder, 'open', 'probe', 'read=a', `write=a=${secret}`, 'read=a')).toEqual([
        { value: { state: 'available', name: 'Secret Service' } },
        { value: null },
        { value: null },
        { value: secret },
      ]);
      const folderEntries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = folderEntries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      expect(files.filter((name) => name.endsWith('.keyring'))).not.toEqual([]);
      for (const file of files) expect(await readFile(file, 'latin1'), file).not.toContain(secret);
      expect(await run(folder, 'open', 'read=a', 'forget=a', 'read=a', 'forget=a', 'probe')).toEqual([
        { value: secret },
        { value: null },
        { value: null },
        { value: null },
        { value: { state: 'available', name: 'Secret Service' } },
      ]);
    });

    test('stores a secret of 2,560 bytes', async () => {
      const folder = await newFolder();
      expect(await run(folder, 'open', 'write-long=a=x', 'read=a')).toEqual([
        { value: null },
        { value: 'x'.repeat(2_560) },
      ]);
      expect(await run(folder, 'open', 'write-long=a=é')).toEqual([{ code: 'secret-too-large' }]);
    });

    test('rejects with an error while it is locked, never with an empty result', async () => {
      const folder = await newFolder();
      await run(folder, 'open', 'write=a=secret');
      const [probe, ...results] = await run(
        folder,
        'locked',
        'probe',
        'read=a',
        'write=a=other',
        'forget=none',
      );
      expect(probe).toMatchObject({ value: { state: 'locked' } });
      expect(results.slice(0, 2)).toEqual([{ code: 'keychain-locked' }, { code: 'keychain-locked' }]);
      expect(await run(folder, 'open', 'read=a')).toEqual([{ value: 'secret' }]);
    });

    test.each(['no-service', 'no-bus'] as const)(
      'is reported as absent when it does not exist (%s)',
      async (state) => {
        const results = await run(await newFolder(), state, 'probe', 'read=a', 'write=a=secret');
        expect(results).toEqual([
          { value: { state: 'absent', name: 'Secret Service' } },
          { code: 'keychain-absent' },
          { code: 'keychain-absent' },
        ]);
      },
    );
  },
);
