import { describe, expect, test } from 'vitest';
import { describeCheck } from '../../../../src/renderer/features/profiles/checks.ts';
import { createCounterpartDraft } from '../../../../src/renderer/features/profiles/counterpart.ts';
import { createDraft, emptyDraft, validateDraft } from '../../../../src/renderer/features/profiles/draft.ts';
import {
  createMonogram,
  describeLastUse,
  findCounterpart,
  findProfiles,
  sortByLastUse,
} from '../../../../src/renderer/features/profiles/order.ts';
import type { HostCheck } from '../../../../src/shared/model/session/session.ts';
import { entryOf, hostsOf } from './entries.ts';

describe('a draft', () => {
  const validDraft = createDraft(entryOf());

  test('of an existing profile is valid without changes', () => {
    const { name, environment, clientId, hosts, options } = entryOf();
    const fields = { name, environment, clientId, hosts, options };
    expect(validateDraft(validDraft)).toEqual({ fields, problems: null });
  });

  test('that is empty has all problems at once, except for the optional statement host', () => {
    const { fields, problems } = validateDraft(emptyDraft);
    expect(fields).toBeNull();
    expect(Object.keys(problems ?? {}).toSorted()).toEqual([
      'clientId',
      ...['auth', 'beneficiary', 'exchange', 'legacy', 'onboarding', 'wallet'].map((host) => `hosts.${host}`),
      'name',
    ]);
  });

  test('without a statement host uses the wallet host', () => {
    const { fields } = validateDraft({ ...validDraft, hosts: { ...validDraft.hosts, statement: ' ' } });
    expect(fields?.hosts.statement).toBe(validDraft.hosts.wallet);
  });

  test('with an unencrypted address is refused, except for an address on this computer', () => {
    const withAuth = (auth: string) => validateDraft({ ...validDraft, hosts: { ...validDraft.hosts, auth } });
    expect(withAuth('http://auth.example').problems?.['hosts.auth']).toContain('https://');
    expect(withAuth('http://127.0.0.1:4000').problems).toBeNull();
  });

  test('reports the line with an invalid storage host, and separates hosts by lines, commas and spaces', () => {
    const validateHosts = (storageHosts: string) => validateDraft({ ...validDraft, storageHosts });
    expect(validateHosts('a.example, *.b.example\nc.example').fields?.options.storageHosts).toEqual([
      'a.example',
      '*.b.example',
      'c.example',
    ]);
    expect(validateHosts('a.example https://b.example').problems?.storageHosts).toContain(
      'https://b.example',
    );
  });

  test('reports an invalid path of the token', () => {
    expect(validateDraft({ ...validDraft, tokenField: 'data..token' }).problems).toHaveProperty('tokenField');
    expect(validateDraft({ ...validDraft, tokenField: ' data.token ' }).fields?.options.tokenField).toBe(
      'data.token',
    );
    expect(validateDraft({ ...validDraft, tokenField: ' ' }).fields?.options.tokenField).toBeNull();
  });
});

