/** @file The one origin that Paydesk's window ever shows. */

/** Scheme of the page and everything it loads. */
export const appScheme = 'app';

/** The only host of {@link appScheme} that answers. */
export const appHost = 'paydesk';

/** Origin of the page, as Chromium writes it. */
export const appOrigin = `${appScheme}://${appHost}`;

/** Address of the page. */
export const pageUrl = `${appOrigin}/index.html`;
