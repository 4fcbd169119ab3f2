import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLists } from './lists.ts'
import { type Server, startServer } from './processes.ts'
import { createReport } from './report.ts'
import { whole } from './statistics.ts'
import { arrivals, type Crowd, CROWDS } from './trust/crowds.ts'
import { type Farm, FARMS } from './trust/farms.ts'
import { openMeasure } from './trust/measure.ts'
import { DEAD_TYPOS, honestJoin, type Join } from './trust/person.ts'
import { play, tell } from './trust/play.ts'
import { createChance } from './trust/random.ts'

/*
 * How much of what honest crowds earn counts, and how much of what farms earn, sixty seconds after the last join and
 * before the owner has looked. Each crowd and each farm uses the code of one person on a list of its own. The rules may
 * be tuned with TUNING; `--final` uses seeds that were kept aside. `--seed=` takes one. `--crowds` and `--farms` run a half, `--only=` those
 * with this in their name, and `--signals` says what was found.
 */
const TUNING = [1]
const FINAL = [20_261, 74_003]
const WANTED_SHARE = 0.98

const BEGIN = Date.parse('2025-03-01T09:00:00Z')
const DAY = 24 * 60 * 60_000
const BACKGROUND = 900
/** The inviter is this far down the list, and has some honest friends from before. */
const INVITER = 872
const EARLIER_FRIENDS = 5

const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length)
const kinds = ['--crowds', '--farms'].filter((kind) => process.argv.includes(kind))
const seed = process.argv.find((arg) => arg.startsWith('--seed='))?.slice('--seed='.length)
const seeds = seed ? [Number(seed)] : process.argv.includes('--final') ? FINAL : TUNING
const isTelling = process.argv.includes('--signals')
const folder = mkdtempSync(join(tmpdir(), 'firstchair-trust-'))
try {
  await bench()
} finally {
  rmSync(folder, { recursive: true })
}

type Outcome = {
  honest: { all: number; counted: number; rejected: number }
  bots: { all: number; counted: number }
  seconds: number
  moved: string
}

/** A list before a crowd or a farm comes, and the inviter whose code it uses. */
type Prepared = {
  list: string
  seed: number
  taken: Set<string>
  code: string
  friends: Join[]
  before: number
}

