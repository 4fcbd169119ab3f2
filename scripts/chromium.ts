import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/**
 * Chromium loads two pages of its own for each window, for the list below the address bar, which nobody sees here. They
 * take more of the processor than a page of ours does.
 */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** What Playwright turns off. Chromium heeds the last such list only, so ours has to repeat it. */
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

/** How tests start the browser: without what costs time and without what asks other hosts. */
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
