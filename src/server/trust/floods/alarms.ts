import type pg from 'pg'
import { tidyReferralCode } from '#shared/joining/referral-code.ts'
import type { Queryable } from '../../db/pool.ts'
import * as queries from './alarm-queries.ts'

const LASTS_MS = 10 * 60_000
export const SEEN_MS = 5 * 60_000
/** The least number of doubtful joins with one code or from one network, and their share there. */
const ATTACK = { least: 10, share: 0.5 }
const ATTACK_ON_ALL = { least: 200, share: 0.5 }

export type Alarm = { scope: 'code' | 'block' | 'all'; key: string }

/** `flooding`: networks. */
export async function raiseAlarms(db: Queryable, now: Date, flooding: string[] = []): Promise<void> {
  const latest = await queries.countLatest(db, new Date(now.getTime() - SEEN_MS))
  const joins = latest.map((one) => ({ ...one, code: one.code && lookOf(one.code) }))
  const by = (keyOf: (one: queries.Latest) => string | null) =>
    [...Map.groupBy(joins, keyOf)].flatMap(([key, some]) => (key !== null && isAttack(some, ATTACK) ? [key] : []))
  const codes = by(({ code }) => code)
  const blocks = [...new Set([...by(({ block }) => block), ...flooding])]
  const rest = joins.filter(({ code, block }) => !codes.includes(code ?? '') && !blocks.includes(block ?? ''))
  await queries.keepAlarms(db, {
    alarms: [
      ...codes.map((key): Alarm => ({ scope: 'code', key })),
      ...blocks.map((key): Alarm => ({ scope: 'block', key })),
      ...(isAttack(rest, ATTACK_ON_ALL) ? [{ scope: 'all' as const, key: '' }] : []),
    ],
    until: new Date(now.getTime() + LASTS_MS),
  })
}

function isAttack(joins: queries.Latest[], { least, share }: typeof ATTACK): boolean {
  const doubtful = joins.reduce((sum, one) => sum + one.doubtful, 0)
  return doubtful >= least && doubtful >= share * joins.reduce((sum, one) => sum + one.joins, 0)
}

export type Alarms = {
  /** From a cache some seconds old while people join; after a quiet time, the first calls wait. */
  find: (join: { code: string | null; block: string | null }) => Promise<Alarm | null>
  /** Records whether a join under an alarm came with a proof: an attack that goes on without proofs keeps its alarm. */
  note: (alarm: Alarm, isProven: boolean) => void
}

const FRESH_MS = 1_000
const STALE_MS = 3_000
const KEEP_MS = 10_000
/** If refused tries exceed proven ones by this many within ten seconds, the attack goes on. */
const STILL_AT_IT = 5

export function followAlarms({ pool, now }: { pool: pg.Pool; now: () => Date }): Alarms {
  let alarms = new Set<string>()
  let askedAt = -Infinity
  let catchingUp: Promise<void> | null = null
  let keptAt = performance.now()
  let unproven = new Map<string, { alarm: Alarm; tries: number }>()

  return {
    async find(join) {
      refresh()
      if (catchingUp) await catchingUp
      if (alarms.size === 0) return null
      return alarmsOver(join).find((alarm) => alarms.has(nameOf(alarm))) ?? null
    },
    note(alarm, isProven) {
      const known = unproven.get(nameOf(alarm)) ?? { alarm, tries: 0 }
      unproven.set(nameOf(alarm), { alarm, tries: known.tries + (isProven ? -1 : 1) })
    },
  }

  function refresh() {
    const quiet = performance.now() - askedAt
    if (quiet < FRESH_MS) return
    askedAt = performance.now()
    // A failed read is ignored: without the database, nobody can join anyway.
    const reading = update().catch(() => {})
    if (quiet > STALE_MS) catchingUp = reading.finally(() => (catchingUp = null))
  }

  async function update() {
    alarms = new Set((await queries.readAlarms(pool, now())).map(nameOf))
    if (performance.now() - keptAt < KEEP_MS) return
    const going = [...unproven.values()].filter(({ tries }) => tries >= STILL_AT_IT).map(({ alarm }) => alarm)
    unproven = new Map()
    keptAt = performance.now()
    await queries.keepAlarms(pool, { alarms: going, until: new Date(now().getTime() + LASTS_MS) })
  }
}

function alarmsOver({ code, block }: { code: string | null; block: string | null }): Alarm[] {
  return [
    ...(code === null ? [] : [{ scope: 'code' as const, key: lookOf(code) }]),
    ...(block === null ? [] : [{ scope: 'block' as const, key: block }]),
    { scope: 'all', key: '' },
  ]
}

function nameOf({ scope, key }: Alarm): string {
  return `${scope} ${key}`
}

/** Makes codes that look alike equal: see docs/decisions/0041-one-joining-rule.md. */
export function lookOf(code: string): string {
  return tidyReferralCode(code).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}
