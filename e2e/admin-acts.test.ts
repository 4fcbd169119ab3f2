import type { Page, Route } from '@playwright/test'
import { OTHER } from '#shared/site/questions.ts'
import { expect, test } from './fixtures.ts'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { joinTogether, openActivity, openDashboard } from './owner.ts'
import { expectSound } from './sound.ts'
import { ROUTES } from '#shared/routes.ts'

/** Must be shown as text. As HTML, this would fail the test with an error in the console. */
const HOSTILE = '<img src=x onerror=alert(1)>'

test('the owner tags, notes, holds and rejects somebody in their profile, and takes it back', async ({
  page,
  request,
}) => {
  test.slow()
  await page.setViewportSize({ width: 360, height: 740 })
  const { word, people } = await joinTogether(request, 1, { problems: [OTHER], other_problem: HOSTILE })
  await openDashboard(page, `/admin/figures?tab=submissions&q=${word}`)
  // A click on a row opens the profile.
  await page.getByRole('row', { name: people[0]!.email }).getByText('Barber').click()
  const profile = page.getByRole('dialog', { name: 'Waitlist Profile' })
  const log = profile.getByRole('region', { name: 'Notes and decisions' })
  await expect(profile.getByRole('link', { name: 'Write' })).toHaveAttribute('href', `mailto:${people[0]!.email}`)

  await expect(profile).toContainText(HOSTILE)

  await profile.getByRole('button', { name: 'Tag', exact: true }).click()
  await profile.getByLabel('Tag').fill('Call Back')
  await page.keyboard.press('Enter')
  const tag = profile.getByRole('link', { name: 'call back' })
  await expect(tag).toHaveAttribute('href', '/admin/people?tag=call+back')
  await expect(profile.getByLabel('Tag', { exact: true })).toBeHidden()

  // Another owner notes something meanwhile. It arrives, and what is typed here stays.
  await profile.getByRole('button', { name: 'Note', exact: true }).click()
  const note = profile.getByLabel('Note (only your team sees it)')
  await note.fill('Runs three chairs')
  const { entries } = await (await page.request.get(`${ROUTES.entries.path}?q=${word}`)).json()
  const select = { ids: [entries[0].id] }
  await page.request.post(ROUTES.acts.path, {
    data: { kind: 'note', text: `${HOSTILE} From another owner`, select },
  })
  await expect(log).toContainText(`“${HOSTILE} From another owner”`)
  await expect(note).toHaveValue('Runs three chairs')

  // A note that is too long is not cut.
  await note.fill('x'.repeat(100_000))
  await expect(profile.getByText('98,000 characters too many')).toBeVisible()
  await expect(profile.getByRole('button', { name: 'Save note' })).toBeDisabled()
  await note.fill('Runs three chairs\nin\ntwo\nrooms\nin Leeds')
  await expectSound(page)
  await profile.getByRole('button', { name: 'Save note' }).click()
  await expect(log).toContainText('“Runs three chairs')
  // A long note is folded.
  await log.getByRole('button', { name: 'Show More' }).click()
  await expect(log.getByRole('button', { name: 'Show Less' })).toBeVisible()

  // The top shows each decision with its undo. The buttons do not move, and a second press does nothing.
  const status = profile.locator('.profile-status')
  const buttons = ['Accept', 'Hold', 'Reject'].map((name) => profile.getByRole('button', { name, exact: true }))
  const places = () => Promise.all(buttons.map((button) => button.boundingBox()))
  await profile.locator('[data-part="body"]').evaluate((body) => body.scrollTo(0, 0))
  const before = await places()
  await profile.getByRole('button', { name: 'Hold' }).click()
  await expect(status).toHaveText('Held.Undo')
  await profile.getByRole('button', { name: 'Reject' }).dblclick()
  await expect(status).toHaveText('Rejected.Undo')
  await expect(buttons[2]!).toHaveAttribute('aria-disabled', 'true')
  expect(await places()).toEqual(before)
  await buttons[2]!.click({ force: true })
  await status.getByRole('button', { name: 'Undo' }).click()
  await expect(status).toHaveText('Undone: rejected.')
  await expect(log).toContainText('Undone: rejected')
  expect(await places()).toEqual(before)
  await profile.getByRole('button', { name: 'Accept' }).click()
  await expect(status).toHaveText('Accepted.Undo')
  await profile.getByRole('button', { name: 'Remove the tag call back' }).click()
  await expect(tag).toBeHidden()
  await expectSound(page)

  // A typing mistake in the email.
  await profile.getByRole('button', { name: 'Correct email' }).click()
  await profile.getByLabel('Correct email').fill(`${word}@corrected.example`)
  await profile.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect(profile.locator('.card').first()).toContainText(`${word}@corrected.example`)
  await log.getByRole('button', { name: 'Undo: Email corrected' }).click()
  await expect(profile.locator('.card').first()).toContainText(people[0]!.email)

  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `View details of ${people[0]!.email}` })).toBeFocused()
  await openActivity(page)
  const acts = page.getByRole('listitem').filter({ hasText: people[0]!.email })
  await acts
    .filter({ has: page.getByRole('heading', { name: 'Held', exact: true }) })
    .getByText('Undo')
    .click()
  // The acceptance came later, so the undo leaves the person out, and says why.
  await expect(page.getByText('A later change replaced this.')).toBeVisible()
  const undone = acts.filter({ has: page.getByRole('heading', { name: 'Not undone: held' }) })
  await undone.getByRole('button', { name: 'Details: Not undone: held' }).click()
  await expect(undone).toContainText('0 changed, 0 unchanged, 1 left out, of 1.')
  await expectSound(page)
})

