import type { ReviewInviter, ReviewsPage } from '#shared/list/reviews.ts'
import { type FakeSmtp, fakeSmtp } from '../test/services/fake-smtp.ts'
import type { Lists } from './lists.ts'
import { type Server, startServer } from './processes.ts'
import { createReport } from './report.ts'
import { runBench } from './run-bench.ts'
import { withInterval } from './statistics.ts'
import { arrivals, type Crowd, CROWDS } from './trust/crowds.ts'
import { type Farm, FARMS } from './trust/farms.ts'
import { openMeasure } from './trust/measure.ts'
import { NAMED_CROWDS, NAMED_FARMS } from './trust/named.ts'
import { NEWER_CROWDS, OWN_FORM_CROWDS } from './trust/newer-crowds.ts'
import { NEWER_FARMS } from './trust/newer-farms.ts'
import { DEAD_TYPOS, honestJoin } from './trust/person.ts'
import { play, tell } from './trust/play.ts'
import { createChance } from './trust/random.ts'
import { type Count, type Outcome, type Owner, runCrowd, type Stage } from './trust/run-crowd.ts'

/*
 * Measures how many credits of honest crowds and of farms count before the owner reviews them. `--seed=` takes another
 * seed, `--only=` the crowds and farms with this text in their name, `--mode=` one of the three settings.
 */
const ALL_CROWDS: Crowd[] = [...CROWDS, ...NEWER_CROWDS, ...NAMED_CROWDS, ...OWN_FORM_CROWDS]
const ALL_FARMS: Farm[] = [...FARMS, ...NEWER_FARMS, ...NAMED_FARMS]
/** Larger crowds are left out where each person must confirm: they take long and show nothing more. */
const MOST_TO_CONFIRM = 130

const MODES = {
  'without a mail server': { hasMail: false, mustConfirm: false },
  'with a mail server': { hasMail: true, mustConfirm: false },
  'with CONFIRM_EMAIL=on': { hasMail: true, mustConfirm: true },
}
const PEOPLE_BEFORE = 300
const DAY = 24 * 60 * 60_000
const BEGIN = Date.parse('2025-03-01T09:00:00Z')
const WANTED = 0.99

