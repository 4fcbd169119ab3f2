import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** The headless shell renders a page in three quarters of the processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
/** Debian's packages. Ubuntu has neither. */
const PACKAGES = NAMES.slice(0, 2)

/** They disable slow features and requests to other hosts. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** The system's, else the one that Playwright downloaded. */
export function findChromium(): string | null {
  const folders = process.env.PATH?.split(delimiter).filter(Boolean) ?? []
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...places, chromium.executablePath()].find((place) => existsSync(place)) ?? null
}

/** Null if there is still none afterwards. */
export function ensureChromium(): string | null {
  if (findChromium()) return findChromium()
  console.log('Installing Chromium …')
  if (process.getuid?.() === 0 && runs('apt-get', ['--version'])) {
    // A new machine has no package lists yet.
    if (!PACKAGES.some(installs) && runs('apt-get', ['update'])) PACKAGES.some(installs)
  }
  if (!findChromium()) runs('playwright', ['install', 'chromium'])
  return findChromium()
}

function installs(name: string): boolean {
  return runs('apt-get', ['install', '--yes', '--no-install-recommends', name])
}

function runs(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'ignore', env }).status === 0
}
