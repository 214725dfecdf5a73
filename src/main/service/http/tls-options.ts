/** @file Options of every TLS connection. */

/** Set explicitly, because otherwise the environment variable `NODE_TLS_REJECT_UNAUTHORIZED` could disable verification. */
export const tlsOptions = { rejectUnauthorized: true } as const;
