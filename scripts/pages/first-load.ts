import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/* Names each chain of imports from src/web/main.tsx to a module that is too large for the first load. */
const START = 'src/web/main.tsx'
const PACKAGES = ['react', 'react-dom', 'wouter']
const OTHER_PAGE = /^src\/web\/routes\/(?!landing\/)/
/** The build puts method and path in its place. */
const TABLE = 'src/shared/routes.ts'
/** Types do not exist in the browser. */
const IMPORT = /^(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)'/gm

const cameFrom = new Map<string, string | null>([[START, null]])
const complaints: string[] = []
for (const file of cameFrom.keys()) {
  if (!/\.tsx?$/.test(file)) continue
  for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const target = inPages(resolve(file, specifier))
    if (cameFrom.has(target) || target === TABLE) continue
    cameFrom.set(target, file)
    const remedy = remedyFor(target)
    if (remedy) complaints.push(`${chainTo(target).join('\n  imports ')}\n${remedy}\n`)
  }
}
if (complaints.length > 0) {
  console.error(complaints.join('\n'))
  process.exit(1)
}

/** The build gives pages the site as data (site-parts.ts). */
function inPages(target: string): string {
  return target === 'src/shared/site/site.ts' ? 'src/shared/site/site-in-pages.ts' : target
}

function remedyFor(target: string): string | null {
  if (OTHER_PAGE.test(target))
    return 'Another page is no part of the first load: import it through src/web/loading/page-chunks.ts, or move what both need.'
  if (target.startsWith('src/') || isAllowed(target)) return null
  if (target.startsWith('zod'))
    return 'Schemas are no part of the first load: move the rule that both need into a file without zod, as src/shared/values/email.ts is beside text-schema.ts.'
  return `The first load has ${PACKAGES.join(', ')} and nothing else: fetch the package with import() where it is needed.`
}

function isAllowed(target: string): boolean {
  return PACKAGES.some((name) => target === name || target.startsWith(`${name}/`))
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.replace('#', 'src/')
  if (!specifier.startsWith('.')) return specifier
  const path = join(file, '..', specifier)
  if (!existsSync(path)) throw new Error(`${file} imports ${specifier}, which is not there`)
  return path
}

function chainTo(target: string): string[] {
  const parent = cameFrom.get(target)
  return parent ? [...chainTo(parent), target] : [target]
}
