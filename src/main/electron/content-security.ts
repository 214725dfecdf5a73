/** @file What the page may load and run. */

/** The mark in the page's HTML that becomes the nonce of this load. */
export const nonceMark = '__CSP_NONCE__';

/**
 * The Content-Security-Policy of one response. Everything is refused that is not named; scripts and styles come from
 * Paydesk itself or carry the nonce of this load; markup can be built only through the page's own policy.
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}