async function bench() {
  const report = createReport()
  const lists = openLists(folder)
  await lists.prepare('empty')
  const prepared: Prepared[] = []
  for (const seed of seeds) prepared.push(await prepare(seed))
  report.section(
    'Honest crowds',
    `Each brings friends to one code, on a list of ${BACKGROUND} people. Seeds: ${seeds.join(', ')}.`,
  )
  const crowds = await runAll(kinds[0] === '--farms' ? [] : CROWDS)
  report.table(
    crowds.map(({ name, outcomes }) => {
      const honest = sum(outcomes.map((one) => one.honest.all))
      const counted = sum(outcomes.map((one) => one.honest.counted))
      const rejected = sum(outcomes.map((one) => one.honest.rejected))
      const least = Math.min(...outcomes.map((one) => one.honest.counted / one.honest.all))
      report.judge(name, {
        wanted: `at least ${WANTED_SHARE} counted, none rejected`,
        measured: `${least.toFixed(3)}, ${rejected}`,
        holds: least >= WANTED_SHARE && rejected === 0,
      })
      return {
        crowd: name,
        people: whole(honest),
        counted: whole(counted),
        share: least.toFixed(3),
        rejected,
        seconds: times(outcomes),
      }
    }),
  )
  report.section(
    'Farms',
    'What counts before the owner has looked. The inviter is around #870 and has five honest friends.',
  )
  const farms = await runAll(kinds[0] === '--crowds' ? [] : FARMS)
  report.table(
    farms.map(({ name, outcomes }) => {
      const bots = sum(outcomes.map((one) => one.bots.all))
      const counted = sum(outcomes.map((one) => one.bots.counted))
      if (name.startsWith('naive'))
        report.judge(name, {
          wanted: 'no place at all',
          measured: `${counted} of ${whole(bots)} count`,
          holds: counted === 0,
        })
      const honest = outcomes.map((one) => `${one.honest.counted} of ${one.honest.all}`).join(', ')
      const moved = outcomes.map((one) => one.moved).join(', ')
      return {
        farm: name,
        friends: whole(bots),
        counted,
        'its share': (counted / bots).toFixed(3),
        inviter: moved,
        'honest beside it': honest,
        seconds: times(outcomes),
      }
    }),
  )
  report.finish(join(tmpdir(), 'firstchair-trust.md'), ['# What counts before the owner looks'])

  async function runAll(all: (Crowd | Farm)[]) {
    const ran: { name: string; outcomes: Outcome[] }[] = []
    for (const crowd of all.filter(({ name }) => !only || name.includes(only))) {
      const outcomes: Outcome[] = []
      for (const one of prepared) outcomes.push(await run(crowd, one))
      ran.push({ name: crowd.name, outcomes })
    }
    return ran
  }

  /** A list with its people and the inviter's earlier friends, as it was before anything happened. */
  async function prepare(seed: number): Promise<Prepared> {
    const list = `before-${seed}`
    lists.copy('empty', list)
    const chance = createChance(seed)
    const taken = new Set<string>()
    const people = (count: number, span: number) =>
      arrivals({ chance, count, span }).map((at) => honestJoin(chance, { at, taken }))
    await using server = await start(list)
    const { referral_code } = (await play(server, people(BACKGROUND, 7 * DAY), BEGIN))[INVITER]!
    const friends = people(EARLIER_FRIENDS, 3 * DAY)
    await play(server, withCode(friends, referral_code), BEGIN + 7 * DAY)
    await using measure = await openMeasure(lists.dataDir(list))
    await measure.settled()
    return { list, seed, taken, code: referral_code, friends, before: await measure.position(referral_code) }
  }

  async function run(crowd: Crowd | Farm, { list, seed, taken, code, friends, before }: Prepared): Promise<Outcome> {
    lists.copy(list, 'run')
    let outcome: Outcome
    {
      await using server = await start('run')
      const chance = createChance(seed + [...crowd.name].reduce((all, letter) => all + letter.charCodeAt(0), 0))
      const joins = withCode(crowd.make({ chance, taken: new Set(taken) }), code)
      const domains = new Set(joins.map(({ body }) => body.email.split('@').at(-1)!))
      if ('dead' in crowd && crowd.dead) await tell(server, { dead: [...domains].filter(crowd.dead) })
      await play(server, joins, BEGIN + 10 * DAY)
      await using measure = await openMeasure(lists.dataDir('run'))
      const seconds = await measure.settled()
      const emails = (isHonest: boolean) =>
        joins.filter((one) => one.isHonest === isHonest).map(({ body }) => body.email)
      const [honest, bots] = [await measure.credits(emails(true)), await measure.credits(emails(false))]
      const old = await measure.credits(friends.map(({ body }) => body.email))
      if (old.counted !== EARLIER_FRIENDS) console.log(`${crowd.name}: of the earlier friends, ${old.counted} count`)
      if (isTelling) console.log(crowd.name, await measure.signals(emails(true)), await measure.signals(emails(false)))
      outcome = {
        honest: { all: emails(true).length, counted: honest.counted, rejected: honest.rejected },
        bots: { all: emails(false).length, counted: bots.counted },
        seconds,
        moved: `#${before} → #${await measure.position(code)}`,
      }
    }
    lists.verify('run')
    return outcome
  }

  async function start(list: string): Promise<Server> {
    const server = await startServer('./bench/trust-server.ts', { ...lists.settings(list), TRUST_PROXY: 'loopback' })
    await tell(server, { dead: DEAD_TYPOS })
    return server
  }
}

function withCode(joins: Join[], code: string): Join[] {
  return joins.map((join) => ({ ...join, body: { ...join.body, used_referral_code: code } }))
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function times(outcomes: Outcome[]): string {
  return Math.max(...outcomes.map(({ seconds }) => seconds)).toFixed(1)
}
