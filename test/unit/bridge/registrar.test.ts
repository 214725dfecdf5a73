import { describe, expect, test } from 'vitest';
import { createRegistrar } from '../../../src/main/bridge/registrar.ts';
import type { Answer } from '../../../src/shared/contract/answers.ts';
import { DroppedFile } from '../../../src/shared/contract/dropped-files.ts';
import { commands } from '../../../src/shared/contract/index.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { hostsAt } from '../../fakes/servers/hosts.ts';

function createTestRegistrar() {
  const unexpected: { command: string; thrown: unknown }[] = [];
  const registrar = createRegistrar((command, thrown) => unexpected.push({ command, thrown }));
  return { registrar, unexpected };
}

/** Returns the error of an answer; throws when the call succeeded. */
function errorOf(answer: Answer) {
  if (answer.ok) throw new Error('The call succeeded');
  return answer.error;
}

test('while Paydesk is locked, only commands that sign in, or touch no stored data, are not refused', async () => {
  const registrar = createRegistrar(
    () => undefined,
    () => true,
  );
  registrar.register(Object.fromEntries(Object.keys(commands).map((name) => [name, () => null])));
  const allowed: string[] = [];
  for (const name of Object.keys(commands))
    if (errorOf(await registrar.call(name, { wrong: true })).code !== 'sign-in-needed') allowed.push(name);
  expect(allowed.toSorted()).toEqual(
    [
      ...['activate', 'checkKeychain', 'previewSignOut', 'profile', 'signIn', 'signOut'].map(
        (n) => `session.${n}`,
      ),
      ...['about', 'change', 'quit', 'window'].map((n) => `settings.${n}`),
      'network.answerProxy',
      'updates.change',
    ].toSorted(),
  );
});

describe('a call', () => {
  test.each(['nothing.here', '', 'toString', '__proto__', 'x'.repeat(10_000), 'settings.quit'])(
    'of an unknown command, or of one without a handler, is refused (%#)',
    async (name) => {
      const { registrar, unexpected } = createTestRegistrar();
      const error = errorOf(await registrar.call(name, {}));
      expect(error.code).toBe('command-unknown');
      expect(error.message.length).toBeLessThan(200);
      expect(unexpected).toEqual([]);
    },
  );

  const signIn = { profileId: 'p', apiKey: 'canary-key', keep: 'keychain' };
  const filter = { kind: null, outcome: null, text: '' };
  const page = { offset: 0, limit: 1 };
  test.each<['session.signIn' | 'activity.list', unknown, string[]]>([
    ['session.signIn', { ...signIn, keep: 'canary', profileId: 7 }, ['profileId', 'keep']],
    ['session.signIn', { ...signIn, extra: 'canary' }, ['extra']],
    ['session.signIn', null, []],
    [
      'activity.list',
      { offset: -1, limit: 201, filter: { ...filter, outcome: 'canary' } },
      ['offset', 'limit', 'filter.outcome'],
    ],
    ['activity.list', { ...page, filter: { ...filter, extra: 'canary' } }, ['filter.extra']],
  ])('of %s with invalid arguments (%#) names the fields without values, runs nothing', async (...row) => {
    const [name, args, fields] = row;
    const { registrar, unexpected } = createTestRegistrar();
    const handler = () => {
      throw new Error('The handler ran');
    };
    registrar.register({ [name]: handler });
    const error = errorOf(await registrar.call(name, args));
    expect(error).toMatchObject({ code: 'arguments-invalid', details: { fields } });
    expect(JSON.stringify(error)).not.toContain('canary');
    expect(unexpected).toEqual([]);
  });

  test('of a command with several actions executes the action in its arguments, which are checked by its schema', async () => {
    const { registrar } = createTestRegistrar();
    const executed: unknown[] = [];
    registrar.register({
      'documents.allBatches': {
        pause(args) {
          executed.push(['pause', args]);
          return { changed: 2 };
        },
        resume: () => ({ changed: 3 }),
      },
    });
    const call = (args: unknown) => registrar.call('documents.allBatches', args);
    expect(await call({ action: 'pause' })).toEqual({ ok: true, value: { changed: 2 } });
    expect(await call({ action: 'resume' })).toEqual({ ok: true, value: { changed: 3 } });
    expect(executed).toEqual([['pause', {}]]);
    const invalidActions = ['stop', 'toString', '__proto__', '', 7, undefined].map((action) => ({ action }));
    for (const args of [...invalidActions, {}])
      expect(errorOf(await call(args))).toMatchObject({
        code: 'arguments-invalid',
        details: { fields: ['action'] },
      });
    expect(errorOf(await call(null)).code).toBe('arguments-invalid');
    const withExtraField = errorOf(await call({ action: 'pause', batchId: 1 }));
    expect(withExtraField).toMatchObject({ code: 'arguments-invalid', details: { fields: ['batchId'] } });
    expect(executed).toHaveLength(1);
  });

  describe('with dropped files', () => {
    /** Registers a command that takes files and returns what its handler received. */
    function registerAdd() {
      const { registrar } = createTestRegistrar();
      const received: unknown[] = [];
      registrar.register({
        'documents.add': ({ files: { paths, notOnDisk } }) => {
          received.push(paths);
          return { batchId: 1, notOnDisk };
        },
      });
      return { registrar, received };
    }

    test('passes 100,000 paths in order and refuses more; files that are not on disk are listed', async () => {
      const { registrar, received } = registerAdd();
      const paths = Array.from({ length: 100_000 }, (_, index) => (index === 70_000 ? '' : `/${index}.pdf`));
      expect(await registrar.call('documents.add', {}, paths)).toEqual({
        ok: true,
        value: { batchId: 1, notOnDisk: [70_000] },
      });
      expect(received).toEqual([paths.filter((path) => path !== '')]);
      const answer = await registrar.call('documents.add', {}, [...paths, '/more.pdf']);
      expect(errorOf(answer).code).toBe('too-many-files');
      expect(received).toHaveLength(1);
    });

    test('takes paths from the preload only, and no path that the page names', async () => {
      const { registrar, received } = registerAdd();
      const copiedFile: unknown = structuredClone(new DroppedFile('/etc/passwd'));
      for (const file of ['/etc/passwd', { path: '/etc/passwd' }, copiedFile]) {
        const named = { files: [file] };
        expect(errorOf(await registrar.call('documents.add', named)).code).toBe('arguments-invalid');
        expect((await registrar.call('documents.add', named, ['/dropped.pdf'])).ok).toBe(true);
      }
      expect(errorOf(await registrar.call('documents.add', 7, ['/dropped.pdf'])).code).toBe(
        'arguments-invalid',
      );
      expect(received).toEqual([['/dropped.pdf'], ['/dropped.pdf'], ['/dropped.pdf']]);
    });

    test('is refused by a command without files', async () => {
      const { registrar } = createTestRegistrar();
      registrar.register({ 'settings.quit': () => null });
      const answer = await registrar.call('settings.quit', {}, ['/dropped.pdf']);
      expect(errorOf(answer).details['fields']).toEqual(['files']);
    });
  });

  test('passes the parsed arguments to the handler and the parsed result to the caller', async () => {
    const { registrar } = createTestRegistrar();
    const parsedNames: unknown[] = [];
    registrar.register({
      'session.saveProfile': (args) => {
        parsedNames.push(args.fields.name);
        return Object.assign({ id: 'p1' }, { apiKey: 'canary-key' });
      },
    });
    const host = 'https://HOST.sandbox.example/';
    const answer = await registrar.call('session.saveProfile', {
      id: null,
      fields: {
        name: '  Nordlicht ',
        environment: 'sandbox',
        clientId: 'c',
        hosts: hostsAt(host),
        options: { tokenField: null, recipientUpdate: 'send-known', storageHosts: [], sendCompanyId: false },
      },
    });
    expect(parsedNames).toEqual(['Nordlicht']);
    expect(answer).toEqual({ ok: true, value: { id: 'p1' } });
  });
});

