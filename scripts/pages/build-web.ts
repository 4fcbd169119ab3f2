import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, minify, type Rolldown } from 'vite'
import { loadPrerender, NEEDED, type PageNeeds } from '../../src/server/rendering/build-output.ts'
import { renderSite } from '../../src/server/rendering/render-site.ts'
import { scriptsEarly } from './page-scripts.ts'
import { siteParts } from './site-parts.ts'

const DIST = 'dist'
const WEB = 'dist/web'
const RENDER = 'dist/render'
const COMPRESSIBLE = /\.(js|css|svg|ico|txt|json|vtt|webmanifest)$/

/*
 * Writes what the server serves: dist/web, files with their compressed twins, and dist/pages, templates in which
 * __PUBLIC_URL__ stands for the site's own origin. The bundle contains nothing of the site; dist/render has all that is
 * needed to render the pages for another site.
 */
const parts = siteParts()
const { output } = (await build({ logLevel: 'warn', plugins: [parts] })) as Rolldown.RolldownOutput
const chunks = output.filter((part) => part.type === 'chunk')
// Node does not run TSX. A separate build makes the pages' code runnable.
await build({
  logLevel: 'warn',
  plugins: [siteParts()],
  build: { ssr: 'src/web/prerender.tsx', outDir: RENDER, copyPublicDir: false },
})
await keep(NEEDED.template, scriptsEarly(await readFile(join(WEB, 'index.html'), 'utf8')))
await rm(join(WEB, 'index.html'))
await keep(NEEDED.needs, JSON.stringify(parts.api.needsOf(chunks) satisfies PageNeeds))
for (const name of NEEDED.drawings) await keep(name, await readFile(join(WEB, name), 'utf8'))
await keep(NEEDED.chair, (await loadPrerender(DIST)).chair)
await minifyEarly()
await buildEmbed()
await renderSite({ dist: DIST, out: DIST })
await compressFiles(WEB)

/**
 * This script is not part of the bundle, because it must not wait for the bundle. It must run in browsers of any age:
 * without `codegen: false`, strings would become template literals, which some browsers lack.
 */
async function minifyEarly() {
  const file = join(WEB, 'early.js')
  const { code } = await minify(file, await readFile(file, 'utf8'), { compress: { target: 'es2015' }, codegen: false })
  await writeFile(file, code.replaceAll(/^\s+/gm, ''))
}

/** One small file, in which the server fills in the site. */
async function buildEmbed() {
  const lib = { entry: 'src/web/embed/embed.ts', formats: ['es' as const] }
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { lib, write: false, target: 'es2022', minify: true },
  })) as Rolldown.RolldownOutput[]
  const { code } = built[0]!.output[0]
  const small = await minify('embed.js', code, { module: true })
  // In a function, because a plain script would share its names with the page.
  await keep(NEEDED.embed, `(()=>{${small.code.trim()}})()`)
  await keep(NEEDED.embedStyles, `body{margin:0}${await readFile('src/web/embed/embed.css', 'utf8')}`)
}

async function keep(name: string, content: string) {
  const file = join(RENDER, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
}

async function compressFiles(folder: string) {
  for (const entry of await readdir(folder, { recursive: true })) {
    if (!COMPRESSIBLE.test(entry)) continue
    const file = join(folder, entry)
    const content = await readFile(file)
    await writeFile(`${file}.br`, brotliCompressSync(content))
    await writeFile(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}
