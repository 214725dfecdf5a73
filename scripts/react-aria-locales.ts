/** @file Leaves the texts of React Aria in other languages out of the window's bundle. */
import type { Plugin } from 'vite';

/** The language of `I18nProvider`: React Aria reads the texts of no other one. */
const shownLocale = 'en-US';

const localeFile =
  /[\\/]react-aria[\\/]dist[\\/]private[\\/]intl[\\/][a-z]+[\\/](?<locale>[a-z]{2}-[A-Z]{2})\.m?js$/;

/** Asks for the browser's language while it is loaded, and looks it up among all languages, which takes 15 ms of the start. */
const defaultLocaleFile = /[\\/]react-aria[\\/]dist[\\/]private[\\/]i18n[\\/]useDefaultLocale\.m?js$/;

const shownDefaultLocale = `
export const getDefaultLocale = () => ({ locale: '${shownLocale}', direction: 'ltr' });
export const useDefaultLocale = getDefaultLocale;
`;

/** Replaces the texts of React Aria in every language but the shown one by nothing, and the default language by the shown one. */
export function reactAriaLocales(): Plugin {
  return {
    name: 'react-aria-locales',
    apply: 'build',
    load(id) {
      const [file = ''] = id.split('?');
      if (defaultLocaleFile.test(file)) return shownDefaultLocale;
      const locale = localeFile.exec(file)?.groups?.['locale'];
      return locale === undefined || locale === shownLocale ? null : 'export default {};';
    },
  };
}