test(
  'an act without a network changes nothing and says so, and of a person who was erased meanwhile a typed note stays',
  { tag: '@long' },
  async ({ page, request, expectConsole }) => {
    expectConsole(/could not be|ERR_INTERNET_DISCONNECTED|401|410/)
    const { word, people } = await joinTogether(request, 1)
    await openDashboard(page, `/admin/figures?tab=submissions&q=${word}`)
    await page.getByRole('button', { name: `View details of ${people[0]!.email}` }).click()
    const profile = page.getByRole('dialog', { name: 'Waitlist Profile' })
    await profile.getByRole('button', { name: 'Note', exact: true }).click()
    await profile.getByLabel('Note (only your team sees it)').fill('Typed on a train')
    await page.context().setOffline(true)
    await profile.getByRole('button', { name: 'Save note' }).click()
    await expect(page.getByText('The server didn’t answer, so this may or may not have worked.')).toBeVisible()
    await expect(profile.getByLabel('Note (only your team sees it)')).toHaveValue('Typed on a train')
    await page.context().setOffline(false)
    await profile.getByRole('button', { name: 'Save note' }).click()
    await expect(profile.getByText('“Typed on a train”', { exact: true })).toBeVisible()

    await profile.getByRole('button', { name: 'Note', exact: true }).click()
    await profile.getByLabel('Note (only your team sees it)').fill('Half typed')
    // The unsaved note survives closing the profile, and the end of the session.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `View details of ${people[0]!.email}` }).click()
    await expect(profile.getByLabel('Note (only your team sees it)')).toHaveValue('Half typed')
    await page.context().clearCookies()
    await page.getByLabel('Password').fill(OWNER_PASSWORD)
    await page.getByLabel('Password').press('Enter')
    await expect(profile.getByLabel('Note (only your team sees it)')).toHaveValue('Half typed')
    const { entries } = await (await page.request.get(`${ROUTES.entries.path}?q=${word}`)).json()
    const data = { kind: 'erase', select: { ids: [entries[0].id] } }
    expect((await page.request.post(ROUTES.acts.path, { data })).status()).toBe(202)
    await expect(profile.getByText('This person was erased a moment ago.')).toBeVisible()
    await expect(profile.getByLabel('Your note was not saved')).toHaveValue('Half typed')
    await expect(profile.getByText('Submitted')).toHaveCount(0)
    await expect(profile.getByRole('button', { name: 'Reject' })).toBeHidden()
    await expectSound(page)
    await page.reload()
    await expect(profile.getByText('This person was deleted.')).toBeVisible()
  },
)

