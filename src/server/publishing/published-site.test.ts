import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Integrations } from '#shared/owner/integrations.ts'
import { Summary } from '#shared/list/summary.ts'
import type { Question } from '#shared/site/questions.ts'
import { OWNER_PASSWORD } from '../../../test/people/owner-password.ts'
import { siteOwner } from '../../../test/people/site-owner.ts'
import { sampleAnswers } from '../../../test/sample-answers.ts'
import { start } from '../../../test/servers/process.ts'
import { addressOf, newPlace, startServer } from '../../../test/servers/server.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { ROUTES } from '#shared/routes.ts'

const CLI = join(import.meta.dirname, '../cli')
const LIVE = { timeout: 120_000, interval: 100 }
const SALON: Question = {
  name: 'salon_size',
  kind: 'one',
  label: 'Salon',
  question: 'How many chairs has your salon?',
  choices: ['One', 'More'],
}

test('the tools check, keep and renew the list by the questions that its owner has published', async () => {
  await using place = await newPlace()
  const env = { ...place.env, ADMIN_PASSWORD: OWNER_PASSWORD, RATE_LIMIT: 'off' }
  await using server = startServer(env)
  const address = await addressOf(server)
  const owner = await siteOwner(address)
  await owner.publish((site) => void (site.questions = [...site.questions, SALON]))
  await expect.poll(() => joinAt(address, { salon_size: 'More', site_version: 2 }), LIVE).toBe(201)
  const chosen = async () => {
    const summary = Summary.parse(await (await owner.send('GET', `${ROUTES.summary.path}?range=all`)).json())
    return summary.choices
      .find(({ question }) => question === 'salon_size')
      ?.items.map(({ name, value }) => [name, value])
  }
  await expect.poll(chosen, LIVE).toEqual([['More', 1]])
  for (const tool of ['backup', 'renew', 'verify']) {
    const ended = await start([process.execPath, join(CLI, `${tool}.ts`)], { env }).end
    expect([tool, ended.code, ended.stderr]).toEqual([tool, 0, ''])
  }
  expect(await chosen()).toEqual([['More', 1]])
})

test('mails come from the address of the published site, at once and after a restart', async () => {
  await using place = await newPlace()
  await using smtp = await fakeSmtp()
  const env = {
    ...place.env,
    ADMIN_PASSWORD: OWNER_PASSWORD,
    RATE_LIMIT: 'off',
    SMTP_URL: smtp.url,
    SMTP_ALLOW_PLAINTEXT: 'on',
    PUBLIC_URL: 'https://waitlist.acme.co.uk',
  }
  const fromOf = (email: string) => smtp.mails.find(({ to }) => to.includes(email))?.headers.from ?? null
  {
    await using server = startServer(env)
    const address = await addressOf(server)
    const owner = await siteOwner(address)
    const mailGaps = async () => {
      const answer = await (await owner.send('GET', ROUTES.integrations.path)).json()
      return Integrations.parse(answer).integrations.find(({ service }) => service === 'mail')!.gaps.length
    }
    expect(await mailGaps()).toBe(1)
    await owner.publish((site) => void (site.brand.supportEmail = 'hello@acme.co.uk'))
    await expect.poll(mailGaps, LIVE).toBe(0)
    expect(await joinAt(address, { email: 'ada@example.com' })).toBe(201)
    await expect.poll(() => fromOf('ada@example.com'), LIVE).toContain('hello@acme.co.uk')
  }
  await using server = startServer(env)
  expect(await joinAt(await addressOf(server), { email: 'bea@example.com' })).toBe(201)
  await expect.poll(() => fromOf('bea@example.com'), LIVE).toContain('hello@acme.co.uk')
})

/** Resolves to the status of the answer. */
async function joinAt(address: string, more: object): Promise<number> {
  const response = await fetch(address + ROUTES.join.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...sampleAnswers(), email: 'mia@example.com', ...more }),
  })
  return response.status
}
