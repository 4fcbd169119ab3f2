/** Letters of Hebrew, Arabic and other scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/**
 * Removes invisible characters that change the direction of typed text, and replaces control characters and line breaks
 * with spaces. Isolating the text is not enough, because a direction character in the text could end the isolation.
 */
export function withoutTurns(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '').replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
}

/**
 * Prepares typed text for use within another text. Right-to-left text is isolated, so that the text around it keeps its
 * direction.
 */
export function isolated(text: string): string {
  const own = withoutTurns(text)
  return RIGHT_TO_LEFT.test(own) ? `\u2068${own}\u2069` : own
}
