/** Escapes nothing: only for constant texts. */
export function sqlList(texts: readonly string[]): string {
  return texts.map((text) => `'${text}'`).join(', ')
}
