import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { findChromium } from './chromium.ts'
import { site } from '#shared/site/site.ts'
import { paint } from '../src/server/pages/rendering/palette.ts'
import { PALETTE_RULE } from './pages/palette.ts'

/* `npm run pictures`, after a change of the words, colours or drawings: previews for social networks, and icons. */
const DRAWN = 'dist/pictures'
const STYLE = pathToFileURL(join(import.meta.dirname, 'pictures/pictures.css')).href

type Size = { width: number; height: number }

await build({ logLevel: 'warn', build: { ssr: 'src/web/pictures.tsx', outDir: DRAWN, copyPublicDir: false } })
const { pictures, icon } = (await import(pathToFileURL(join(DRAWN, 'pictures.js')).href)) as {
  pictures: Record<string, string>
  icon: string
}
const favicon = `<div class="icon">${paint(await readFile('public/favicon.svg', 'utf8'), site().colors)}</div>`
await mkdir(DRAWN, { recursive: true })

const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: ['--no-sandbox'] })
const page = await browser.newPage()
for (const [name, markup] of Object.entries(pictures))
  await write(name, await draw(markup, { width: 1200, height: 630 }))
for (const side of [192, 512]) await write(`icon-${side}.png`, await draw(icon, square(side)))
await write('apple-touch-icon.png', await draw(favicon, square(180)))
await write('favicon.ico', toIco(await draw(favicon, square(32)), 32))
await browser.close()
await rm(DRAWN, { recursive: true })

async function draw(markup: string, size: Size): Promise<Buffer> {
  const file = join(DRAWN, 'picture.html')
  const head = `<meta charset="utf-8" /><link rel="stylesheet" href="${STYLE}" /><style>${PALETTE_RULE}</style>`
  await writeFile(file, `<!doctype html>${head}${markup}`)
  await page.setViewportSize(size)
  await page.goto(pathToFileURL(file).href)
  await page.evaluate('document.fonts.ready.then(() => true)')
  return page.screenshot()
}

function write(name: string, content: Buffer): Promise<void> {
  return writeFile(join('public', name), content)
}

function square(side: number): Size {
  return { width: side, height: side }
}

/** With one PNG: the directory, its only entry, and the picture. */
function toIco(png: Buffer, side: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(side, 6)
  header.writeUInt8(side, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
