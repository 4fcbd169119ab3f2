import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/**
 * For each window, Chromium loads two pages for the list below the address bar, which no test shows. They take more
 * processor time than a page of the site.
 */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** The features that Playwright disables. Chromium uses only the last such list, so this list repeats them. */
const PLAYWRIGHTS_OWN = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/** The browser's flags in tests: they disable slow features and requests to other hosts. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${[...PLAYWRIGHTS_OWN, ...ADDRESS_BAR].join(',')}`,
]

/** The system's browser, else the one that Playwright downloaded, else null. */
export function findChromium(): string | null {
  const folders = process.env.PATH?.split(delimiter).filter(Boolean) ?? []
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...places, chromium.executablePath()].find((place) => existsSync(place)) ?? null
}

/** Installs a browser if possible. Null if there is still none afterwards. */
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
