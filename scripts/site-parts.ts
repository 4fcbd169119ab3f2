import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { inWords } from '#shared/in-words.ts'
import { site } from '#shared/site.ts'

const ACCESSOR = join(import.meta.dirname, '../src/shared/site.ts')
const SITE = join(import.meta.dirname, '../src/site')
/** How a part that mentions others begins. */
const WRITTEN = /^=\s*\(\{/

/** The file of src/site that has each part. */
const FILES = Object.fromEntries(
  [...readFileSync(ACCESSOR, 'utf8').matchAll(/^import \{ (.+) \} from '#site\/(.+)'$/gm)].flatMap(([, names, file]) =>
    names!.split(', ').map((name) => [name, file!]),
  ),
)

/** Parts that are computed here: pages need them without what they are made of. */
const COMPUTED: Record<string, () => unknown> = {
  questionCount: () => site().questionCount,
  /** Without the descriptions, which are for search engines. */
  pages: () => Object.fromEntries(Object.entries(site().pages).map(([name, { title }]) => [name, { title }])),
}

/** A page keeps its site for as long as it is open. */
const IN_PAGES: Record<string, string> = {
  'site.ts': 'export const perSite = (make) => { let made; return () => (made ??= make()) }',
  'schema-per-site.ts': 'export const schemaPerSite = (make) => make()',
}

/**
 * A plugin that gives each chunk of the pages the parts of the site that it names. The server has the site as one
 * object; pages that had it so would load the words of all other pages, of mails and of the dashboard.
 */
export function siteParts(): Plugin {
  return {
    name: 'site-parts',
    enforce: 'pre',
    load: {
      filter: { id: /\/src\/shared\/(site|schema-per-site)\.ts$/ },
      handler: (id) => IN_PAGES[id.slice(id.lastIndexOf('/') + 1)],
    },
    transform: {
      filter: { id: /\/src\/(web|shared|site)\/.+\.tsx?$/ },
      handler: (code, id) => (id.includes('/src/site/') ? writeParts(code) : nameParts(code, id)),
    },
  }
}

/** Adds to a file of src/site its parts that mention others, written out. */
function writeParts(code: string): string {
  const made = Array.from(code.matchAll(/^export const (\w+) =\s*\(\{/gm), ([, part]) =>
    [
      `export const site_${part} = /* @__PURE__ */`,
      `${part}({ brand: site_brand, questionCount: ${JSON.stringify(inWords(site().questionCount))} });`,
    ].join(' '),
  )
  return made.length === 0 ? code : [code, "import { brand as site_brand } from './brand.ts'", ...made].join('\n')
}

/** Replaces `site().brand` by an import of that part. */
function nameParts(code: string, id: string): string {
  if (!/^import .*\/site\.ts'$/m.test(code)) return code
  const parts = new Set<string>()
  const named = code.replaceAll(/\bsite\(\)\s*\.(\w+)/g, (_, part: string) => {
    parts.add(part)
    return `site_${part}`
  })
  const whole = /^(?!\s*(?:\*|\/\*|\/\/)).*\bsite\(\)/m.exec(named)
  if (whole) throw new Error(`${id} reads the whole site. Name one part at a time, as in site().brand: ${whole[0]}`)
  const withoutAccessor = named.replace(/^(import \{.*?)(?:, site\b|\bsite\b,?)(.*\/site\.ts')$/m, '$1$2')
  return [...parts].map(partInPage).join('') + withoutAccessor
}

function partInPage(part: string): string {
  if (COMPUTED[part]) return `const site_${part} = ${JSON.stringify(COMPUTED[part]())};`
  const file = FILES[part]!
  const isWritten = WRITTEN.test(readFileSync(join(SITE, file), 'utf8').split(`export const ${part} `)[1] ?? '')
  return `import { ${isWritten ? `site_${part}` : part} as site_${part} } from '#site/${file}';`
}
