import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pageList, type PageName } from '#shared/site/pages.ts'
import { fill } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import { expect, test } from './fixtures.ts'
import { heroForm } from './visitor.ts'
import { ROUTES } from '#shared/routes.ts'

const SCRIPTS = '**/assets/*.js'
type Words = { needs: string; title?: string; text?: string }
const words: Partial<Record<PageName, Words>> = site().withoutScripts
const pages = pageList.filter(({ name }) => words[name])

test.beforeEach(({ expectConsole }) => expectConsole(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|404/))

/** The other pages differ from these only in their words. */
const ALWAYS: PageName[] = ['home', 'form', 'place']

for (const { name, path, isPersonal } of pages) {
  const tag = ALWAYS.includes(name) ? [] : '@long'
  test(
    `${path} has words and a link before its scripts come, and a way to try again if they do not`,
    { tag },
    async ({ page }) => {
      await page.route(SCRIPTS, (route) => route.abort())
      const address = isPersonal ? `${path}#token` : path
      await page.goto(address)
      const notice = page.getByRole('alert')
      await expect(notice).toContainText(site().missing.late.title)
      await expect(notice).toContainText(fill(site().missing.late.text, { needs: words[name]!.needs }))
      if (isPersonal) {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words[name]!.title!)
        await expect(page.getByText(words[name]!.text!)).toBeVisible()
        await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
      }

      await page.unroute(SCRIPTS)
      const loaded = page.waitForRequest((request) => request.isNavigationRequest())
      await notice.getByRole('link', { name: 'Try again' }).click()
      expect((await loaded).url()).toMatch(new RegExp(`${path}$`))
      await expect(page.locator('html')).toHaveAttribute('data-alive')
      await expect(notice.getByText(site().missing.late.title)).toBeHidden()
    },
  )
}

test('trying again keeps the token of a link, and without a connection the page stays and says so', async ({
  page,
  context,
}) => {
  await page.route(SCRIPTS, (route) => route.abort())
  await page.goto('/confirm#the-token')
  const notice = page.getByRole('alert')
  const again = notice.getByRole('link', { name: 'Try again' })
  await context.setOffline(true)
  await again.click()
  await expect(notice).toContainText(site().missing.late.offline)
  await context.setOffline(false)
  await page.unroute(SCRIPTS)
  const asked = page.waitForRequest(`**${ROUTES.confirm.path}`)
  await again.click()
  expect((await asked).headers().authorization).toBe('Bearer the-token')
})

test(
  'a visitor who joins before the scripts have come is told soon, and what they typed is carried out when they come',
  { tag: '@long' },
  async ({ page }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(SCRIPTS, async (route) => {
      await held
      await route.continue()
    })
    // Waits until the page asks for its scripts. Before, the browser would send the form itself.
    const asked = page.waitForRequest(SCRIPTS)
    await page.goto('/', { waitUntil: 'commit' })
    await asked
    const email = heroForm(page).getByLabel('Email')
    await email.fill('slow@example.com')
    await email.press('Enter')
    await expect(page.getByRole('alert')).toContainText(
      fill(site().missing.late.text, { needs: site().withoutScripts.home.needs }),
    )
    release()
    await expect(page).toHaveURL('/form')
    await expect(page.getByText(site().missing.late.title)).toBeHidden()
  },
)

test('Join says at once that it works, also before the scripts have come', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route(SCRIPTS, (route) => held.promise.then(() => route.continue()))
  const asked = page.waitForRequest(SCRIPTS)
  await page.goto('/', { waitUntil: 'commit' })
  await asked
  const join = heroForm(page).getByRole('button', { name: 'Join Waitlist' })
  const drawn = () => join.evaluate((button) => getComputedStyle(button, '::after').content)
  expect(await drawn()).toBe('none')
  await heroForm(page).getByLabel('Email').fill('nonsense')
  await join.click()
  expect(await drawn()).toBe('"Processing..."')
  held.resolve()
  await expect(page.getByText('Invalid Email')).toBeVisible()
  expect(await drawn()).toBe('none')
})

test('on a slow phone, no key and no tap is lost', async ({ page, context }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'connection', { value: undefined }))
  const session = await context.newCDPSession(page)
  const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
  await session.send('Network.emulateNetworkConditions', slow)
  await page.goto('/')
  const email = heroForm(page).getByLabel('Email')
  await email.pressSequentially('slow4g@example.com')
  await email.press('Enter')
  const name = page.getByLabel('What is your name?')
  await name.pressSequentially('Ada Fade')
  await expect(name).toHaveValue('Ada Fade')
  await name.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('What is your name?')
})

