/** @file The Content-Security-Policy of the page. */

/** Placeholder in the page's HTML for the nonce of each load. */
export const noncePlaceholder = '__CSP_NONCE__';

/**
 * Returns the policy of one response. Everything not listed is refused; scripts and styles come from Paydesk itself or
 * have the nonce of this load; markup can only be created through the page's Trusted Types policy.
 */
export function createContentSecurityPolicy(nonce: string): string {
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
