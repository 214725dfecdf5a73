import { expect, test } from 'vitest';
import { createContentSecurityPolicy } from '../../../../src/main/platform/electron/content-security.ts';

test('the content security policy contains exactly these directives', () => {
  expect(createContentSecurityPolicy('abc').split('; ')).toEqual([
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
