/** @file Restricts the addresses that Paydesk opens in the browser: https, a host name, no user name or password. */
import { PaydeskError } from '../../shared/errors.ts';

/** An IPv4 or IPv6 address. */
const ipAddressPattern = /^(\[.*\]|\d{1,3}(\.\d{1,3}){3})$/;

/** Normalizes an address that may be opened in the browser. Throws `link-not-allowed` for any other address. */
export function normalizeWebAddress(text: string): string {
  const url = URL.parse(text);
  const hasDomain = url?.hostname.includes('.') === true && !ipAddressPattern.test(url.hostname);
  const hasOnlyHost = url?.username === '' && url.password === '' && url.port === '';
  if (url?.protocol !== 'https:' || !hasDomain || !hasOnlyHost) {
    throw new PaydeskError('link-not-allowed', 'The address may not be opened', {
      details: { host: url?.host ?? '' },
    });
  }
  return url.href;
}
