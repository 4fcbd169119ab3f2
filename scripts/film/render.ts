import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { site } from '#shared/site/site.ts'
import { findChromium } from '../chromium.ts'
import { PALETTE_RULE } from '../pages/palette.ts'

/* `npm run film`, after a change of the film, its words, the colours or the brand. It needs ffmpeg. */
const FRAMES_A_SECOND = 20
const SECONDS = site().landing.film.words.at(-1)!.to
const OUT = join(import.meta.dirname, '../../public/film')

const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
await page.addInitScript(
  `window.site = ${JSON.stringify({ words: site().landing.film.words, brand: site().brand.name })}`,
)
await page.goto(pathToFileURL(join(import.meta.dirname, 'film.html')).href)
await page.addStyleTag({ content: PALETTE_RULE })
await page.evaluate(`document.fonts.load("52px 'Fraunces Display'").then(() => true)`)

const film = join(OUT, 'film.mp4')
const encoder = spawn(
  'ffmpeg',
  ['-y', '-loglevel', 'error', '-f', 'image2pipe', '-r', String(FRAMES_A_SECOND), '-i', '-', '-c:v', 'libx264']
    .concat(['-preset', 'veryslow', '-crf', '24', '-tune', 'animation', '-pix_fmt', 'yuv420p'])
    .concat(['-movflags', '+faststart', film]),
  { stdio: ['pipe', 'inherit', 'inherit'] },
)
for (let frame = 0; frame < SECONDS * FRAMES_A_SECOND; frame++) {
  await page.evaluate(`draw(${frame / FRAMES_A_SECOND})`)
  encoder.stdin.write(await page.screenshot({ type: 'jpeg', quality: 95 }))
}
encoder.stdin.end()
await new Promise((resolve) => encoder.once('close', resolve))
await browser.close()

console.log(`${film}: ${Math.round(statSync(film).size / 1024)} KB`)
