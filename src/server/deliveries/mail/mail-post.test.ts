import { expect, test } from 'vitest'
import { FROM } from '../../../../test/services/fake-services.ts'
import { testApp } from '../../../../test/test-app.ts'
import { TooEarly } from '../../outbox/channel.ts'
import { createTokens } from '../../accounts/tokens.ts'
import { mailPlaceLink } from './compose-mails.ts'
import { post } from './mail-post.ts'

test('a mail that was composed for an address which its person does not have any more never leaves', async () => {
  await using app = await testApp()
  await app.join({ email: 'ada@exmaple.com' })
  const { id } = await app.entry('ada@exmaple.com')
  const sent: string[] = []
  const mail = { send: async ({ to }: { to: string }) => void sent.push(to) }
  const { pool } = app
  const mailBudgets = { all: 100, domain: 100, recipient: 100 }
  const posting = { pool, mail: mail as never, mailFrom: FROM, mailBudgets }
  const tokens = createTokens(pool)
  const composing = { pool, tokens, publicUrl: 'http://localhost', confirmDays: 14, invitationDays: 7 }
  const occasion = { row: { channel: 'send-place-link', subject: id, friend_id: null, delivered_at: null } } as never
  const person = { ...(await app.entry('ada@exmaple.com')), id }

  // The server hung between reading the person and signing the link.
  await app.rows(`update waitlist_entries set email = 'ada@example.com' where id = $1`, id)
  await expect(post(posting, await mailPlaceLink(composing, person), occasion)).rejects.toBeInstanceOf(TooEarly)
  expect(sent).toEqual([])
  await post(posting, await mailPlaceLink(composing, { ...person, email: 'ada@example.com' }), occasion)
  expect(sent).toEqual(['ada@example.com'])
  expect(await app.rows(`select sent from mail_budgets where scope = 'all'`)).toEqual([{ sent: 1 }])
})
