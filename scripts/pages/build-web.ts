import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, minify, type Rolldown } from 'vite'
import { NEEDED, type PageNeeds } from '../../src/server/pages/rendering/build-output.ts'
import { inlineRoutes } from './plugins.ts'
import { siteParts } from './site-parts.ts'

const WEB = 'dist/web'
const RENDER = 'dist/render'
const COMPRESSIBLE = /\.(js|css|svg|ico|txt|json|vtt|webmanifest)$/

/*
 * dist/web, files with their compressed twins, and dist/render, from which the server draws the pages. The bundle
 * contains nothing of the site.
 */
const parts = siteParts()
const { output } = (await build({ logLevel: 'warn', plugins: [parts] })) as Rolldown.RolldownOutput
const chunks = output.filter((part) => part.type === 'chunk')
// Node does not run TSX.
await build({
  logLevel: 'warn',
  plugins: [siteParts()],
  build: { ssr: 'src/web/prerender.tsx', outDir: RENDER, copyPublicDir: false },
})
await keep(NEEDED.template, scriptsEarly(await readFile(join(WEB, 'index.html'), 'utf8')))
await rm(join(WEB, 'index.html'))
await keep(NEEDED.needs, JSON.stringify(parts.api.needsOf(chunks) satisfies PageNeeds))
for (const name of NEEDED.drawings) await keep(name, await readFile(join(WEB, name), 'utf8'))
for (const [file, page] of [
  ['early.js', 'landing'],
  ['early-sharing.js', 'sharing'],
])
  await writeFile(join(WEB, file!), await buildAlone(`src/web/early/${page}.ts`, 'es2018'))
await buildEmbed()
await compressFiles(WEB)

/** The server fills in the site. */
async function buildEmbed() {
  await keep(NEEDED.embed, await buildAlone('src/web/embed/embed.ts', 'es2022'))
  await keep(NEEDED.embedStyles, `body{margin:0}${await readFile('src/web/embed/embed.css', 'utf8')}`)
}

/** It must not wait for the bundle. */
async function buildAlone(entry: string, target: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [inlineRoutes()],
    build: { lib: { entry, formats: ['es' as const] }, write: false, target, minify: true },
  })) as Rolldown.RolldownOutput[]
  const { code } = built[0]!.output[0]
  const small = await minify('alone.js', code, { module: true, compress: { target } })
  // A plain script would share its names with the page.
  return `(()=>{${small.code.trim()}})()`
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

/**
 * public/early.js loads the page's script after the first paint. The tag stands before the stylesheet, so it does not
 * wait for it.
 */
function scriptsEarly(html: string): string {
  const [script, main] = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(html) ?? []
  if (!script || !main) throw new Error('The built page has no script')
  return html.replace(script, `<script async fetchpriority="high" src="/early.js" data-main="${main}"></script>`)
}
