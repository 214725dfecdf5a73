/** @file Leaves the texts of React Aria in other languages out of the window's bundle. */
import type { Plugin } from 'vite';

/** The language of `I18nProvider`: React Aria reads the texts of no other one. */
const shownLocale = 'en-US';

const localeFile =
  /[\\/]react-aria[\\/]dist[\\/]private[\\/]intl[\\/][a-z]+[\\/](?<locale>[a-z]{2}-[A-Z]{2})\.m?js$/;

/** Replaces the texts of React Aria in every language but the shown one by nothing. */
export function reactAriaLocales(): Plugin {
  return {
    name: 'react-aria-locales',
    apply: 'build',
    load(id) {
      const locale = localeFile.exec(id.split('?')[0] ?? '')?.groups?.['locale'];
      return locale === undefined || locale === shownLocale ? null : 'export default {};';
    },
  };
}