const option = (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
const [seed, only, mode] = [Number(option('seed') ?? 1), option('only') ?? '', option('mode') ?? '']
await runBench(`crowds and farms, seed ${seed}`, bench)

async function bench(lists: Lists) {
  const report = createReport()
  await lists.prepare('empty')
  for (const [name, { hasMail, mustConfirm }] of Object.entries(MODES).filter(([name]) => name.includes(mode))) {
    await using smtp = hasMail ? await fakeSmtp() : null
    lists.copy('empty', 'run')
    {
      await using server = await startJudged(lists, { smtp, mustConfirm })
      await using measure = await openMeasure(lists.dataDir('run'))
      const chance = createChance(seed)
      const owner = await signIn(server)
      const stage: Stage = { server, measure, smtp, mustConfirm, chance, taken: new Set(), owner, begin: BEGIN }
      if (!mustConfirm) await grow(stage)
      const run = async (all: (Crowd | Farm)[]) => {
        const ran: Ran[] = []
        for (const crowd of all.filter((one) => one.name.includes(only))) {
          const size = crowd.make({ chance: createChance(seed), taken: new Set() }).length
          if (mustConfirm && size > MOST_TO_CONFIRM) continue
          ran.push({ name: crowd.name, ...(await runCrowd(stage, crowd)) })
          console.log(`${name}: ${crowd.name}`)
        }
        return ran
      }
      tellOf(name, { crowds: await run(ALL_CROWDS), farms: await run(ALL_FARMS) })
    }
    lists.verify('run')
  }
  report.finish()

  function tellOf(mode: string, { crowds, farms }: { crowds: Ran[]; farms: Ran[] }) {
    report.section(`Honest crowds, ${mode}`)
    report.table(crowds.map(rowOfCrowd))
    report.section(`Farms, ${mode}`)
    report.table(farms.map(rowOfFarm))
    report.section(`What each mark does, ${mode}`)
    report.table(rowsOfMarks(crowds, farms))
    judge(mode, crowds, farms)
  }

  function judge(mode: string, crowds: Ran[], farms: Ran[]) {
    const all = [...crowds, ...farms]
    const least = (of: (one: Ran) => Count) =>
      Math.min(
        ...all
          .map(of)
          .filter(({ all }) => all > 0)
          .map(share),
      )
    const isConfirming = mode.includes('CONFIRM')
    const figures: [string, number, (one: Ran) => Count][] = [
      ['honest unmarked friends among the first ten', WANTED, ({ honest }) => honest.first],
      [
        mode.includes('without') ? 'honest unmarked friends beyond them' : 'the same beyond them, after a press',
        WANTED,
        ({ honest, isAtOneDomain }) =>
          mode.includes('without') ? honest.unmarked : isAtOneDomain ? { all: 0, counted: 0 } : honest.pressed,
      ],
    ]
    for (const [what, wanted, of] of figures)
      report.judge(`${mode}: ${what}`, {
        wanted: `${wanted} in every crowd`,
        measured: `${interval(all.map(of))}; least ${least(of).toFixed(3)}`,
        holds: least(of) >= wanted,
      })
    const rejected = sum(all.map(({ honest }) => honest.rejected))
    report.judge(`${mode}: rejected by the machine`, { wanted: '0', measured: `${rejected}`, holds: rejected === 0 })
    const marked = farms.filter(({ bots }) => bots.marked >= bots.all)
    const gained = sum(marked.map(({ bots }) => bots.counted))
    report.judge(`${mode}: ${marked.length} farms of which everybody shows a mark`, {
      wanted: '0 counted',
      measured: `${gained} of ${sum(marked.map(({ bots }) => bots.all))}`,
      holds: gained === 0,
    })
    const most = Math.max(0, ...farms.map(({ bots }) => bots.mostOfOne))
    const unseen = farms.filter(({ bots, review }) => bots.counted >= 10 && review < 0.9 * bots.counted).length
    if (mode.includes('without'))
      report.judge(`${mode}: farms of ten or more that Review does not show`, {
        wanted: '0',
        measured: `${unseen}`,
        holds: unseen === 0,
      })
    else
      report.judge(`${mode}: bots that count for one inviter before a press`, {
        wanted: isConfirming ? 'what readable mailboxes earn' : 'at most 10',
        measured: `${most}`,
        holds: isConfirming || most <= 10,
      })
    report.judge(`${mode}: what bots get, of all bots`, {
      wanted: '–',
      measured: interval(farms.map(({ bots }) => bots)),
      holds: true,
    })
  }
}

type Ran = Outcome & { name: string }

function rowOfCrowd({ name, honest, review }: Ran) {
  return {
    crowd: name,
    people: honest.all,
    marked: honest.all - honest.unmarked.all,
    'first ten': `${honest.first.counted} of ${honest.first.all}`,
    'unmarked, at once': interval([honest.unmarked]),
    'after a press': `${honest.pressed.counted} of ${honest.pressed.all}`,
    rejected: honest.rejected,
    'shown by Review': review,
  }
}

function rowOfFarm({ name, bots, honest, review }: Ran) {
  return {
    farm: name,
    friends: bots.all,
    marked: bots.marked,
    counted: bots.counted,
    'most for one inviter': bots.mostOfOne,
    'after presses': bots.pressed,
    'honest beside it, first ten': `${honest.first.counted} of ${honest.first.all}`,
    'honest, after a press': `${honest.pressed.counted} of ${honest.pressed.all}`,
    'shown by Review': review,
  }
}

function rowsOfMarks(crowds: Ran[], farms: Ran[]) {
  const all = [...crowds, ...farms]
  const people = sum(all.map(({ honest }) => honest.all))
  const bots = sum(all.map(({ bots }) => bots.all))
  return [...new Set(all.flatMap(({ marks }) => [...marks.keys()]))].map((mark) => {
    const of = (which: 'honest' | 'bots' | 'only') => sum(all.map(({ marks }) => marks.get(mark)?.[which] ?? 0))
    return {
      mark,
      'honest people who show it': withInterval(of('honest'), people),
      'bots who show it': withInterval(of('bots'), bots),
      'bots who would count without it': withInterval(of('only'), bots),
    }
  })
}

/** Fills the list with honest people. */
async function grow(stage: Stage) {
  const { server, chance, taken } = stage
  const joins = arrivals({ chance, count: PEOPLE_BEFORE, span: 5 * DAY }).map((at) => honestJoin(chance, { at, taken }))
  await play(server, { joins, begin: stage.begin })
  stage.begin += 6 * DAY
}

/** A server whose clock and whose mail domains are made up. */
async function startJudged(lists: Lists, { smtp, mustConfirm }: { smtp: FakeSmtp | null; mustConfirm: boolean }) {
  const mail = {
    SMTP_URL: smtp?.url,
    MAIL_FROM: 'Firstchair <hello@firstchair.example>',
    PUBLIC_URL: 'http://localhost',
  }
  const server = await startServer('./bench/trust/server.ts', {
    ...lists.settings('run'),
    TRUST_PROXY: 'loopback',
    ...(smtp && mail),
    // Mails must arrive only in this mode: in others, `measure.press` confirms.
    ...(mustConfirm && { CONFIRM_EMAIL: 'on', SMTP_ALLOW_PLAINTEXT: 'on' }),
  })
  await tell(server, { dead: DEAD_TYPOS })
  return server
}

async function signIn({ address }: Server): Promise<Owner> {
  const post = (path: string, body: object, headers = {}) =>
    fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const session = await post('/api/admin/session', { password: 'of the bench' })
  const cookie = session.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const made = await post('/api/admin/keys', { name: 'Own form', scopes: ['join'] }, { cookie })
  if (made.status !== 201) throw new Error(`Making a key answered ${made.status}: ${await made.text()}`)
  const { key } = (await made.json()) as { key: string }
  return { key, reviews }

  async function reviews() {
    const inviters: ReviewInviter[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = cursor && `?cursor=${cursor}`
      const page = (await (
        await fetch(`${address}/api/admin/reviews${query}`, { headers: { cookie } })
      ).json()) as ReviewsPage
      inviters.push(...page.inviters)
      cursor = page.next_cursor
    }
    return inviters
  }
}

function interval(counts: Count[]): string {
  return withInterval(sum(counts.map(({ counted }) => counted)), sum(counts.map(({ all }) => all)))
}

function share({ counted, all }: Count): number {
  return counted / all
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
