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

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Isolating alone is not enough: a direction character in the text could end the isolation. */
export function withoutTurns(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '').replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
}

export function readsRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

export function isolated(text: string): string {
  const own = withoutTurns(text)
  return readsRightToLeft(own) || direction() === 'rtl' ? `\u2068${own}\u2069` : own
}
