import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../../src/main/electron/content-security.ts';

test('the policy names exactly what the page may do', () => {
  expect(contentSecurityPolicy('abc').split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self' 'nonce-abc'",
    "style-src 'self' 'nonce-abc'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ]);
});

test('nothing in the policy is unsafe or open to everybody', () => {
  expect(contentSecurityPolicy('abc')).not.toMatch(/unsafe|\*|https?:/);
});
