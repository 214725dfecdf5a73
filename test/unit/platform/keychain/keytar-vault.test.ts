import { describe, expect, test } from 'vitest';
import { createKeytarVault } from '../../../../src/main/platform/keychain/keytar-vault.ts';
import type { KeychainRequest } from '../../../../src/main/platform/keychain/messages.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { createFakeKeychain } from '../../../fakes/platform/keychain-processes.ts';

const deadline = 30_000;

function create(os: 'win32' | 'darwin' | 'linux' = 'linux') {
  const keychain = createFakeKeychain();
  const clock = createFakeClock();
  const vault = createKeytarVault({ processes: keychain, clock, os, entry: new URL('file:///keychain.js') });
  return { vault, keychain, clock };
}

/** The error code with which a promise rejects, or the value with which it resolves. */
async function outcome(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => ({ value }),
    (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
  );
}

const silentFor = (account: string) => (request: KeychainRequest) =>
  request.account === account ? 'silent' : 'usual';

describe('secrets', () => {
  test('are stored, read and removed by account', async () => {
    const { vault, keychain } = create();
    await vault.write('api-key/a', 'first');
    await vault.write('api-key/b', 'second');
    expect(await vault.read('api-key/a')).toBe('first');
    await vault.forget('api-key/a');
    await vault.forget('api-key/a');
    expect(await vault.read('api-key/a')).toBeNull();
    expect([...keychain.secrets]).toEqual([['api-key/b', 'second']]);
  });

  test('are stored only when the same value can be read back', async () => {
    const { vault, keychain } = create();
    keychain.behave((request) => {
      if (request.call === 'get') keychain.secrets.set(request.account, 'something else');
      return 'usual';
    });
    expect(await outcome(vault.write('a', 'secret'))).toBe('keychain-refused');
  });

  test.each([
    ['2,560 letters', 'x'.repeat(2_560), true],
    ['2,561 letters', 'x'.repeat(2_561), false],
    ['1,280 letters of two bytes each', 'é'.repeat(1_280), true],
    ['1,281 letters of two bytes each', 'é'.repeat(1_281), false],
    ['a NUL inside', 'be\0fore', false],
  ])('of %s are stored only within the size limit (%#)', async (_what, secret, fits) => {
    const { vault, keychain } = create();
    expect(await outcome(vault.write('a', secret))).toEqual(fits ? { value: undefined } : 'secret-too-large');
    expect(keychain.requests.length > 0).toBe(fits);
  });
});

describe('calls', () => {
  test('go to the keychain one at a time, in the order in which they were made', async () => {
    const { vault, keychain } = create();
    keychain.secrets.set('a', '1').set('b', '2').set('c', '3');
    const secrets = await Promise.all(['a', 'b', 'c', 'a'].map((account) => vault.read(account)));
    expect(secrets).toEqual(['1', '2', '3', '1']);
    expect(keychain.maxConcurrent()).toBe(1);
    expect(keychain.requests.map(({ account }) => account)).toEqual(['a', 'b', 'c', 'a']);
    expect(keychain.started()).toBe(1);
  });

  test('that write to the same account concurrently do not report each other’s secret as a failure', async () => {
    const { vault } = create();
    const writes = ['one', 'two', 'three'].map((secret) => outcome(vault.write('a', secret)));
    expect(await Promise.all(writes)).toEqual(writes.map(() => ({ value: undefined })));
    expect(await vault.read('a')).toBe('three');
  });

  test('that verify the keychain concurrently do not disturb each other', async () => {
    const { vault } = create();
    const [state, lost, also, again] = await Promise.all([
      vault.testKeychain(),
      outcome(vault.read('lost')),
      outcome(vault.read('lost too')),
      vault.testKeychain(),
    ]);
    expect([state.state, again.state]).toEqual(['available', 'available']);
    expect([lost, also]).toEqual([{ value: null }, { value: null }]);
  });
});

