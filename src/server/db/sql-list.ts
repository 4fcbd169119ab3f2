/**
 * SQL: constant texts as a list, for `in (…)` or `array[…]`. It escapes nothing: never call it with text from outside.
 */
export function sqlList(texts: readonly string[]): string {
  return texts.map((text) => `'${text}'`).join(', ')
}
