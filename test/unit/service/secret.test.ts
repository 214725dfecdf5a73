import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Secret, withoutSecrets } from '../../../src/main/service/secret.ts';

describe('a secret', () => {
  const secret = new Secret('api-key', 'canary');

  test('is returned only by its reveal method', () => {
    expect(secret.reveal()).toBe('canary');
    expect(secret.kind).toBe('api-key');
  });

  test.each([
    ['printed', () => `${String(secret)}`],
    ['joined', () => ['key', secret].join(' ')],
    ['serialised', () => JSON.stringify({ secret })],
    ['inspected', () => inspect({ secret }, { depth: 5, showHidden: true })],
  ])('is a placeholder when it is %s', (_how, textOf) => {
    expect(textOf()).toContain('[secret]');
    expect(textOf()).not.toContain('canary');
  });
});

test('each secret of at least four characters is removed from a text at every position', () => {
  const secrets = ['four', 'token-1', 'abc'].map((value) => new Secret('bearer-token', value));
  expect(withoutSecrets('four token-1, token-1four abc', secrets)).toBe(
    '[secret] [secret], [secret][secret] abc',
  );
});
