import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Lists } from './lists.ts'
import type { Server } from './processes.ts'
import { createReport } from './report.ts'
import { runBench } from './run-bench.ts'
import { whole } from './statistics.ts'
import { type Crowd, CROWDS } from './trust/crowds.ts'
import { type Farm, FARMS } from './trust/farms.ts'
import { openMeasure } from './trust/measure.ts'
import { NEWER_CROWDS, OWN_FORM_CROWDS } from './trust/newer-crowds.ts'
import { NEWER_FARMS } from './trust/newer-farms.ts'
import { BEGIN, DAY, type ListKind, type Prepared, prepareList, startJudged } from './trust/prepare-list.ts'
import { play, tell, withCode } from './trust/play.ts'
import { createChance } from './trust/random.ts'

/*
 * How much of what honest crowds earn counts, and how much of what farms earn, sixty seconds after the last join and
 * before the owner has looked. Each crowd and each farm uses the code of one person on a list of its own. The rules may
 * be tuned with TUNING; `--final` uses seeds that were kept aside. `--seed=` takes one. `--crowds` and `--farms` run a
 * half, `--list=` the lists with this in their name, `--only=` the crowds and farms with this in their name, and
 * `--signals` says what was found.
 */
const TUNING = [1, 2, 3]
const FINAL = [20_261, 74_003]
const WANTED_SHARE = 0.98

/** The crowds and farms that join each list. Crowds that take minutes to play join one of the small lists only. */
const ALL: { list: ListKind; crowds: Crowd[]; farms: Farm[] }[] = [
  { list: 'grown', crowds: CROWDS, farms: FARMS },
  { list: 'of twenty', crowds: withoutMany(NEWER_CROWDS), farms: NEWER_FARMS },
  { list: 'imported, without traces', crowds: NEWER_CROWDS, farms: NEWER_FARMS },
  { list: 'poisoned from one network', crowds: withoutMany(NEWER_CROWDS), farms: NEWER_FARMS },
  { list: 'poisoned from sixty networks', crowds: withoutMany(NEWER_CROWDS), farms: NEWER_FARMS },
  { list: 'of an own form without stamps', crowds: OWN_FORM_CROWDS, farms: [] },
]

const option = (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
const only = option('only')
const doRun = { crowds: !process.argv.includes('--farms'), farms: !process.argv.includes('--crowds') }
const seed = option('seed')
const seeds = seed ? [Number(seed)] : process.argv.includes('--final') ? FINAL : TUNING
const isTelling = process.argv.includes('--signals')
await runBench('crowds and farms', bench)

type Outcome = {
  honest: { all: number; counted: number; rejected: number }
  bots: { all: number; counted: number }
  seconds: number
  moved: string
}

async function bench(lists: Lists) {
  const report = createReport()
  const chosen = ALL.filter(({ list }) => list.includes(option('list') ?? ''))
  report.section('Seeds', `${seeds.join(', ')}. The rules were tuned with ${TUNING.join(', ')}.`)
  for (const { list, crowds, farms } of chosen) {
    const prepared: Prepared[] = []
    for (const seed of seeds) prepared.push(await prepareList(lists, list, seed))
    report.section(`A list ${list}`, 'What counts before the owner has looked.')
    if (doRun.crowds) report.table((await runAll(crowds, prepared)).map((one) => rowOfCrowd(list, one)))
    if (doRun.farms && farms.length > 0)
      report.table((await runAll(farms, prepared)).map((one) => rowOfFarm(list, one)))
  }
  report.finish(join(tmpdir(), 'firstchair-trust.md'), ['# What counts before the owner looks'])

  function rowOfCrowd(list: ListKind, { name, outcomes }: Ran) {
    const rejected = sum(outcomes.map((one) => one.honest.rejected))
    const least = Math.min(...outcomes.map((one) => one.honest.counted / one.honest.all))
    report.judge(`${list}: ${name}`, {
      wanted: `at least ${WANTED_SHARE} counted, none rejected`,
      measured: `${least.toFixed(3)}, ${rejected}`,
      holds: least >= WANTED_SHARE && rejected === 0,
    })
    return {
      crowd: name,
      people: whole(sum(outcomes.map((one) => one.honest.all))),
      held: whole(sum(outcomes.map((one) => one.honest.all - one.honest.counted))),
      'least share counted': least.toFixed(3),
      rejected,
      seconds: times(outcomes),
    }
  }

  function rowOfFarm(list: ListKind, { name, outcomes }: Ran) {
    const bots = sum(outcomes.map((one) => one.bots.all))
    const counted = sum(outcomes.map((one) => one.bots.counted))
    if (name.startsWith('naive') || name.startsWith('sixty in a second'))
      report.judge(`${list}: ${name}`, {
        wanted: 'no place at all',
        measured: `${counted} of ${whole(bots)} count`,
        holds: counted === 0,
      })
    return {
      farm: name,
      friends: whole(bots),
      counted,
      'won of what it would': (counted / bots).toFixed(3),
      inviter: outcomes.map((one) => one.moved).join(', '),
      'honest beside it': outcomes.map((one) => `${one.honest.counted} of ${one.honest.all}`).join(', '),
      seconds: times(outcomes),
    }
  }

  type Ran = { name: string; outcomes: Outcome[] }

  async function runAll(all: (Crowd | Farm)[], prepared: Prepared[]): Promise<Ran[]> {
    const ran: Ran[] = []
    for (const crowd of all.filter(({ name }) => !only || name.includes(only))) {
      const outcomes: Outcome[] = []
      for (const one of prepared) outcomes.push(await run(crowd, one))
      ran.push({ name: crowd.name, outcomes })
    }
    return ran
  }

  async function run(crowd: Crowd | Farm, { list, seed, taken, code, friends, before }: Prepared): Promise<Outcome> {
    lists.copy(list, 'run')
    let outcome: Outcome
    {
      await using server: Server = await startJudged(lists, 'run')
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
      if (old.counted !== friends.length) console.log(`${crowd.name}: of the earlier friends, ${old.counted} count`)
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
}

function withoutMany(crowds: Crowd[]): Crowd[] {
  return crowds.filter(({ name }) => !name.includes('3,000'))
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function times(outcomes: Outcome[]): string {
  return Math.max(...outcomes.map(({ seconds }) => seconds)).toFixed(1)
}
