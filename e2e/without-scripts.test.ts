import { type APIRequestContext, type Page, request as requests } from '@playwright/test'
import { site } from '#shared/site/site.ts'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { expect, test } from './fixtures.ts'
import { answerPlainly, giveAnswer } from './plain.ts'
import { ANSWERS, answer, freshEmail, heroForm, joinByApi, submit } from './visitor.ts'

const questions = site().questions

test.describe('a browser without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('joins with a friend’s link, and the list keeps the same as from a browser with scripts', async ({ page }) => {
    const friend = await joinByApi(page.request, freshEmail('friend'))
    const email = freshEmail('plain')
    await page.goto(`/?ref=${friend.referral_code}&utm_source=salon`)
    await expect(page.getByText('needs JavaScript')).toBeHidden()
    // Nor is there anything that only scripts would bring alive.
    for (const dead of [page.locator('.hero-count p'), page.getByRole('button', { name: 'Pause the changing words' })])
      await expect(dead).toBeHidden()
    await heroForm(page).getByLabel('Email').fill(email)
    await heroForm(page).getByRole('button', { name: 'Join Waitlist' }).click()
    await expect(page).toHaveURL('/form')
    await expect(page.getByLabel('Your email')).toHaveValue(email)
    await expect(page.getByLabel('Referral code (optional)')).toHaveValue(friend.referral_code)
    await answerPlainly(page)
    await expect(page).toHaveURL(/\/thank-you\?position=\d+&referral=\w{6}$/)
    await expect(page.getByText(/You're #\d+ on our waitlist/)).toBeVisible()
    const code = new URL(page.url()).searchParams.get('referral')!
    await expect(page.getByText(`?ref=${code}`)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Copy|^Share/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Email' })).toHaveAttribute('href', /^mailto:/)
    await expect(page.getByRole('link', { name: 'Twitter' })).toHaveAttribute('href', new RegExp(code))

    const twin = freshEmail('scripted')
    await joinByApi(page.request, twin, { used_referral_code: friend.referral_code, utm: { source: 'salon' } })
    await signIn(page.request)
    const plain = await entryOf(page.request, email)
    const scripted = await entryOf(page.request, twin)
    // A test answers faster than people do, unless the machine is busy.
    const apartFromTime = (entry: typeof plain) => ({
      ...entry,
      doubtful: null,
      marks: (entry.marks as { mark: string }[]).filter(({ mark }) => mark !== 'too-fast'),
    })
    expect(apartFromTime(plain)).toEqual(apartFromTime(scripted))
    // A form that the server has drawn counts as opened.
    expect(apartFromTime(plain).marks).toEqual([])
    expect(plain.used_referral_code).toBe(friend.referral_code)
  })

  test('shows each fault beside its field and keeps all that was typed', async ({ page, expectConsole }) => {
    expectConsole(/400 \(Bad Request\)/)
    await page.goto('/')
    await heroForm(page).getByLabel('Email').fill('nobody')
    await page.evaluate(() => document.querySelector('form')!.setAttribute('novalidate', '')).catch(() => {})
    await heroForm(page).getByRole('button', { name: 'Join Waitlist' }).click()
    await expect(page.getByText('An email address has an @ in it').last()).toBeVisible()
    await page.getByLabel('Your email').fill(freshEmail('faults'))
    await page.getByRole('button', { name: 'Join Waitlist' }).click()
    const next = page.getByRole('button', { name: 'Next' })
    const name = page.getByLabel('What is your name?')
    await name.fill(' ')
    await next.click()
    await expect(page.getByRole('alert').getByRole('link')).toHaveText(['What is your name?'])
    await expect(page.getByText('Please fill this in.')).toBeVisible()
    await name.fill('Zoë <b>O’Hara</b>')
    await page.getByText('Change', { exact: true }).click()
    await page.getByLabel('Referral code (optional)').fill('NOBODY')
    await next.click()
    await expect(page.getByText('Nobody on the waitlist has this code.')).toBeVisible()
    await expect(name).toHaveValue('Zoë <b>O’Hara</b>')
    await page.getByLabel('Referral code (optional)').fill('')
    await next.click()
    await page.getByLabel('What is your business called?').fill('Zoë’s Brows')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(name).toHaveValue('Zoë <b>O’Hara</b>')
    await next.click()
    await expect(page.getByLabel('What is your business called?')).toHaveValue('Zoë’s Brows')
    for (const question of questions.slice(1)) {
      if (question.kind !== 'text') {
        await page.getByRole('button', { name: /^(Next|Submit)$/ }).click()
        await expect(page.getByText('Please choose an answer.')).toBeVisible()
      }
      if (question.name === 'problems') {
        const group = page.getByRole('group', { name: question.question })
        await group.getByLabel('Other').check()
        await next.click()
        await expect(page.getByText('must not be blank when Other is chosen')).toBeVisible()
        await expect(group.getByLabel('Other')).toBeChecked()
        await page.getByLabel('Other: please specify').fill('Everything')
      } else await giveAnswer(page, question)
      await page.getByRole('button', { name: /^(Next|Submit)$/ }).click()
    }
    await expect(page).toHaveURL(/\/thank-you/)
  })

  for (const [width, colorScheme] of [
    [360, 'light'],
    [1280, 'dark'],
  ] as const)
    test(`has pages that fit at ${width} px, ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      for (const path of ['/', '/thank-you?position=38&referral=AB12CD', '/thank-you', '/form']) {
        await page.goto(path)
        await expect(page.getByText('needs JavaScript')).toBeHidden()
        expect(await widthOf(page)).toBe(width)
      }
      await page.getByLabel('Your email').fill(freshEmail('whole'))
      await page.getByRole('button', { name: 'Join Waitlist' }).click()
      for (const question of questions.slice(0, -1)) {
        await expect(page.getByRole('heading', { name: question.question })).toBeVisible()
        expect(await widthOf(page)).toBe(width)
        await giveAnswer(page, question)
        await page.getByRole('button', { name: 'Next' }).click()
      }
      await expect(page.getByRole('group', { name: questions.at(-1)!.question })).toBeVisible()
      expect(await widthOf(page)).toBe(width)
    })
})

test('a form of another site leads to the questions, names itself as the source, and replaces nothing', async ({
  page,
  baseURL,
}) => {
  const own = freshEmail('own')
  await page.goto('/')
  await heroForm(page).getByLabel('Email').fill(own)
  await heroForm(page).getByRole('button', { name: 'Join Waitlist' }).click()
  await answer(page)
  await submit(page)
  await expect(page).toHaveURL(/thank-you/)
  const before = await page.evaluate(() => localStorage.getItem('placeToken'))

  const email = freshEmail('elsewhere')
  const other = await page.context().newPage()
  await other.route('http://salon.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${baseURL}/join"><input name="email" value="${email}"><button>Join</button></form>`,
    }),
  )
  await other.goto('http://salon.example/')
  await other.getByRole('button').click()
  await expect(other.getByText(email)).toBeVisible()
  await answer(other)
  await submit(other)
  await expect(other).toHaveURL(/thank-you/)
  expect(await page.evaluate(() => localStorage.getItem('placeToken'))).toBe(before)
  await signIn(page.request)
  expect((await entryOf(page.request, email)).utm_source).toBe('salon.example')
})

