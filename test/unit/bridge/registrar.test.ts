import { describe, expect, test } from 'vitest';
import { createRegistrar, handle } from '../../../src/main/bridge/registrar.ts';
import { activityCommands } from '../../../src/shared/contract/activity.ts';
import type { Answer } from '../../../src/shared/contract/index.ts';
import { commands } from '../../../src/shared/contract/index.ts';
import { sessionCommands } from '../../../src/shared/contract/session.ts';
import { settingsCommands } from '../../../src/shared/contract/settings.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { hostsAt } from '../../fakes/hosts.ts';

function start() {
  const unexpected: { command: string; thrown: unknown }[] = [];
  const registrar = createRegistrar((command, thrown) => unexpected.push({ command, thrown }));
  return { registrar, unexpected };
}

function errorOf(answer: Answer) {
  if (answer.ok) throw new Error('The call succeeded');
  return answer.error;
}

describe('a call', () => {
  test.each(['nothing.here', '', 'toString', '__proto__', 'x'.repeat(10_000)])(
    'of an unknown command is refused (%#)',
    async (name) => {
      const { registrar, unexpected } = start();
      const error = errorOf(await registrar.call(name, {}));
      expect(error.code).toBe('command-unknown');
      expect(error.message.length).toBeLessThan(200);
      expect(unexpected).toEqual([]);
    },
  );

  test('of a command of the contract without a handler is refused the same way', async () => {
    const { registrar } = start();
    expect(errorOf(await registrar.call('settings.quit', {})).code).toBe('command-unknown');
  });

  test('with arguments that do not fit names the fields, unknown ones too, and no value; the handler is not run', async () => {
    const { registrar } = start();
    let runs = 0;
    registrar.register({
      'session.signIn': handle(sessionCommands['session.signIn'], () => {
        runs += 1;
        return { notKept: null };
      }),
      'activity.list': handle(activityCommands['activity.list'], () => {
        runs += 1;
        return { total: 0, rows: [] };
      }),
    });
    const signIn = { profileId: 'p', apiKey: 'canary-key', keep: 'keychain' };
    const fieldsOf = async (name: string, args: unknown) => {
      const error = errorOf(await registrar.call(name, args));
      expect(error.code).toBe('arguments-invalid');
      expect(JSON.stringify(error)).not.toContain('canary');
      return error.details['fields'];
    };
    expect(await fieldsOf('session.signIn', { ...signIn, keep: 'canary', profileId: 7 })).toEqual([
      'profileId',
      'keep',
    ]);
    expect(await fieldsOf('session.signIn', { ...signIn, extra: 'canary' })).toEqual(['extra']);
    expect(await fieldsOf('session.signIn', null)).toEqual([]);
    const filter = { kind: null, outcome: 'canary', text: '' };
    expect(await fieldsOf('activity.list', { offset: -1, limit: 201, filter })).toEqual([
      'offset',
      'limit',
      'filter.outcome',
    ]);
    const nested = { kind: null, outcome: null, text: '', extra: 'canary' };
    expect(await fieldsOf('activity.list', { offset: 0, limit: 1, filter: nested })).toEqual([
      'filter.extra',
    ]);
    expect(runs).toBe(0);
  });

  test('gives the parsed arguments to the handler and the parsed result to the caller', async () => {
    const { registrar } = start();
    const given: unknown[] = [];
    registrar.register({
      'session.saveProfile': handle(sessionCommands['session.saveProfile'], (args) => {
        given.push(args.fields.name);
        return Object.assign({ id: 'p1' }, { apiKey: 'canary-key' });
      }),
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
    expect(given).toEqual(['Nordlicht']);
    expect(answer).toEqual({ ok: true, value: { id: 'p1' } });
  });
});

describe('what a handler throws', () => {
  const failing = (thrown: () => never) => {
    const { registrar, unexpected } = start();
    registrar.register({ 'settings.quit': handle(settingsCommands['settings.quit'], thrown) });
    return { call: () => registrar.call('settings.quit', {}), unexpected };
  };

  test('of the closed set reaches the caller whole', async () => {
    const { call, unexpected } = failing(() => {
      throw new PaydeskError('disk-full', 'The disk is full', { retryable: true, requestId: 'r1' });
    });
    expect(errorOf(await call())).toMatchObject({ code: 'disk-full', retryable: true, requestId: 'r1' });
    expect(unexpected).toEqual([]);
  });

  test.each([
    ['any error', () => new Error('canary: SELECT * FROM profile')],
    [
      'a closed-set error that only says unexpected',
      () => new PaydeskError('unexpected', 'canary: at /home'),
    ],
  ])('%s becomes unexpected without its message, and is heard of', async (_what, make) => {
    const thrown = make();
    const { call, unexpected } = failing(() => {
      throw thrown;
    });
    const error = errorOf(await call());
    expect(error.code).toBe('unexpected');
    expect(JSON.stringify(error)).not.toContain('canary');
    expect(unexpected).toEqual([{ command: 'settings.quit', thrown }]);
  });

  test('a result that breaks the contract is unexpected, not passed on', async () => {
    const { registrar, unexpected } = start();
    const broken = { entries: 12_345.5, brokenAt: null };
    registrar.register({ 'activity.verify': handle(activityCommands['activity.verify'], () => broken) });
    const error = errorOf(await registrar.call('activity.verify', {}));
    expect(error.code).toBe('unexpected');
    expect(JSON.stringify(error)).not.toContain('12345');
    expect(unexpected).toHaveLength(1);
  });
});

describe('registering', () => {
  const quit = handle(settingsCommands['settings.quit'], () => null);

  test('a second handler for a command, or one bound to another command, is a mistake that shows at once', () => {
    const { registrar } = start();
    registrar.register({ 'settings.quit': quit });
    expect(() => registrar.register({ 'settings.quit': quit })).toThrow('Two handlers');
    expect(() => registrar.register({ 'settings.about': quit })).toThrow('bound to another command');
  });

  test('what has no handler yet can be listed', () => {
    const { registrar } = start();
    expect(registrar.missing().sort()).toEqual(Object.keys(commands).sort());
    registrar.register({ 'settings.quit': quit });
    expect(registrar.missing()).not.toContain('settings.quit');
  });
});
