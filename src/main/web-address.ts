/** @file Restricts the addresses that Paydesk opens in the browser: https, a host name, no user name or password. */
import { PaydeskError } from '../shared/errors.ts';

/** An IPv4 or IPv6 address. */
const ipAddress = /^(\[.*\]|\d{1,3}(\.\d{1,3}){3})$/;

/** Returns the normalized address. Throws `link-not-allowed`. */
export function allowedWebAddress(text: string): string {
  const url = URL.parse(text);
  const hasDomain = url?.hostname.includes('.') === true && !ipAddress.test(url.hostname);
  const hasOnlyHost = url?.username === '' && url.password === '' && url.port === '';
  if (url?.protocol !== 'https:' || !hasDomain || !hasOnlyHost) {
    throw new PaydeskError('link-not-allowed', 'The address may not be opened', {
      details: { host: url?.host ?? '' },
    });
  }
  return url.href;
}
