/** Letters of Hebrew, Arabic and the other scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/**
 * Text that somebody typed, without the invisible characters that turn the text around. One of them ends the isolation
 * of an element and of `isolated`, so neither is enough alone.
 */
export function withoutTurns(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '').replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
}

/** Text that somebody typed, for a line of ours: whatever its direction is, the rest of the line keeps its own. */
export function isolated(text: string): string {
  const own = withoutTurns(text)
  return RIGHT_TO_LEFT.test(own) ? `\u2068${own}\u2069` : own
}