describe('a call that hangs', () => {
  test('is aborted at its deadline, its process is killed, and the next call works', async () => {
    const { vault, keychain, clock } = create();
    keychain.secrets.set('b', 'second');
    keychain.behave(silentFor('a'));
    const hanging = outcome(vault.read('a'));
    const next = outcome(vault.read('b'));
    await clock.advance(deadline - 1);
    expect(keychain.killed()).toBe(0);
    await clock.advance(1);
    expect(await hanging).toBe('keychain-timed-out');
    expect(keychain.killed()).toBe(1);
    expect(await next).toEqual({ value: 'second' });
    expect(keychain.started()).toBe(2);
    // The timer that ends the idle process is gone as well.
    vault.close();
    expect(clock.waiting()).toBe(0);
  });

  test('cannot answer a later call', async () => {
    const { vault, keychain, clock } = create();
    keychain.behave(() => 'silent');
    const first = outcome(vault.read('a'));
    await clock.advance(deadline);
    expect(await first).toBe('keychain-timed-out');
    const second = outcome(vault.read('b'));
    await clock.advance(1);
    keychain.answerLate(keychain.requests[0], 'of the first call');
    await clock.advance(deadline);
    expect(await second).toBe('keychain-timed-out');
  });
});

describe('a keychain process', () => {
  test('that exits fails the pending call, and the next call starts another', async () => {
    const { vault, keychain } = create();
    keychain.secrets.set('b', 'second');
    keychain.behave(({ account }) => (account === 'a' ? 'dies' : 'usual'));
    expect(await outcome(vault.read('a'))).toBe('keychain-refused');
    expect(await vault.read('b')).toBe('second');
    expect(keychain.started()).toBe(2);
  });

  test.each([
    ['that cannot start', undefined],
    ['that accepts no message', { onMessage() {}, onExit() {}, kill() {} }],
  ])('%s fails the call with a known error, and leaves no timer', async (_what, child) => {
    const clock = createFakeClock();
    const refuse = () => {
      throw new Error('canary: EAGAIN');
    };
    const processes = { start: child === undefined ? refuse : () => ({ ...child, send: refuse }) };
    const entry = new URL('file:///keychain.js');
    const vault = createKeytarVault({ processes, clock, os: 'linux', entry });
    expect(await outcome(vault.read('a'))).toBe('keychain-refused');
    expect((await vault.testKeychain()).state).toBe('refused');
    vault.close();
    expect(clock.waiting()).toBe(0);
  });

  test('fails pending calls when the vault is closed, and is not restarted', async () => {
    const { vault, keychain } = create();
    keychain.behave(() => 'silent');
    const waiting = [outcome(vault.read('a')), outcome(vault.read('b'))];
    await new Promise(setImmediate);
    vault.close();
    expect(await Promise.all(waiting)).toEqual(['keychain-refused', 'keychain-refused']);
    expect(keychain.killed()).toBe(1);
    expect(keychain.started()).toBe(1);
  });
});

const failures = [
  ['locked', 'Cannot create an item in a locked collection', 'keychain-locked'],
  ['absent', 'The name org.freedesktop.secrets was not provided by any .service files', 'keychain-absent'],
  ['refused', 'Access is denied.', 'keychain-refused'],
] as const;

describe('an empty result', () => {
  test('counts only when the keychain works', async () => {
    const { vault, keychain } = create();
    expect(await vault.read('a')).toBeNull();
    expect(keychain.requests.map(({ call }) => call)).toEqual(['get', 'set', 'get', 'delete']);
    expect(keychain.secrets.size).toBe(0);
  });

  test.each(failures)('is an error when the keychain is %s, although it was read', async (_, fails, code) => {
    const { vault, keychain } = create();
    keychain.behave(({ call }) => (call === 'set' ? { fails } : 'usual'));
    expect(await outcome(vault.read('a'))).toBe(code);
  });

  test('is an error when the keychain does not store entries', async () => {
    const { vault, keychain } = create();
    keychain.behave(({ call }) => {
      if (call === 'get') keychain.secrets.clear();
      return 'usual';
    });
    expect(await outcome(vault.read('a'))).toBe('keychain-refused');
  });
});

describe('the state of the keychain', () => {
  test.each(failures)('is %s', async (state, fails) => {
    const { vault, keychain } = create();
    expect((await vault.testKeychain()).state).toBe('available');
    keychain.behave(() => ({ fails }));
    expect((await vault.testKeychain()).state).toBe(state);
  });

  test('is locked while a prompt is open', async () => {
    const { vault, keychain, clock } = create();
    keychain.behave(() => 'silent');
    const probing = vault.testKeychain();
    await clock.advance(deadline);
    expect((await probing).state).toBe('locked');
  });

  test.each([
    ['win32', 'Windows Credential Manager'],
    ['darwin', 'macOS Keychain'],
    ['linux', 'Secret Service'],
  ] as const)('has the name of the keychain on %s', async (os, name) => {
    expect((await create(os).vault.testKeychain()).name).toBe(name);
  });
});
