import { readdirSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

export type Source = { file: string; name: string }
export type Group = { title: string; sources: Source[] }

/** Every page of the documentation, in the order of the navigation. `file`: from the project's root. */
export const GROUPS: Group[] = [
  group('Start', ['README.md']),
  group('For founders', [
    'docs/founders.md',
    'docs/letting-people-in.md',
    'docs/integrations.md',
    'docs/settings.md',
    'docs/refused-settings.md',
    'docs/site.md',
    'docs/other-sites.md',
  ]),
  group('For operators', [
    'docs/deploying.md',
    'docs/kubernetes.md',
    'docs/operating.md',
    'docs/point-in-time-recovery.md',
    'docs/cluster.md',
    'docs/reliability.md',
  ]),
  group('For developers', [
    'docs/other-programs.md',
    'docs/api.md',
    'docs/architecture.md',
    'CONTRIBUTING.md',
    'docs/access.md',
    'docs/threat-model.md',
    'docs/trust.md',
    'docs/performance.md',
    'CHANGELOG.md',
  ]),
  group(
    'Decisions',
    readdirSync(join(ROOT, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
  ),
]

export const SOURCES = GROUPS.flatMap(({ sources }) => sources)

function group(title: string, files: string[]): Group {
  return { title, sources: files.map((file) => ({ file, name: nameOf(file) })) }
}

/** The file's address on the site, without its ending. */
function nameOf(file: string): string {
  if (file === 'README.md') return 'index'
  return file
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase()
}
