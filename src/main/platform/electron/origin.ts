/** @file The origin of Paydesk's page, the only one that the window shows. */

/** Scheme of the page and everything it loads. */
export const appScheme = 'app';

/** The only valid host of {@link appScheme}. */
export const appHost = 'paydesk';

/** Origin of the page, as Chromium writes it. */
export const appOrigin = `${appScheme}://${appHost}`;

/** Address of the page. */
export const pageUrl = `${appOrigin}/index.html`;
