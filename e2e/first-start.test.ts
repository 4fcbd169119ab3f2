import type { Locator, Page } from '@playwright/test'
import { fakeBeehiiv } from '../test/services/fake-beehiiv.ts'
import { fakeNotion } from '../test/services/fake-notion.ts'
import { fakeSmtp } from '../test/services/fake-smtp.ts'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { newPlace, startServer } from '../test/servers/server.ts'
import { expect, test as base } from './fixtures.ts'
import { expectSound } from './sound.ts'
import { answer, signUp, submit } from './visitor.ts'

/** A server on an empty folder, and the services that the owner connects to it. */
const test = base.extend<{ services: Awaited<ReturnType<typeof newServices>>; link: string }>({
  // oxlint-disable-next-line no-empty-pattern
  services: async ({}, use) => {
    await using services = await newServices()
    await use(services)
  },
  baseURL: ({ services }, use) => use(services.place.address),
  link: async ({ services: { place, notion, beehiiv }, page }, use) => {
    // Only the environment names the services themselves.
    const bases = { NOTION_BASE_URL: notion.config.baseUrl, BEEHIIV_BASE_URL: beehiiv.config.baseUrl }
    await using server = startServer({ ...place.env, ...bases, RATE_LIMIT: 'off' })
    await use((await server.line(/#setup=/)).trim().split(/\s+/).at(-1)!)
    // A page without its server would log errors.
    await page.close()
  },
})

async function newServices() {
  const parts = new AsyncDisposableStack()
  const place = parts.use(await newPlace())
  const smtp = parts.use(await fakeSmtp({ isOnMailPort: true }))
  const notion = parts.use(await fakeNotion())
  const beehiiv = parts.use(await fakeBeehiiv())
  delete notion.properties.Position
  beehiiv.customFields.pop()
  return { place, smtp, notion, beehiiv, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

/** Counts what a person does: presses, and letters typed. */
function hand(page: Page) {
  const done = { presses: 0, letters: 0 }
  return {
    done,
    press: async (what: Locator) => {
      done.presses += 1
      await what.click()
    },
    type: async (label: string, text: string) => {
      done.presses += 1
      done.letters += text.length
      await page.getByLabel(label, { exact: true }).fill(text)
    },
    choose: async (label: string, option: string) => {
      done.presses += 2
      await page.getByLabel(label, { exact: true }).selectOption({ label: option })
    },
  }
}

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]) {
  test.describe(`at ${viewport.width} pixels`, { tag: '@long' }, () => {
    test.use({ viewport })

    test('from an empty folder to a received mail, a page in Notion, a person in Beehiiv and the preview of a wave, in a browser only', async ({
      page,
      link,
      baseURL,
      services: { smtp, notion, beehiiv },
    }) => {
      test.slow()
      const { press, type, choose, done } = hand(page)
      const save = async () => {
        await press(
          page
            .locator('.setting-form')
            .filter({ has: page.locator('[type=submit]:not([aria-disabled=true])') })
            .getByRole('button', { name: 'Save', exact: true }),
        )
        await expect(page.locator('.setting-form [type=submit]:not([aria-disabled=true])')).toHaveCount(0)
      }
      await page.goto(link)
      await expect(page.getByLabel('Email')).toBeVisible()
      await expectSound(page)
      await type('Email', 'me@salon.co.uk')
      await type('New password', OWNER_PASSWORD)
      await press(page.getByRole('button', { name: 'Begin' }))
      const go = async (name: string) => {
        if (viewport.width < 1024) await choose('Page of the settings', name)
        else await press(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }))
        await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
      }
      const next = (name: string) => press(page.getByRole('button', { name, exact: true }))
      await expect(page.getByRole('heading', { name: 'What’s your waitlist called?' })).toBeVisible()
      await expectSound(page)
      await type('Name', 'Kneadly')
      // That of the sample is over.
      await type('Opening', 'Spring 2099')
      await next('Continue')
      await next('Keep these')
      await expect(page.getByLabel('Site address')).toHaveValue(baseURL!)
      await next('Continue')
      await choose('Mail server', 'Another mail server')
      // The whole address, as many mail services show it.
      await type('Host', smtp.url)
      await expect(page.getByLabel('Sender')).toHaveValue('Kneadly <me@salon.co.uk>')
      await next('Save and send a test')
      await expect(page.getByText('Sent to me@salon.co.uk.')).toBeVisible()
      await expectSound(page)
      expect(smtp.mails.map(({ to }) => to)).toEqual([['me@salon.co.uk']])
      const mailed = { ...done }
      await next('Continue')

      // Opened here, because a form that is filled in within seconds counts as one of a robot.
      const opened = page.waitForEvent('popup')
      await press(page.getByRole('link', { name: 'Open your site' }))
      const visitor = await opened
      await signUp(visitor, 'me@salon.co.uk')
      await page.bringToFront()
      await press(page.getByRole('link', { name: 'Finish' }))
      const checklist = page.getByRole('region', { name: 'Before you go public' })
      await expect(checklist).toContainText(
        'Still from the sample: the words of the home page, the questions, the postal address in emails.',
      )
      await go('Backups')
      await press(page.getByRole('button', { name: /^Use .*backups$/ }))
      await save()
      await go('Invites')
      await type('Product address', `${baseURL}/contact`)
      await save()
      await go('Services')

      for (const { name, token, key, place, choice, create } of [
        {
          name: 'Notion',
          token: 'Integration token',
          key: notion.token,
          place: 'Database',
          choice: 'Waitlist',
          create: /^Create the property/,
        },
        {
          name: 'Beehiiv',
          token: 'API key',
          key: beehiiv.apiKey,
          place: 'Publication',
          choice: 'The Front Chair',
          create: /^Create the field/,
        },
      ]) {
        await press(page.getByRole('button', { name: `Connect ${name}` }))
        const group = page.getByRole('region', { name, exact: true })
        const steps = group.locator('ol > li')
        await expect(steps).toHaveCount(4)
        await type(token, key)
        await save()
        await choose(place, choice)
        await save()
        await expect(steps.nth(1)).toHaveAttribute('data-done')
        await press(group.getByRole('button', { name: `Test connection: ${name}` }))
        await press(group.getByRole('button', { name: create }))
        await expect(steps.nth(2)).toHaveAttribute('data-done')
        await press(group.getByRole('button', { name: 'Send sample' }))
        await expect(group.getByText('Robin Reed, is there now')).toBeVisible()
        await press(group.getByRole('button', { name: 'Delete sample' }))
        await expect(group.getByText('They are gone again')).toBeVisible()
        await expect(steps.nth(3)).toHaveAttribute('data-done')
        expect(await group.locator('[data-done]').count()).toBe(4)
        await expectSound(page)
      }
      const connected = { ...done }

      await answer(visitor)
      await submit(visitor)
      await expect(visitor.getByText('#1', { exact: true })).toBeVisible()
      await expect.poll(() => smtp.mails.length).toBe(2)
      await expect.poll(() => notion.pages.filter(({ in_trash }) => !in_trash).length).toBe(1)
      await visitor.close()

      await page.bringToFront()
      await press(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Invites' }))
      await press(page.getByRole('button', { name: 'New wave' }))
      const line = page.getByRole('region', { name: 'Who is next' })
      await expect(line.getByText('Only 1 person can be invited.')).toBeVisible()
      // The counts exclude the presses of the visitor, and those on pages of the services.
      // A page of the settings takes two on a phone.
      const more = viewport.width < 1024 ? 3 : 0
      expect([mailed.presses, connected.presses, done.presses]).toEqual([12, 42 + more, 44 + more])
      await press(page.getByRole('link', { name: 'Settings', exact: true }))
      await go('Checklist')
      await press(page.getByRole('button', { name: 'Remove my test sign-up: me@salon.co.uk' }))
      await expect(checklist.getByText('Joining works. No one is on the list.')).toBeVisible()
    })
  })
}
