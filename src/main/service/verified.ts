/** @file How certificates are verified on every TLS connection, whatever the environment of the process says. */

/** Options of each TLS connection. Without them Node obeys `NODE_TLS_REJECT_UNAUTHORIZED`. */
export const verified = { rejectUnauthorized: true } as const;