test('a tap on a card before the scripts have come opens it, and what was typed stays', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route(SCRIPTS, (route) => held.promise.then(() => route.continue()))
  // An idle page may ask for its scripts before it has loaded, which then waits for them.
  await page.goto('/?ref=AB12CD', { waitUntil: 'domcontentloaded' })
  const code = heroForm(page).getByLabel('Referral code')
  await expect(code).toHaveValue('AB12CD')
  await code.fill('TYPED2')
  await page.getByRole('button', { name: 'Learn More' }).first().click()
  held.resolve()
  await expect(page.getByRole('button', { name: 'Show Less' })).toHaveCount(1)
  await expect(code).toHaveValue('TYPED2')
  await expect(page.getByRole('form', { name: 'Ready to Join?' }).getByLabel('Referral code')).toHaveValue('TYPED2')
  await heroForm(page).getByLabel('Email').fill('typed@example.com')
  await heroForm(page).getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(page).toHaveURL('/form')
  expect(await page.evaluate(() => localStorage.currentReferralCode)).toBe('TYPED2')
})

test('the email is still there after trying again', async ({ page }) => {
  await page.route(SCRIPTS, (route) => route.abort())
  await page.goto('/')
  await heroForm(page).getByLabel('Email').fill('typed@example.com')
  const again = page.getByRole('alert').getByRole('link', { name: 'Try again' })
  // The scripts are asked for after the first paint, which may come late.
  await again.waitFor()
  await page.unroute(SCRIPTS)
  await again.click()
  await expect(page.locator('html')).toHaveAttribute('data-alive')
  await expect(heroForm(page).getByLabel('Email')).toHaveValue('typed@example.com')
  await heroForm(page).getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(page.getByText('typed@example.com')).toBeVisible()
})

test('a page whose first script is lost says so as well, after a while', { tag: '@long' }, async ({ page }) => {
  await page.route('**/early*.js', (route) => route.abort())
  await page.goto('/thank-you?position=3&referral=AB12CD')
  const notice = page.getByRole('alert')
  await expect(notice).toContainText(site().missing.late.title)
  await page.unroute('**/early*.js')
  await notice.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByText('#3')).toBeVisible()
})

test('a form that the server handles by itself is sent without scripts', { tag: '@long' }, async ({ page }) => {
  await page.route(SCRIPTS, () => {})
  await page.goto('/unsubscribe?token=nonsense', { waitUntil: 'commit' })
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  expect((await sent).isNavigationRequest()).toBe(true)
})

test('scripts that run before the rest of the document has come wait for it', async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/^http:\/\/localhost/)
  const rest = Promise.withResolvers<void>()
  await using server = createServer((request, response) => void passOn(baseURL! + request.url, response, rest.promise))
  server.listen(0, 'localhost')
  await new Promise((resolve) => server.once('listening', resolve))
  const asked = page.waitForRequest(/\/assets\/index-[^/]+\.js$/)
  const { port } = server.address() as AddressInfo
  await page.goto(`http://localhost:${port}/`, { waitUntil: 'commit' })
  await heroForm(page).getByLabel('Email').waitFor()
  await page.mouse.move(10, 10)
  await page.mouse.move(20, 20)
  // Resolves once the script has run.
  await page.evaluate((script) => import(script), (await asked).url())
  expect(await page.evaluate(() => document.readyState)).toBe('loading')
  rest.resolve()
  await expect(page.locator('html')).toHaveAttribute('data-alive')
  // A page without its server would log errors.
  await page.close()
})

/** Answers as the server does, but holds the end of a page, where its data is, until `rest`. */
async function passOn(address: string, response: ServerResponse, rest: Promise<void>) {
  const answer = await fetch(address)
  const type = answer.headers.get('content-type')!
  response.writeHead(answer.status, { 'content-type': type })
  if (!type.startsWith('text/html')) return response.end(Buffer.from(await answer.arrayBuffer()))
  const [drawn, data] = (await answer.text()).split(/(?=<script type="application\/json" id="site")/)
  response.write(drawn)
  await rest
  return response.end(data)
}
