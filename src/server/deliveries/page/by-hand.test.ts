import { expect, test } from 'vitest'
import { signIn } from '../../../../test/people/owner.ts'
import { standIn } from '../../../../test/stand-in.ts'
import { joinRequest, testApp } from '../../../../test/test-app.ts'

const { full_name: FULL_NAME, ...ANSWERS } = joinRequest()

function welcome(email: string) {
  return { ...ANSWERS, email, position: 1, referralCode: 'ABC123', usedReferralCode: null }
}

test('a function reports a service that is not set up, an invalid body and an address that is not on the list', async () => {
  await using app = await testApp()
  const owner = await signIn(app)
  const page = { ...welcome('nobody@example.com'), full_name: FULL_NAME }

  expect((await owner.post('/functions/v1/send-waitlist-email', page)).json()).toEqual({
    success: false,
    error: { message: 'Mail is not set up' },
  })
  expect((await owner.post('/functions/v1/add-to-notion', page)).json().error.message).toBe('Notion is not set up')
  for (const name of ['send-waitlist-email', 'send-referral-notification', 'add-to-notion']) {
    expect((await owner.post(`/functions/v1/${name}`, { email: 7 })).statusCode).toBe(400)
  }

  const { stand } = standIn()
  await using server = await testApp({ beside: app, stand })
  const other = await signIn(server)
  const told = {
    referrerEmail: 'nobody@example.com',
    newSignupEmail: 'a@example.com',
    newPosition: 1,
    referralCount: 1,
  }
  for (const [name, body] of [
    ['send-waitlist-email', page],
    ['add-to-notion', page],
    ['send-referral-notification', told],
  ] as const) {
    const answer = await other.post(`/functions/v1/${name}`, body)
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { success: false, error: { message: 'Nobody on the waitlist has the address nobody@example.com.' } },
    ])
  }
  expect(await app.rows('select from outbox')).toEqual([])
})

test('a function queues a delivery composed from the list, to the person on the list only', async () => {
  await using app = await testApp()
  const { stand, taken } = standIn()
  const [referrer] = await app.joinMany(1)
  await app.join({ email: 'friend@example.com', used_referral_code: referrer!.referral_code })
  await app.rows(`update followers set seq = last_event from waitlist_counter where name = 'outbox'`)
  await using server = await testApp({ beside: app, work: true, stand })
  const owner = await signIn(server)
  const [{ id: friend }, { id }] = [await app.entry('friend@example.com'), await app.entry(referrer!.email)]
  const told = {
    referrerEmail: referrer!.email,
    newSignupEmail: 'friend@example.com',
    newPosition: 9,
    referralCount: 7,
  }

  const page = { ...welcome(' Friend@Example.com'), full_name: 'Another Name' }
  for (const [name, body] of [
    ['send-waitlist-email', welcome('friend@example.com')],
    ['add-to-notion', page],
    ['send-referral-notification', told],
  ] as const) {
    expect((await owner.post(`/functions/v1/${name}`, body)).json()).toEqual({ success: true })
  }

  await expect.poll(() => app.rows(`select from outbox where state = 'done'`)).toHaveLength(3)
  expect(taken('send-waitlist-email')).toEqual([{ subject: friend, friend_id: null }])
  expect(taken('add-to-notion')).toEqual([{ subject: friend, friend_id: null }])
  expect(await app.rows('select full_name from full_names where entry_id = $1', friend)).toEqual([
    { full_name: 'Another Name' },
  ])
  expect((await owner.get('/api/admin/entries?q=another')).json().entries).toMatchObject([{ id: friend }])
  expect(taken('send-referral-notification')).toEqual([{ subject: id, friend_id: friend }])

  const again = await owner.post('/functions/v1/send-waitlist-email', welcome('friend@example.com'))
  expect([again.statusCode, again.json().error.message]).toEqual([409, expect.stringContaining('within the last day')])
  const toldAgain = await owner.post('/functions/v1/send-referral-notification', told)
  expect([toldAgain.statusCode, toldAgain.json().error.message]).toEqual([409, expect.stringContaining('already')])
  const swapped = { ...told, referrerEmail: told.newSignupEmail, newSignupEmail: told.referrerEmail }
  const wrong = await owner.post('/functions/v1/send-referral-notification', swapped)
  expect([wrong.statusCode, wrong.json().error.message]).toEqual([409, expect.stringContaining('has not joined')])
  await app.rows('insert into mail_opt_outs (entry_id) values ($1)', friend)
  const unwanted = await owner.post('/functions/v1/send-waitlist-email', welcome('friend@example.com'))
  expect([unwanted.statusCode, unwanted.json().error.message]).toEqual([409, 'friend@example.com wants no more mail.'])
})
