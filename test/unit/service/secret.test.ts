import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Secret, withoutSecrets } from '../../../src/main/service/secret.ts';
import { allTextsOf } from './http/incoming.ts';

test('a secret is returned only by its reveal method, and is a placeholder in every text', () => {
  const secret = new Secret('api-key', 'canary');
  expect([secret.reveal(), secret.kind]).toEqual(['canary', 'api-key']);
  const holders = [
    secret,
    { secret, text: ['key', secret].join(' ') },
    Object.assign(new Error('x'), { secret }),
  ];
  for (const holder of holders) expect(allTextsOf(holder)).not.toContain('canary');
  for (const text of [String(secret), JSON.stringify({ secret }), inspect({ secret })])
    expect(text).toContain('[secret]');
});

test('each secret of at least four characters is removed from a text at every position', () => {
  const secrets = ['four', 'token-1', 'abc', ''].map((value) => new Secret('bearer-token', value));
  expect(withoutSecrets('four token-1, token-1four abc', secrets)).toBe(
    '[secret] [secret], [secret][secret] abc',
  );
});
