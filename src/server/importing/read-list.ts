/** In characters. Parsing longer texts would delay visitors. */
export const LONGEST_LIST = 10_000

/** JSON '["a","b"]', or PostgreSQL '{a,"b, c"}'. Null if the text is no array. */
export function readList(text: string): string[] | null {
  if (text.length > LONGEST_LIST) return null
  if (/^\[.*\]$/s.test(text)) return readJson(text)
  if (!/^\{.*\}$/s.test(text)) return null
  const inside = text.slice(1, -1)
  const items = [...inside.matchAll(ITEM)]
  if (items.map(([whole]) => whole).join('') !== inside) return null
  return items.flatMap(([, quoted, bare]) => {
    if (quoted !== undefined) return quoted.replaceAll(/\\(.)/gs, '$1').trim() || []
    return bare!.trim() === 'NULL' ? [] : bare!.trim() || []
  })
}

const ITEM = /(?:"((?:[^"\\]|\\.)*)"|([^",{}\\]+))(?:,(?!$)|$)/gs

function readJson(text: string): string[] | null {
  try {
    const items = JSON.parse(text) as unknown[]
    return items.every((item) => item === null || typeof item !== 'object')
      ? items.flatMap((item) => (item === null ? [] : String(item).trim() || []))
      : null
  } catch {
    return null
  }
}
