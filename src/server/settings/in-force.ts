import { isDeepStrictEqual } from 'node:util'
import { isField } from '#shared/owner/setting-fields.ts'
import { type Config, toConfig } from '../base/config/config.ts'
import { StartFailure } from '../base/start-failure.ts'
import type { Keyring } from './keyring.ts'
import { openRows, purposeOf, readRows, readSealed, readVersion, replaceSealed, type Row } from './stored.ts'
import { defaultFrom, type Given, type Problem, resolveSettings, type Stored } from '../base/config/resolve.ts'
import type { Queryable } from '../db/query.ts'

type OfProcess = 'host' | 'port' | 'databaseUrl' | 'adminPassword'
export type LiveConfig = Omit<Config, OfProcess>

export type SettingsInForce = {
  current: () => LiveConfig
  problems: () => Problem[]
  version: () => number
  keyring: Keyring
  given: Given
  refresh: () => Promise<void>
  onChange: (listener: (former: LiveConfig) => void) => void
}

/** `madeFor`: the usual sender of mails under the site with which `base` was made. */
type Dependencies = { base: LiveConfig; madeFor?: string; db: Queryable; keyring: Keyring }

export async function openSettings({
  base,
  madeFor = defaultFrom(),
  db,
  keyring,
}: Dependencies): Promise<SettingsInForce> {
  const { given, dataDir, siteFile, trustProxy, metrics, rateLimit, logLevel } = base
  const ofStart = { dataDir, siteFile, trustProxy, metrics, rateLimit, logLevel }
  const listeners: ((former: LiveConfig) => void)[] = []
  let version = -1
  let sender = madeFor
  let current = base
  let problems: Problem[] = []

  async function refresh() {
    // Without MAIL_FROM, mails come from the name and the address of the site, and a site may be published at any time.
    const hasSender = sender === defaultFrom()
    if (hasSender && version >= 0 && (await readVersion(db)) === version) return
    const read = await readRows(db)
    if (hasSender && read.version === version) return
    const former = current
    const opened = openRows(read.rows, { keyring, given })
    current = hasSender && version < 0 && read.rows.length === 0 ? base : resolve(opened)
    version = read.version
    sender = defaultFrom()
    for (const listener of listeners) listener(former)
  }

  function resolve(stored: Stored): LiveConfig {
    const resolved = resolveSettings(given, stored)
    problems = resolved.problems
    return keepEqual(current, { ...toConfig(resolved.settings, given, problems), ...ofStart })
  }

  await refresh()
  if (version >= 0 && current === base) problems = resolveSettings(given).problems
  const { rows } = await readRows(db)
  requireWhole(problems, rows)
  await reseal(db, { keyring, given })
  return {
    current: () => current,
    problems: () => problems,
    version: () => version,
    keyring,
    given,
    refresh,
    onChange: (listener) => void listeners.push(listener),
  }
}

/** Values that are derived from an equal part are not made again. */
function keepEqual(former: LiveConfig, next: LiveConfig): LiveConfig {
  const parts = Object.entries(next).map(([name, value]) => {
    const before = former[name as keyof LiveConfig]
    return [name, isDeepStrictEqual(before, value) ? before : value]
  })
  return Object.fromEntries(parts) as LiveConfig
}

function requireWhole(problems: Problem[], rows: Row[]) {
  const isStored = (names: readonly string[]) => rows.some(({ name }) => names.includes(name))
  const bad = problems.filter(({ names, isUnfinished }) => names.length > 1 && !isUnfinished && !isStored(names))
  if (bad.length > 0) throw new StartFailure(bad.map(({ sentence }) => sentence).join('\n'))
}

/** So that earlier keys can be removed. */
async function reseal(db: Queryable, { keyring, given }: { keyring: Keyring; given: Given }) {
  if (keyring.whyNot() !== null) return
  for (const { name, sealed } of await readSealed(db)) {
    if (!isField(name) || keyring.isNewest(sealed)) continue
    const purpose = purposeOf(name, given)
    const value = keyring.open(sealed, purpose)
    if (value !== null) await replaceSealed(db, { name, from: sealed, to: keyring.seal(value, purpose) })
  }
}
