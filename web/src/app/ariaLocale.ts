/**
 * What React Aria takes for the browser's language, in place of its own module for that (see vite.config.ts). Its own one asks `Intl` about
 * the language while the scripts start, and `Intl` then reads what it has of all languages: 15 ms on a computer, 60 on a phone. The site is
 * English whatever the browser's language is (SPEC §9), and says so in an `I18nProvider` around every page.
 */
const LOCALE = { locale: 'en-US', direction: 'ltr' } as const;

export const getDefaultLocale = () => LOCALE;

export const useDefaultLocale = () => LOCALE;
