import { direction } from './language.ts'

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
