type Node = Record<string, unknown> | unknown[]

export function valueAt(document: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document)
}

export function withValue<Document>(document: Document, path: string, value: unknown): Document {
  const [name, ...rest] = path.split('.')
  const copy = (Array.isArray(document) ? [...(document as unknown[])] : { ...document }) as Node
  const at = name as keyof Node
  ;(copy as Record<string, unknown>)[name!] = rest.length === 0 ? value : withValue(copy[at], rest.join('.'), value)
  return copy as Document
}

/** Whether two documents have the same values. The order of their fields makes no difference. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => isSame((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]))
  )
}

/** Names of drawings, pictures and items. */
const NOT_WORDS = new Set(['id', 'hash', 'blocks', 'row', 'drawing', 'tool'])

/** The paths of all texts at or below a path, and of the seconds of captions, in document order. */
export function textsBelow(document: unknown, path: string): string[] {
  const value = valueAt(document, path)
  if (typeof value === 'string' || /\.film\.words\.\d+\.(from|to)$/.test(path)) return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap((name) => (NOT_WORDS.has(name) ? [] : textsBelow(document, `${path}.${name}`)))
}

export function fieldId(path: string): string {
  return `site-field-${path.replaceAll('.', '-')}`
}

/** Leads to the field of a path, or else to the nearest part around it that has one. */
export function focusField(path: string) {
  const names = path.split('.')
  for (; names.length > 0; names.pop()) {
    const field = document.getElementById(fieldId(names.join('.')))
    if (!field) continue
    field.scrollIntoView({ block: 'center' })
    return field.focus({ preventScroll: true })
  }
}
