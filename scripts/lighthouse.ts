import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import lighthouse, { type RunnerResult } from 'lighthouse'
import { chromium } from '@playwright/test'
import { pageList } from '#shared/site/pages.ts'
import { site } from '#shared/site/site.ts'
import { findChromium } from './chromium.ts'

/*
 * As a phone sees the built site: the median of five runs, compared with our targets. Run `npm run build` first.
 * `SITE_FILE`: measures that site.
 */
const RUNS = Number(process.argv[2] ?? 5)
const PAGES = pageList.filter(({ name }) => site().pages[name].description !== null).map(({ path }) => path)
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const PORT = 3992
const DEBUGGING_PORT = 9333

const { PATH, SITE_FILE } = process.env
const folder = mkdtempSync(join(tmpdir(), 'firstchair-lighthouse-'))
const server = spawn(process.execPath, [join(import.meta.dirname, '../src/server/main.ts')], {
  cwd: folder,
  env: {
    PATH,
    PORT: String(PORT),
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'error',
    ...(SITE_FILE && { SITE_FILE: resolve(SITE_FILE) }),
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const browser = await chromium.launch({
  executablePath: findChromium() ?? undefined,
  // Playwright disables the back/forward cache, and Lighthouse checks whether a page can use it.
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
  args: ['--no-sandbox', '--disable-quic', '--disable-component-update', `--remote-debugging-port=${DEBUGGING_PORT}`],
})

let failed = false
try {
  await ready()
  for (const page of PAGES) failed = !(await measure(page)) || failed
} finally {
  await browser.close()
  server.kill('SIGINT')
  if (server.exitCode === null) await new Promise((resolve) => server.once('close', resolve))
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)

/** False if one misses its target. */
async function measure(page: string): Promise<boolean> {
  const runs: Record<string, number>[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await runLighthouse(page))
  const of = (name: string) => median(runs.map((figures) => figures[name]!))
  const scores = CATEGORIES.map((category) => `${category} ${of(category)}`)
  console.log(`${page}  ${scores.join(', ')}`)
  console.log(
    `    LCP ${of('lcp')} ms, FCP ${of('fcp')} ms, CLS ${of('cls')}, TBT ${of('tbt')} ms, ${of('bytes')} bytes`,
  )
  return CATEGORIES.every((category) => of(category) === 100) && of('lcp') <= 1100 && of('cls') === 0 && of('tbt') <= 60
}

/** At most twice. */
async function runLighthouse(page: string, retries = 2): Promise<Record<string, number>> {
  const options = { port: DEBUGGING_PORT, onlyCategories: [...CATEGORIES], logLevel: 'error' as const }
  const { lhr } = (await lighthouse(`http://localhost:${PORT}${page}`, options)) as RunnerResult
  if (lhr.runtimeError) {
    if (retries === 0) throw new Error(`${page}: ${lhr.runtimeError.message}`)
    return runLighthouse(page, retries - 1)
  }
  for (const { id, score, title, scoreDisplayMode } of Object.values(lhr.audits)) {
    const isBad = score !== null && score < 1 && ['binary', 'metricSavings'].includes(scoreDisplayMode)
    if (isBad) console.log(`    ${id} ${score}: ${title}`)
  }
  const number = (audit: string) => Math.round((lhr.audits[audit]?.numericValue ?? NaN) * 1000) / 1000
  return {
    ...Object.fromEntries(CATEGORIES.map((id) => [id, Math.round((lhr.categories[id]?.score ?? 0) * 100)])),
    lcp: Math.round(number('largest-contentful-paint')),
    fcp: Math.round(number('first-contentful-paint')),
    cls: number('cumulative-layout-shift'),
    tbt: Math.round(number('total-blocking-time')),
    bytes: number('total-byte-weight'),
  }
}

async function ready() {
  for (let tries = 0; tries < 120; tries++) {
    const answer = await fetch(`http://localhost:${PORT}/readyz`).catch(() => null)
    if (answer?.ok) return
    if (server.exitCode !== null) break
    await pause(500)
  }
  throw new Error('The server did not become ready')
}

function median(numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}
