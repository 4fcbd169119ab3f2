import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { fontsIn } from './e2e/fonts.ts'
import { OWNER_PASSWORD } from './test/people/owner-password.ts'
import { CHROMIUM_ARGUMENTS, findChromium } from './scripts/chromium.ts'

const LONG = /@long/
const isLong = Boolean(process.env.LONG)
const PORT = process.env.E2E_PORT ?? '3990'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  // Tests with this tag are slow and guard code that rarely changes. `npm run test:long` runs them.
  ...(isLong ? { grep: LONG } : { grepInvert: LONG }),
  // Two would leave a third of two cores idle.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // Long, for a machine that does other work too.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  projects: [
    { name: 'wide' },
    ...(isLong ? [{ name: 'narrow', grep: /@fonts/, use: { launchOptions: chromium('narrow') } }] : []),
  ],
  use: {
    baseURL: `http://localhost:${PORT}`,
    // Without them, one missing element would take all the time that its test has.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    // Recording each test takes a quarter of the time. To look into one: playwright test --trace on
    trace: 'off',
    // An endless animation keeps a browser without a screen drawing; motion has a file of its own.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromium('wide'),
  },
  webServer: {
    command: `exec "${process.execPath}" "${join(import.meta.dirname, 'e2e/start.ts')}"`,
    // Not in the checkout, whose .env may lead to a real list.
    cwd: dataFolder(),
    url: `http://localhost:${PORT}/readyz`,
    env: { PORT, DATA_DIR: dataFolder(), RATE_LIMIT: 'off', LOG_LEVEL: 'error', ADMIN_PASSWORD: OWNER_PASSWORD },
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGINT', timeout: 10_000 },
  },
})

function chromium(fonts: 'wide' | 'narrow') {
  return {
    executablePath: process.env.CHROMIUM_PATH ?? findChromium() ?? undefined,
    // Without one, Chromium would imitate a graphics card, and a twentieth of the time is spent on that.
    args: [...CHROMIUM_ARGUMENTS, '--disable-gpu'],
    env: { ...process.env, ...fontsIn(dataFolder(), fonts) },
  }
}

/** A list of its own for each run. The workers read this file too, and are told by the first who did. */
function dataFolder(): string {
  if (!process.env.E2E_DATA_DIR) {
    const folder = mkdtempSync(join(tmpdir(), 'firstchair-e2e-'))
    process.env.E2E_DATA_DIR = folder
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  }
  return process.env.E2E_DATA_DIR
}
