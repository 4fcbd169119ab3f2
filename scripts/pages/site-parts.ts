import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import type { PageNeeds } from '../../src/server/pages/rendering/build-output.ts'

/** Load later, through `part()` with this name, and need parts of the site. */
const LATER = ['own-place', 'continue-link']
const IN_PAGES = join(import.meta.dirname, '../../src/shared/site/site-in-pages.ts')

/**
 * The site's accessor is replaced by one that is given the site as data. Each page gets the parts that its chunks name;
 * all at once would be too much for a first load.
 */
export function siteParts() {
  const named = new Map<string, string[]>()
  return {
    name: 'site-parts',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith('/site.ts')) return null
      const resolved = await this.resolve(source, importer, { skipSelf: true })
      return resolved?.id.endsWith('/src/shared/site/site.ts') ? IN_PAGES : null
    },
    transform: {
      filter: { id: /\/src\/(web|shared)\/.+\.tsx?$/ },
      handler: (code, id) => void named.set(id, partsIn(code, id)),
    },
    api: { needsOf: (chunks: Rolldown.OutputChunk[]) => needsOf(chunks, named) },
  } satisfies Plugin
}

/** As in `site().brand`. */
function partsIn(code: string, id: string): string[] {
  if (id === IN_PAGES || !/^import .*\/site\.ts'$/m.test(code)) return []
  const whole = /^(?!\s*(?:\*|\/\*|\/\/)).*\bsite\(\)(?!\s*\.\w)/m.exec(code)
  if (whole) throw new Error(`${id} reads the whole site. Name one part at a time, as in site().brand: ${whole[0]}`)
  return Array.from(code.matchAll(/\bsite\(\)\s*\.(\w+)/g), ([, part]) => part!)
}

function needsOf(chunks: Rolldown.OutputChunk[], named: Map<string, string[]>): PageNeeds {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const isPage = ({ name }: Rolldown.OutputChunk) => name.endsWith('-page') || LATER.includes(name)
  const partsOf = (start: Rolldown.OutputChunk) => {
    const reached = new Set([start])
    for (const { imports, dynamicImports } of reached)
      for (const file of [...imports, ...dynamicImports]) {
        const chunk = byFile.get(file)
        if (chunk && !isPage(chunk)) reached.add(chunk)
      }
    return new Set([...reached].flatMap(({ moduleIds }) => moduleIds.flatMap((id) => named.get(id) ?? [])))
  }
  /** Of the chunks that come with it. */
  const stylesOf = (start: Rolldown.OutputChunk) => {
    const reached = new Set([start])
    for (const { imports } of reached)
      for (const file of imports) {
        const chunk = byFile.get(file)
        if (chunk && !chunk.isEntry) reached.add(chunk)
      }
    return [...reached].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  }
  const first = partsOf(chunks.find(({ isEntry }) => isEntry)!)
  const pages = chunks.filter(isPage).map((chunk) => {
    const parts = [...partsOf(chunk)].filter((part) => !first.has(part)).sort()
    return [chunk.name.replace(/-page$/, ''), { parts, styles: stylesOf(chunk) }]
  })
  return { first: [...first].sort(), pages: Object.fromEntries(pages) }
}
