import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** The system's browser, else the one that Playwright downloaded, else null. */
export function findChromium(): string | null {
  const folders = process.env.PATH?.split(delimiter).filter(Boolean) ?? []
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...places, chromium.executablePath()].find((place) => existsSync(place)) ?? null
}

/** Installs a browser where that is possible. Null when there is none afterwards either. */
export function ensureChromium(): string | null {
  if (findChromium()) return findChromium()
  console.log('Installing Chromium …')
  if (process.getuid?.() === 0 && runs('apt-get', ['--version'])) {
    const install = ['install', '--yes', '--no-install-recommends', 'chromium']
    // A new machine has no package lists yet.
    if (!runs('apt-get', install) && runs('apt-get', ['update'])) runs('apt-get', install)
  }
  if (!findChromium()) runs('playwright', ['install', 'chromium'])
  return findChromium()
}

function runs(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'ignore', env }).status === 0
}
