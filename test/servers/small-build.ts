import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { pageList } from '#shared/site/pages.ts'

/** A build whose pages have only the parts that the server renders. It is removed after the test. */
export function smallBuild(): string {
  const dist = mkdtempSync(join(tmpdir(), 'small-build-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  for (const folder of ['pages', 'render']) mkdirSync(join(dist, folder))
  for (const name of [...pageList.map(({ name }) => name), 'invited', 'not-found', 'letter'])
    writeFileSync(join(dist, 'pages', `${name}.html`), '<div id="root">__PLAIN__<!--privacy--></div>')
  for (const name of ['robots.txt', 'sitemap.xml']) writeFileSync(join(dist, 'pages', name), '')
  writeFileSync(join(dist, 'render/embed.js'), 'const data = __EMBED__, colors = __COLORS__')
  writeFileSync(join(dist, 'render/embed.css'), '')
  writeFileSync(
    join(dist, 'render/chair.svg'),
    '<svg viewBox="0 0 340 406"><path class="fill-velvet" d="M0 0h9v9" /></svg>',
  )
  return dist
}