test('an act whose answer is lost is asked for again, and made once', async ({ page, request, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  const { word, people } = await joinTogether(request, 1)
  await openDashboard(page, `/admin/figures?tab=submissions&q=${word}`)
  await page.getByRole('row', { name: people[0]!.email }).getByText('Barber').click()
  const profile = page.getByRole('dialog', { name: 'Waitlist Profile' })
  const lose = (route: Route) => route.fetch().then(() => route.abort())
  await page.route(`**${ROUTES.acts.path}`, lose, { times: 1 })
  await profile.getByRole('button', { name: 'Note', exact: true }).click()
  await profile.getByLabel('Note (only your team sees it)').fill(`Once, ${word}`)
  await profile.getByRole('button', { name: 'Save note' }).click()
  const log = profile.getByRole('region', { name: 'Notes and decisions' })
  await expect(log.getByText(`Once, ${word}`)).toHaveCount(1)
  await expect(profile.getByLabel('Note (only your team sees it)')).toBeHidden()
})

test('an act that is done late closes and clears nothing that was opened or typed since', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/410/)
  const { word, people } = await joinTogether(request, 2)
  await openDashboard(page, `/admin/figures?tab=submissions&q=${word}`)
  const profile = page.getByRole('dialog', { name: 'Waitlist Profile' })
  const open = ({ email }: { email: string }) => page.getByRole('button', { name: `View details of ${email}` }).click()
  const button = (name: string) => profile.getByRole('button', { name, exact: true })
  const log = profile.getByRole('region', { name: 'Notes and decisions' })
  const note = profile.getByLabel('Note (only your team sees it)')
  await open(people[0]!)

  await button('Note').click()
  await note.fill('First.')
  let act = await holdAct(page)
  await button('Save note').click()
  await act.sent
  await note.fill('First. Second.')
  act.go()
  await expect(log.getByText('“First.”')).toBeVisible()
  await expect(note).toHaveValue('First. Second.')

  act = await holdAct(page)
  await button('Save note').click()
  await act.sent
  await button('Correct email').click()
  await profile.getByLabel('Correct email').fill(`${word}@half`)
  act.go()
  await expect(log.getByText('“First. Second.”')).toBeVisible()
  await expect(profile.getByLabel('Correct email')).toHaveValue(`${word}@half`)
  await button('Note').click()
  await expect(note).toHaveValue('')

  await button('Tag').click()
  await profile.getByLabel('Tag', { exact: true }).fill('one')
  act = await holdAct(page)
  await button('Add tag').click()
  await act.sent
  await profile.getByLabel('Tag', { exact: true }).fill('two')
  act.go()
  await expect(profile.getByRole('link', { name: 'one', exact: true })).toBeVisible()
  await expect(profile.getByLabel('Tag', { exact: true })).toHaveValue('two')

  // A form that is closed and opened again is a new one, and stays open.
  act = await holdAct(page)
  await button('Add tag').click()
  await act.sent
  for (let press = 0; press < 2; press++) await button('Tag').click()
  await expect(profile.getByLabel('Tag', { exact: true })).toHaveValue('')
  act.go()
  await expect(profile.getByRole('link', { name: 'two', exact: true })).toBeVisible()
  await expect(profile.getByLabel('Tag', { exact: true })).toBeVisible()

  // A profile that is opened again knows that the note is being saved, and when it is.
  await button('Note').click()
  await note.fill('Third.')
  act = await holdAct(page)
  await button('Save note').click()
  await act.sent
  await page.keyboard.press('Escape')
  await open(people[0]!)
  await expect(note).toHaveValue('Third.')
  await expect(button('Save note')).toBeDisabled()
  act.go()
  await expect(log.getByText('“Third.”')).toHaveCount(1)
  await expect(note).toHaveValue('')

  await button('Erase').click()
  act = await holdAct(page)
  await button('Erase for good').click()
  await act.sent
  await page.keyboard.press('Escape')
  await open(people[1]!)
  act.go()
  await expect(page.getByRole('row', { name: people[0]!.email, includeHidden: true })).toHaveCount(0)
  await expect(profile.getByText(people[1]!.email)).not.toHaveCount(0)
})

/** Holds the next act: `sent` resolves once it is asked for, and `go` lets it through. */
async function holdAct(page: Page) {
  const sent = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(
    `**${ROUTES.acts.path}`,
    async (route) => {
      sent.resolve()
      await held.promise
      await route.continue()
    },
    { times: 1 },
  )
  return { sent: sent.promise, go: held.resolve }
}

test('the log is filtered by a day that is typed', async ({ page }) => {
  await openDashboard(page, '/admin/settings/activity')
  await page.getByLabel('Day', { exact: true }).focus()
  // In the order of the browser's language: month, day, year.
  await page.keyboard.type('03042026')
  await expect(page.getByLabel('Day', { exact: true })).toHaveValue('2026-03-04')
  await expect(page).toHaveURL(/on=2026-03-04/)
})

test('an erasure asks first, and closes the profile', async ({ page, request, expectConsole }) => {
  // The profile is refreshed before it closes.
  expectConsole(/410/)
  const { word, people } = await joinTogether(request, 1)
  await openDashboard(page, `/admin/figures?tab=submissions&q=${word}`)
  await page.getByRole('button', { name: `View details of ${people[0]!.email}` }).click()
  const profile = page.getByRole('dialog', { name: 'Waitlist Profile' })
  await profile.getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(profile.getByText('You can’t undo this.')).toBeVisible()
  await expectSound(page)
  await profile.getByRole('button', { name: 'Erase for good' }).click()
  await expect(profile).toBeHidden()
  await expect(page.getByRole('cell', { name: 'No submissions found' })).toBeVisible()
})