test('another site cannot send the answers, and nobody can read or change what the form carries', async ({
  baseURL,
}) => {
  const email = freshEmail('forged')
  const attacker = await requests.newContext({ baseURL: baseURL!, maxRedirects: 0 })
  await attacker.post('/join', { form: { email } })
  const page = await (await attacker.get('/form')).text()
  const sealed = /name="start" value="([^"]+)"/.exec(page)![1]!
  expect(sealed).not.toContain(Buffer.from(email).toString('base64url').slice(2, -4))

  const victim = await requests.newContext({ baseURL: baseURL!, maxRedirects: 0 })
  const sent = { start: sealed, ...plainAnswers(), email }
  const once = await victim.post('/form', { form: sent, headers: { origin: 'https://evil.example' } })
  expect(once.status()).toBe(400)
  expect(await once.text()).toContain('send them once more')
  const forged = await victim.post('/form', { form: { ...sent, start: `${sealed.slice(0, -4)}AAAA` } })
  expect(forged.status()).toBe(400)
  expect(await forged.text()).toContain('begin again')
  expect((await attacker.post('/form', { form: { ...sent, act: 'submit' } })).status()).toBe(303)
})

test('forms that are no forms are answered with a page that says what is wrong', async ({ baseURL }) => {
  const visitor = await requests.newContext({ baseURL: baseURL!, maxRedirects: 0 })
  const post = (path: string, data: string, type: string) =>
    visitor.post(path, { data: Buffer.from(data), headers: { 'content-type': type } })
  const fields = (count: number) => String(new URLSearchParams(Array.from({ length: count }, () => ['a', ''])))
  const answers = await Promise.all([
    post('/join', fields(1_001), 'application/x-www-form-urlencoded'),
    post('/join', fields(40_000), 'application/x-www-form-urlencoded'),
    post('/join', '{"email":"a@b.example"}', 'application/json'),
    post('/form', '--x\r\n\r\n--x--', 'multipart/form-data; boundary=x'),
    post('/join', 'email=%FF%FE&email=a%00b', 'application/x-www-form-urlencoded; charset=iso-8859-1'),
    post('/', '', 'application/x-www-form-urlencoded'),
  ])
  expect(answers.map((answer) => answer.status())).toEqual([400, 413, 400, 400, 400, 400])
  for (const answer of answers) expect(answer.headers()['content-type']).toContain('text/html')
  // Of two addresses, the first counts.
  const twice = await post('/join', 'email=a%40b.example&email=c%40d.example', 'application/x-www-form-urlencoded')
  expect(twice.status()).toBe(303)
  expect(await (await visitor.get('/form')).text()).toContain('a@b.example')
})

/** The width of everything on the page, including overflow. */
async function widthOf(page: Page): Promise<number> {
  const [left, right] = await page.locator('body').evaluateAll(([body]) => [body!.clientLeft, body!.scrollWidth])
  return right! - left!
}

/** The answers as a browser sends them. */
function plainAnswers(): Record<string, string> {
  const sent = questions.map(({ name, kind }) => {
    const given = ANSWERS[name]
    return [name, kind === 'yes-no' ? (given ? 'Yes' : 'No') : String([given].flat()[0])]
  })
  return Object.fromEntries(sent) as Record<string, string>
}

async function signIn(request: APIRequestContext) {
  await request.post('/api/admin/session', { data: { password: OWNER_PASSWORD } })
}

/** A person's entry, without the fields that differ between any two people. Polls, because joins are counted later. */
async function entryOf(request: APIRequestContext, email: string): Promise<Record<string, unknown>> {
  let entries: Record<string, unknown>[] = []
  await expect(async () => {
    const response = await request.get(`/api/admin/entries?q=${encodeURIComponent(email)}&range=all`)
    ;({ entries } = (await response.json()) as { entries: Record<string, unknown>[] })
    expect(entries).toHaveLength(1)
  }).toPass({ timeout: 60_000 })
  const { id, email: _email, position, joined_position, rank, referral_code, created_at, date, ...rest } = entries[0]!
  void [id, position, joined_position, rank, referral_code, created_at, date]
  return rest
}