describe('profiles', () => {
  const production = entryOf({ id: 'p', environment: 'production', hosts: hostsOf('beta') });

  test('are sorted by their last use, then by name', () => {
    const used = entryOf({ id: 'used', lastSignedInAt: '2026-11-12T09:00:00.000Z' });
    const later = entryOf({ id: 'later', lastSignedInAt: '2026-11-20T09:00:00.000Z' });
    const never = [entryOf({ id: 'b', name: 'Ärzte 10' }), entryOf({ id: 'a', name: 'arzte 9' })];
    expect(sortByLastUse([...never, used, later]).map(({ id }) => id)).toEqual(['later', 'used', 'a', 'b']);
  });

  test('are found by name, client ID, environment and host, ignoring accents', () => {
    const lodz = entryOf({ id: 'l', name: 'Łódź Kabel', clientId: 'LKP-7' });
    const found = (typed: string) => findProfiles([lodz, production], typed).map(({ id }) => id);
    expect(found('odz')).toEqual(['l']);
    expect(found('lkp')).toEqual(['l']);
    expect(found('PRODUCTION')).toEqual(['p']);
    expect(found('auth.beta')).toEqual(['p']);
    expect(found('  ')).toEqual(['l', 'p']);
    expect(found('nobody')).toEqual([]);
  });

  test('of one company in both environments are matched by name first, then by hosts', () => {
    const other = { name: 'Other word', environment: 'production' } as const;
    const sameHosts = entryOf({ ...other, id: 'h', hosts: hostsOf('beta') });
    const foreign = entryOf({ ...other, id: 'f', hosts: hostsOf('beta', 'x.example') });
    expect(findCounterpart(entryOf(), [foreign])).toBeNull();
    expect(findCounterpart(entryOf(), [foreign, sameHosts])?.id).toBe('h');
    expect(findCounterpart(entryOf(), [sameHosts, production])?.id).toBe('p');
    expect(findCounterpart(entryOf(), [entryOf({ id: 'same' })])).toBeNull();
  });

  test('draft a counterpart with derived hosts and no client ID, unless it exists or no host can be derived', () => {
    expect(createCounterpartDraft(entryOf(), [])).toMatchObject({
      name: 'Nordlicht',
      environment: 'production',
      clientId: '',
      hosts: { auth: 'https://auth.beta.payments.example' },
    });
    expect(createCounterpartDraft(entryOf(), [production])).toBeNull();
    const sameHost = Object.fromEntries(
      Object.keys(hostsOf('beta')).map((name) => [name, 'https://a.example']),
    );
    expect(createCounterpartDraft(entryOf({ hosts: { ...hostsOf('beta'), ...sameHost } }), [])).toBeNull();
  });

  test.each([
    ['Nordlicht', 'N'],
    ['łódź', 'Ł'],
    ['  „Østfold“', 'Ø'],
    ['—', '?'],
  ])('named %s have the monogram %s', (name, letter) => expect(createMonogram(name)).toBe(letter));

  test('show the time of their last use, and whether IT manages them', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    const text = (changes: Parameters<typeof entryOf>[0]) => describeLastUse(entryOf(changes), now, 'UTC');
    expect(text({})).toBe('Never signed in');
    expect(text({ lastSignedInAt: '2026-11-21T09:21:00.000Z' })).toBe('Signed in today, 09:21');
    expect(text({ lastSignedInAt: '2026-11-12T09:21:00.000Z' })).toBe('Last used 12 Nov 2026');
    expect(text({ origin: 'managed' })).toBe('Managed by IT');
    expect(text({ origin: 'managed', lastSignedInAt: '2026-11-21T09:21:00.000Z' })).toBe(
      'Managed by IT, used today',
    );
  });
});

test.each<[Partial<HostCheck>, RegExp]>([
  [{}, /^$/],
  [{ result: 'token-accepted', status: 200 }, /^$/],
  [{ result: 'unreachable', detail: 'ECONNREFUSED' }, /^System code ECONNREFUSED\. Check the network or VPN/],
  [{ result: 'wrong-environment', status: 403 }, /^The host answered with status 403\. Correct/],
  [{ result: 'wrong-environment', detail: 'production' }, /^The host name belongs to production\. /],
  [{ result: 'certificate-untrusted', detail: 'Gateway' }, /^Issued by Gateway\. /],
  [{ result: 'proxy-ticket', detail: 'refused' }, /Negotiate.* did not accept .* Lock and unlock/],
  [{ result: 'not-understood', detail: 'key-refused' }, /^(?!.*key-refused)/],
])('the result %o of a check is described with status, cause and advice', (changes, sentence) => {
  const check = { host: 'auth', address: 'https://auth.example', proxy: null, milliseconds: 4 } as const;
  const result = { result: 'reached', status: null, detail: null } as const;
  expect(describeCheck({ ...check, ...result, ...changes })).toMatch(sentence);
});