describe('an error of a handler', () => {
  const registerFailing = (handler: () => never) => {
    const { registrar, unexpected } = createTestRegistrar();
    registrar.register({ 'settings.quit': handler });
    return { call: () => registrar.call('settings.quit', {}), unexpected };
  };

  test('reaches the caller completely when it is a known error', async () => {
    const { call, unexpected } = registerFailing(() => {
      throw new PaydeskError('disk-full', 'The disk is full', { retryable: true, requestId: 'r1' });
    });
    expect(errorOf(await call())).toMatchObject({ code: 'disk-full', retryable: true, requestId: 'r1' });
    expect(unexpected).toEqual([]);
  });

  test.each([
    ['any error', () => new Error('canary: SELECT * FROM profile')],
    ['a known error with the code unexpected', () => new PaydeskError('unexpected', 'canary: at /home')],
  ])('(%s) becomes unexpected without its message, and is reported', async (_what, createError) => {
    const thrown = createError();
    const { call, unexpected } = registerFailing(() => {
      throw thrown;
    });
    const error = errorOf(await call());
    expect(error.code).toBe('unexpected');
    expect(JSON.stringify(error)).not.toContain('canary');
    expect(unexpected).toEqual([{ command: 'settings.quit', thrown }]);
  });

  test('is unexpected when the result violates the contract, and the result is not passed on', async () => {
    const { registrar, unexpected } = createTestRegistrar();
    const invalidResult = { entries: 12_345.5, brokenAt: null, seal: 'intact' as const };
    registrar.register({
      'activity.verify': () => invalidResult,
    });
    const error = errorOf(await registrar.call('activity.verify', {}));
    expect(error.code).toBe('unexpected');
    expect(JSON.stringify(error)).not.toContain('12345');
    expect(unexpected).toHaveLength(1);
  });
});

describe('the registrar', () => {
  const quit = () => null;

  test('throws on a second handler for a command', () => {
    const { registrar } = createTestRegistrar();
    registrar.register({ 'settings.quit': quit });
    expect(() => registrar.register({ 'settings.quit': quit })).toThrow('Two handlers');
  });

  test('lists the commands without a handler', () => {
    const { registrar } = createTestRegistrar();
    expect(registrar.listMissing().sort()).toEqual(Object.keys(commands).sort());
    registrar.register({ 'settings.quit': quit });
    expect(registrar.listMissing()).not.toContain('settings.quit');
  });
});
