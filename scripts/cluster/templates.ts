import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const TEMPLATES = join(import.meta.dirname, '../../docs/cluster')

/** As `envsubst` does. Returns its path. */
export function fillIn(template: string, { to, values }: { to: string; values: Record<string, string | number> }) {
  const text = readFileSync(join(TEMPLATES, template), 'utf8').replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    if (!(name in values)) throw new Error(`${template} asks for ${name}`)
    return String(values[name])
  })
  writeFileSync(to, text)
  return to
}
