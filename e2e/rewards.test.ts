import { site } from '#shared/site/site.ts'
import { fill } from '#shared/values/language.ts'
import { onOwnClient } from '../src/server/db/pool.ts'
import { expect } from './fixtures.ts'
import { test } from './outside.ts'
import { openDashboard } from './owner.ts'
import { expectSound } from './sound.ts'
import { freshEmail, joinByApi } from './visitor.ts'

test('an owner adds a reward with codes, and a person who brought friends finds theirs on their place and in a mail', async ({
  page,
  place,
  startWith,
  outside: { smtp },
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  await startWith('smtp')
  const before = freshEmail('before')
  const first = await joinByApi(page.request, before)
  await joinByApi(page.request, freshEmail('friend'), { used_referral_code: first.referral_code })
  await openDashboard(page, '/admin/settings/rewards')
  await expect(page.getByText('No rewards yet.')).toBeVisible()
  await page.getByLabel('Friends who count').fill('1')
  await expect(page.getByText(`1 person already has 1 friend or more: ${before}.`)).toBeVisible()
  await page.getByLabel('What happens').selectOption('Email a code')
  await page.getByLabel('How to use the code').fill('Type it in when you pay.')
  await page.getByRole('button', { name: 'Add reward' }).click()
  await expect(page.getByText('must not be blank')).toBeVisible()
  await page.getByLabel('What they get').fill('A free month')
  await expectSound(page)
  await page.getByRole('button', { name: 'Add reward' }).click()
  await expect(page.getByText('1 friend: A free month')).toBeVisible()
  await expect(page.getByText('No codes yet. Paste yours under Codes.')).toBeVisible()
  await page.getByRole('button', { name: 'Codes: A free month' }).click()
  await page.getByLabel('Codes', { exact: true }).fill('FREE-1\nFREE-2\nFREE-1')
  await page.getByRole('button', { name: 'Add codes' }).click()
  await expect(page.getByText('2 unused codes')).toBeVisible()
  await expectSound(page)

  const email = freshEmail('ada')
  const { referral_code, browser_token } = await joinByApi(page.request, email)
  await joinByApi(page.request, freshEmail('friend'), { used_referral_code: referral_code })
  const own = () => page.goto(`/place#keep:${browser_token}`)
  await expect(async () => {
    await own()
    await page.reload()
    await expect(page.getByText(/Earned. It’s yours on/)).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await onOwnClient(place.connection, async (client) => {
    await client.query(`update rewards set reached_at = reached_at - interval '24 hours' where state = 'earned'`)
    await client.query(`update tasks set next_at = now() where name = 'hand out rewards'`)
  })
  const mails = () => smtp.mails.filter(({ subject }) => subject === 'Your reward: A free month')
  await expect.poll(() => mails().map(({ to }) => to[0])).toEqual([email])
  await page.reload()
  await expect(page.getByText('Your code: FREE-1')).toBeVisible()
  await expect(page.getByText('Type it in when you pay.')).toBeVisible()
  await expectSound(page)

  const [reward] = await onOwnClient(
    place.connection,
    async (client) => (await client.query('select id from milestones')).rows,
  )
  await page.goto(`/admin/people?reward=${reward.id}:handed-out`)
  await expect(page.getByText('Reward: handed out').first()).toBeVisible()
  await page
    .getByRole('link', { name: email })
    .or(page.getByRole('button', { name: email }))
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText(/A free month: handed out .*, code FREE-1/)).toBeVisible()
  await expectSound(page)

  await page.goto('/admin/settings/rewards')
  await page.getByRole('button', { name: 'End: A free month' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await expect(page.getByRole('heading', { name: 'Ended' })).toBeVisible()
  await expect(page.getByText('50.0% of people brought a friend: 2 of 4.')).toBeVisible()

  await page.request.post('/api/admin/acts', { data: { kind: 'referral-rule', places: 5, cap: null, bonus: 3 } })
  await page.goto(`/?ref=${referral_code}`)
  await expect(page.getByText('A friend’s code. You start 3 places ahead.').first()).toBeVisible()
})

test('a code for a magazine greets without a friend, counts who joins with it, and can be ended', async ({
  page,
  place,
  startWith,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  await startWith('smtp')
  await openDashboard(page, '/admin/settings/rewards')
  await expect(page.getByText('No codes yet.')).toBeVisible()
  await page.getByLabel('New code').fill('a b')
  await page.getByRole('button', { name: 'Add code' }).click()
  await expect(page.getByText('must be letters without accents, digits and dashes')).toBeVisible()
  await page.getByLabel('New code').fill('salonweek')
  await page.getByLabel('Limit').fill('100')
  await page.getByRole('button', { name: 'Add code' }).click()
  await expect(page.getByText('Nobody has joined with it yet')).toBeVisible()
  await expect(page.getByText('for 100 people')).toBeVisible()
  await expectSound(page)

  await page.request.post('/api/admin/acts', { data: { kind: 'referral-rule', places: 5, cap: null, bonus: 3 } })
  await page.goto('/?ref=SALONWEEK')
  await expect(page.getByText(site().codeNotes.named, { exact: true })).toBeVisible()
  await expect(page.getByText('Your code works. You start 3 places ahead.').first()).toBeVisible()
  await expect(page.getByText(site().invitation.title)).toBeHidden()
  await expectSound(page)
  const html = await (await page.request.get('/?ref=salonweek')).text()
  expect(html).toContain('data-coded')
  expect(html).not.toContain(fill(site().invitationPreview.title, { brand: site().brand.name }))
  await joinByApi(page.request, freshEmail('reader'), { used_referral_code: 'SALONWEEK' })

  await page.goto('/admin/settings/rewards')
  await expect(page.getByText('joined · 0 confirmed · 1 count')).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('1 visit · 100.0% joined')).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await page.getByRole('link', { name: '1 person' }).click()
  await expect(page.getByText('Code: SALONWEEK')).toBeVisible()
  await expect(page.getByText('reader').first()).toBeVisible()
  await page.goto('/admin/settings/rewards')
  await page.getByRole('button', { name: 'End: SALONWEEK' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await expect(page.getByText('Ended · for 100 people')).toBeVisible()
  await page.goto('/?ref=SALONWEEK')
  await expect(page.getByText(site().codeNotes.ended).first()).toBeVisible()
  await onOwnClient(place.connection, async (client) => {
    expect((await client.query('select code from named_codes')).rows).toEqual([{ code: 'SALONWEEK' }])
  })
})
