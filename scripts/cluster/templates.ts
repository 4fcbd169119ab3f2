import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files that docs/cluster.md tells operators to use. */
const TEMPLATES = join(import.meta.dirname, '../../docs/cluster')

/** Writes a file of docs/cluster with its blanks filled in, as `envsubst` does. Returns its path. */
export function fillIn(template: string, { to, values }: { to: string; values: Record<string, string | number> }) {
  const text = readFileSync(join(TEMPLATES, template), 'utf8').replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    if (!(name in values)) throw new Error(`${template} asks for ${name}`)
    return String(values[name])
  })
  writeFileSync(to, text)
  return to
}
