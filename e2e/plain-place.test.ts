import type { Page } from '@playwright/test'
import { site } from '#shared/site/site.ts'
import type { FakeSmtp } from '../test/services/fake-smtp.ts'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { expect } from './fixtures.ts'
import { test } from './outside.ts'
import { answerPlainly } from './plain.ts'
import { ANSWERS, freshEmail, heroForm, joinByApi } from './visitor.ts'

test.use({ javaScriptEnabled: false })

/** The code in the newest mail to this address, once there are so many mails with one. */
async function codeOf(smtp: FakeSmtp, email: string, mails = 1): Promise<string> {
  const codes = () =>
    smtp.mails
      .filter(({ to }) => to.includes(email))
      .flatMap(({ text }) => /this code at .*: (\S+)/.exec(text)?.[1] ?? [])
  await expect.poll(() => codes().length, { timeout: 60_000 }).toBe(mails)
  return codes().at(-1)!
}

async function openWith(page: Page, email: string, code: string) {
  await page.getByLabel('Your email').fill(email)
  await page.getByLabel(site().place.ask.code.label).fill(code)
  await page.getByRole('button', { name: 'Open' }).click()
}

/** A browser without scripts joins where addresses must be confirmed. */
async function joinPlainly(page: Page, email: string) {
  await page.goto('/')
  await heroForm(page).getByLabel('Email').fill(email)
  await heroForm(page).getByRole('button', { name: 'Join Waitlist' }).click()
  await answerPlainly(page)
}

test('without scripts a person confirms, sees their place, corrects an answer, and leaves', async ({
  page,
  outside: { smtp },
  startWith,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/40[049]|429/)
  await startWith('smtp', 'confirming')
  const email = freshEmail('plain')
  await joinPlainly(page, email)
  await expect(page).toHaveURL('/check-inbox')
  const code = await codeOf(smtp, email)

  // Another person's code, and a wrong one, open nothing. What was typed stays.
  await openWith(page, freshEmail('nobody'), code)
  await expect(page.getByText('This is not the code').first()).toBeVisible()
  await openWith(page, email, 'AAAA-AAAA')
  await expect(page.getByText('This is not the code').first()).toBeVisible()
  await expect(page.getByLabel('Your email')).toHaveValue(email)
  await openWith(page, email.toUpperCase(), code.toLowerCase().replace('-', ' '))
  await expect(page).toHaveURL('/confirm')
  await expect(page.getByText(String(ANSWERS.full_name))).toBeVisible()
  await page.getByRole('button', { name: site().confirm.place.button }).click()

  await expect(page).toHaveURL('/place')
  await expect(page.getByText(/#1\b/).first()).toBeVisible()
  await expect(page.getByText('1st in line. Nobody is ahead of you. The line begins with you')).toBeVisible()
  const business = page.getByLabel('What is your business called?')
  await business.fill('Zoë’s Brows')
  await page.getByRole('button', { name: 'Correct my answers' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(business).toHaveValue('Zoë’s Brows')
  await page.getByRole('group', { name: 'What are your goals?' }).getByLabel('Other', { exact: true }).check()
  await business.fill('Kept while another answer is wrong')
  await page.getByRole('button', { name: 'Correct my answers' }).click()
  await expect(page.getByText('This answer must not be blank when Other is chosen.')).toBeVisible()
  await expect(business).toHaveValue('Kept while another answer is wrong')

  // The code was mailed in the last hour, so the person may leave.
  await page.goto('/place')
  await page.getByText(site().place.leave.title).click()
  await page.getByRole('button', { name: site().place.leave.confirm }).click()
  await expect(page.getByRole('heading', { name: site().place.ask.deleted.title })).toBeVisible()
  await page.goto('/place')
  await expect(page.getByLabel(site().place.ask.code.label)).toBeVisible()
})

test(
  'without scripts an invitation is taken, also when its code is old',
  { tag: '@long' },
  async ({ page, outside: { smtp }, startWith }) => {
    test.slow()
    await startWith('smtp', 'product')
    const email = freshEmail('invited')
    await joinByApi(page.request, email)
    await page.request.post('/api/admin/session', { data: { password: OWNER_PASSWORD } })
    const wave = {
      kind: 'wave',
      select: { filters: { range: 'all' }, count: 1 },
      subject: 'Come in',
      text: 'It is your turn.',
    }
    expect((await page.request.post('/api/admin/acts', { data: wave })).status()).toBe(202)
    await page.request.delete('/api/admin/session')
    const invitation = await codeOf(smtp, email)
    await page.goto('/place')
    await page.getByLabel('Your email').fill(email)
    await page.getByRole('button', { name: 'Mail me a code' }).click()
    await expect(page.getByText(site().place.ask.sent)).toBeVisible()
    await openWith(page, email, await codeOf(smtp, email, 2))
    await page.getByRole('button', { name: site().place.invited.button }).click()
    await expect(page).toHaveURL('/invitation')
    await expect(page.getByText(site().seat.open.text)).toBeVisible()
    await page.goto('/place')
    await openWith(page, email, invitation)
    await page.getByRole('button', { name: site().seat.open.button }).click()
    await expect(page.getByText(site().seat.accepted.text)).toBeVisible()
    await expect(page.getByRole('link', { name: /Go on to/ })).toHaveAttribute('href', /\/contact/)
  },
)

test('without scripts a letter reaches the owner, and nothing of one with a mistake is lost', async ({
  page,
  startWith,
  expectConsole,
}) => {
  expectConsole(/400/)
  await startWith('smtp')
  await page.goto('/contact')
  await expect(page.getByText('needs JavaScript')).toBeHidden()
  await page.getByLabel('Your Name').fill('Zoë')
  await page.getByLabel('Your Email').fill('nobody')
  await page.getByLabel('Your Message').fill('Do you come to Leeds?\nSoon?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('alert')).toContainText('Your Email')
  await expect(page.getByLabel('Your Message')).toHaveValue('Do you come to Leeds?\nSoon?')
  await page.getByLabel('Your Email').fill('zoe@example.com')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText(site().contact.sent.title)).toBeVisible()
})
