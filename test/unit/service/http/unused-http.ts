/** @file An HTTP client for tests that replace the methods they use. */
import type { Http } from '../../../../src/main/service/http/http.ts';

const unused = () => Promise.reject(new Error('This test does not expect the call'));

/** Rejects every call. */
export const unusedHttp: Http = {
  send: unused,
  stream: unused,
  reach: unused,
  proxyOf: unused,
  dropConnections: () => undefined,
};
