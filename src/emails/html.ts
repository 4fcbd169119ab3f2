/** Markup that is safe to insert into other markup. */
export type Html = { readonly markup: string }

type Part = string | number | Html | readonly Html[] | null

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const rest = parts.map((part, index) => toMarkup(part) + strings[index + 1])
  return { markup: strings[0] + rest.join('') }
}

function toMarkup(part: Part): string {
  if (part === null) return ''
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character]!)
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
