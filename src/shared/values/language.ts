/** Each by its own name, in the order of the switch. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  pl: 'Polski',
  ar: 'العربية',
  vi: 'Tiếng Việt',
} as const
/** In English, for the owner. */
export function languageName(language: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
}

let current = () => 'en'

/** Of the texts that are drawn now: the site says it. */
export function readLanguage(read: () => string) {
  current = read
}

/** For Intl. Codes and positions stay in Latin digits. */
export function locale(language = current()): string {
  if (language === 'en') return 'en-GB'
  return language === 'ar' ? 'ar-u-nu-latn' : language
}

/** Of the attribute `lang`. */
export function languageTag(language = current()): string {
  return language === 'en' ? 'en-GB' : language
}

export function direction(language = current()): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}
