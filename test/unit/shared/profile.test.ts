import { describe, expect, test } from 'vitest';
import { hostNames } from '../../../src/shared/model/session/environment.ts';
import { managedFileSchema } from '../../../src/shared/model/session/managed.ts';
import { profileFieldsSchema, profileSchema } from '../../../src/shared/model/session/profile.ts';
import { settingsSchema } from '../../../src/shared/model/settings.ts';

const hosts = Object.fromEntries(
  hostNames.map((name) => [name, `https://${name === 'statement' ? 'wallet' : name}.sandbox.example`]),
);
const options = {
  tokenField: null,
  recipientUpdate: 'send-known',
  storageHosts: [],
  sendCompanyId: false,
  recipientTemplate: null,
};
const fields = { name: 'Nordlicht', environment: 'sandbox', clientId: 'client-1', hosts, options };

describe('a profile', () => {
  test.each(['apiKey', 'token', 'password'])('refuses the unknown field %s', (secret) => {
    expect(profileFieldsSchema.safeParse(fields).success).toBe(true);
    const withSecret = { ...fields, [secret]: 'x' };
    expect(profileFieldsSchema.safeParse(withSecret).success).toBe(false);
    expect(profileSchema.safeParse({ ...withSecret, id: 'a', origin: 'clerk' }).success).toBe(false);
    const secretOption = { ...fields, options: { ...options, [secret]: 'x' } };
    expect(profileFieldsSchema.safeParse(secretOption).success).toBe(false);
  });

  test.each([
    ['an empty name', { name: '  ' }],
    ['a name that is too long', { name: 'x'.repeat(121) }],
    ['an unknown environment', { environment: 'staging' }],
    ['a host that is not an address', { hosts: { ...hosts, auth: 'auth.example' } }],
    ['a token field with a gap', { options: { ...options, tokenField: 'data..token' } }],
    ['a storage host with a scheme', { options: { ...options, storageHosts: ['https://s.example'] } }],
    ['a template that is no JSON', { options: { ...options, recipientTemplate: '{"name": }' } }],
    ['a template that is no object', { options: { ...options, recipientTemplate: '[1]' } }],
    ['a storage host that allows everything', { options: { ...options, storageHosts: ['*'] } }],
    ['a storage host with a star in the middle', { options: { ...options, storageHosts: ['a.*.example'] } }],
  ])('with %s is refused', (_what, change) => {
    expect(profileFieldsSchema.safeParse({ ...fields, ...change }).success).toBe(false);
  });

  test('is parsed with trimmed texts and lower-case host names', () => {
    const parsed = profileFieldsSchema.parse({
      ...fields,
      name: ' Nordlicht ',
      clientId: ' client-1 ',
      options: {
        ...options,
        tokenField: ' data.token ',
        storageHosts: [' *.Storage.Example:8443 ', 's3.example/bucket'],
      },
    });
    expect(parsed).toMatchObject({
      name: 'Nordlicht',
      clientId: 'client-1',
      options: { tokenField: 'data.token', storageHosts: ['*.storage.example:8443', 's3.example/bucket'] },
    });
  });
});

describe('a file of managed profiles', () => {
  const file = { version: 1, profiles: [{ ...fields, id: 'north' }] };

  test('has defaults for profile options and the practice company', () => {
    const { options: _options, ...fieldsWithoutOptions } = fields;
    const profiles = [{ ...fieldsWithoutOptions, id: 'north' }];
    const parsed = managedFileSchema.parse({ version: 1, profiles });
    expect(parsed.profiles[0]?.options).toEqual(options);
    expect(parsed.practiceCompany).toBe('offered');
    expect(managedFileSchema.parse({ version: 1 }).profiles).toEqual([]);
  });

  test.each([
    ['another version', { ...file, version: 2 }],
    ['an unknown field at the top', { ...file, apiKey: 'x' }],
    ['an unknown field in a profile', { ...file, profiles: [{ ...fields, id: 'a', apiKey: 'x' }] }],
    ['a profile without an ID', { ...file, profiles: [fields] }],
    ['an ID with a slash', { ...file, profiles: [{ ...fields, id: 'a/b' }] }],
    ['an ID that is too long', { ...file, profiles: [{ ...fields, id: 'a'.repeat(65) }] }],
    ['an unknown mode of the practice company', { ...file, practiceCompany: 'sometimes' }],
  ])('with %s is refused', (_what, value) => {
    expect(managedFileSchema.safeParse(value).success).toBe(false);
  });
});

test('settings refuse unknown fields and sizes out of range', () => {
  const settings = { appearance: { theme: 'dark', contrast: true }, largeFileMegabytes: 25 };
  expect(settingsSchema.safeParse(settings).success).toBe(true);
  expect(settingsSchema.safeParse({ ...settings, folder: '/' }).success).toBe(false);
  for (const largeFileMegabytes of [0, -1, 1.5, 10_001, Number.NaN, '25']) {
    expect(settingsSchema.safeParse({ ...settings, largeFileMegabytes }).success).toBe(false);
  }
  for (const [speed, isValid] of [
    ...[0, 15_999, 16_000.5, 1_000_000_001, 'fast'].map((value) => [value, false] as const),
    ...[16_000, 1_000_000_000, null].map((value) => [value, true] as const),
  ]) {
    expect(settingsSchema.safeParse({ ...settings, uploadBytesPerSecond: speed }).success).toBe(isValid);
  }
});
