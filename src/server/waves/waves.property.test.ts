import { runs } from '../../../test/runs.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { callInvitation, daysPass, waveOwner } from '../../../test/people/wave-owner.ts'
import { createTokens } from '../accounts/tokens.ts'
import { beginLeaving, recordNotSent, recordSent } from './send-off.ts'

/** People and acts are picked by numbers, from those that exist when the step runs. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('join' as const), friendOf: fc.option(fc.nat()) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('wave' as const),
      count: fc.integer({ min: 1, max: 5 }),
      fills: fc.boolean(),
      includes_ended: fc.boolean(),
      filters: fc.constantFrom({ range: 'all' }, { range: 'all', industry: 'Barber' }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('send', 'send', 'accept', 'tend'), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('undo', 'call back a wave'), pick: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('reject', 'accept them', 'hold', 'erase', 'call back', 'unsubscribe'),
      pick: fc.nat(),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** All steps of a round are taken at once, spread over two servers. */
const round = fc.record({
  steps: fc.array(step, { minLength: 2, maxLength: 9 }),
  days: fc.constantFrom(0, 0, 5, 2),
})

test('whatever waves, owners and people do at once on two servers, everybody has one invitation at a time', async () => {
  await using first = await testApp({ productUrl: 'http://127.0.0.1:9/' })
  await using second = await testApp({ beside: first, productUrl: 'http://127.0.0.1:9/' })
  const servers = [
    { app: first, owner: await waveOwner(first) },
    { app: second, owner: await waveOwner(second) },
  ]
  await first.joinMany(6)
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 6 }), async (rounds) => {
      for (const { steps, days } of rounds) {
        await Promise.all(steps.map((one, index) => take(servers[index % 2]!, one)))
        await daysPass(first, days)
        await Promise.all([first.tend(), second.tend()])
        expect(await first.verify()).toEqual([])
        expect(await invitedTwice(first)).toEqual([])
      }
    }),
    { ...runs(6), endOnFailure: true },
  )
})

type Server = { app: TestApp; owner: Awaited<ReturnType<typeof waveOwner>> }

async function take({ app, owner }: Server, one: Step): Promise<void> {
  const people = async (where = 'erased_at is null') =>
    (await app.rows(`select id, referral_code from waitlist_entries where ${where} order by joined_position`)) as {
      id: string
      referral_code: string
    }[]
  if (one.does === 'join') {
    const known = await people()
    const friend = one.friendOf === null ? undefined : known[one.friendOf % Math.max(1, known.length)]
    await app.join({
      used_referral_code: friend?.referral_code,
      job_industry: one.friendOf === null ? 'Barber' : 'Other',
    })
    return
  }
  if (one.does === 'wave') {
    const { does: _, count, filters, ...options } = one
    await owner.beginAct(owner.bodyOf({ count, filters, ...options }))
    return
  }
  const { does, pick } = one
  if (does === 'tend') return app.tend()
  if (does === 'undo' || does === 'call back a wave') {
    const kinds = does === 'undo' ? ['wave', 'call-back', 'reject'] : ['wave']
    const acts = await app.rows('select id from acts where kind = any($1) and undoes is null order by id', kinds)
    const act = acts[pick % Math.max(1, acts.length)]
    if (!act) return
    if (does === 'undo') await owner.post(`/api/admin/acts/${act.id}/undo`)
    else await owner.beginAct({ kind: 'call-back', select: { wave: act.id } })
    return
  }
  const known = await people(does === 'send' || does === 'accept' ? `state = 'invited'` : undefined)
  const person = known[pick % Math.max(1, known.length)]
  if (!person) return
  if (does === 'send') return send(app, person.id, pick)
  if (does === 'accept') {
    const token = await createTokens(app.pool).sign('invitation', person.id)
    if (token) await callInvitation(app, token, 'accept')
    return
  }
  if (does === 'unsubscribe') {
    await app.rows('insert into mail_opt_outs (entry_id) values ($1) on conflict do nothing', person.id)
    return
  }
  const kind = { reject: 'reject', 'accept them': 'accept', hold: 'hold', erase: 'erase', 'call back': 'call-back' }[
    does
  ]
  await owner.beginAct({ kind, select: { ids: [person.id] } })
}

/** Sends the invitation as a delivery does. One attempt in three fails. */
async function send({ pool }: TestApp, entryId: string, pick: number): Promise<void> {
  const leaving = await beginLeaving(pool, entryId)
  if (leaving === null || leaving === 'dropped') return
  if (pick % 3 === 0) await recordNotSent(pool, leaving.id)
  else await recordSent(pool, { id: leaving.id, days: 7 })
}

/** People with two invitations of one wave that are open or accepted. */
function invitedTwice(app: TestApp) {
  return app.rows(
    `select wave_id, entry_id from invitations where state in ('waiting', 'sent', 'accepted')
     group by wave_id, entry_id having count(*) > 1`,
  )
}
