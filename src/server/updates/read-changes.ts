import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../../..')

/** The version of this program, and its changes from CHANGELOG.md: one line without markup for each point. */
export function readChanges(root = ROOT): { version: string; changes: string[] } {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m)
  const section = sections.find((one) => one.startsWith(version)) ?? ''
  const points = section.split(/^- /m).slice(1)
  return { version, changes: points.map(withoutMarkup) }
}

function withoutMarkup(point: string): string {
  return point
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*\(\[[^\]]*\]\([^)]*\)\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]/g, '')
    .trim()
}
