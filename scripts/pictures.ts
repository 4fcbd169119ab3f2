import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { findChromium } from './chromium.ts'

/*
 * Draws the pictures that networks show with a link into public, from the words of src/site and the drawings of the
 * pages. Run it after a change of either, as `npm run pictures`.
 */
const DRAWN = 'dist/pictures'

await build({ logLevel: 'warn', build: { ssr: 'src/web/pictures.tsx', outDir: DRAWN, copyPublicDir: false } })
const { pictures } = (await import(pathToFileURL(join(DRAWN, 'pictures.js')).href)) as {
  pictures: Record<string, string>
}
await mkdir(DRAWN, { recursive: true })

const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
const style = pathToFileURL(join(import.meta.dirname, 'pictures/pictures.css')).href
for (const [name, markup] of Object.entries(pictures)) {
  const file = join(DRAWN, `${name}.html`)
  await writeFile(file, `<!doctype html><meta charset="utf-8" /><link rel="stylesheet" href="${style}" />${markup}`)
  await page.goto(pathToFileURL(file).href)
  await page.evaluate('document.fonts.ready.then(() => true)')
  await page.screenshot({ path: join('public', name) })
}
await browser.close()
await rm(DRAWN, { recursive: true })
