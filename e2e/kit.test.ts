import { expect, type Page, test } from '@playwright/test'
import { serveKit } from '../scripts/kit.ts'
import { expectSound } from './sound.ts'

/* The kit is built by itself: no bundle that visitors get has this page. */
test.describe.configure({ mode: 'default' })

let kit: Awaited<ReturnType<typeof serveKit>>

test.beforeAll(async () => {
  kit = await serveKit(0)
})
test.afterAll(() => kit.close())

async function openKit(page: Page) {
  await page.goto(kit.address)
  await expect(page.getByRole('heading', { name: 'Kit', exact: true })).toBeVisible()
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

for (const [width, colorScheme] of [
  [360, 'light'],
  [768, 'dark'],
  [1280, 'light'],
] as const)
  test(`at ${width} px, ${colorScheme}, the kit has no defect and fits`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await openKit(page)
    await page.getByRole('tab', { name: 'None' }).click()
    // The made-up states of waiting would be waited for.
    await page.evaluate(() => document.querySelectorAll('[aria-busy="true"]').forEach((busy) => (busy.ariaBusy = null)))
    await expectSound(page)
    for (const name of ['Open dialog', 'Open sheet', 'Revoke: Laptop']) {
      await button(page, name).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectSound(page)
      await page.keyboard.press('Escape')
      await expect(button(page, name)).toBeFocused()
    }
  })

test('where colours are forced, what is on, chosen or open looks otherwise', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openKit(page)
  const row = page.getByRole('group', { name: 'Range' })
  for (const [part, control] of [
    [page.getByRole('switch', { name: 'Confirm by mail' }), page.getByRole('switch', { name: 'Confirm by mail' })],
    [row, row.getByRole('button', { name: 'All' })],
    [page.getByRole('tablist'), page.getByRole('tab', { name: 'None' })],
  ] as const) {
    const look = async () => {
      await page.mouse.move(0, 0)
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      return (await part.screenshot({ animations: 'disabled' })).toString('base64')
    }
    const before = await look()
    await control.click()
    await expect.poll(look).not.toBe(before)
  }
})

test('a button at work keeps the focus and ignores presses, with the keyboard too', async ({ page }) => {
  await openKit(page)
  const busy = page.getByRole('button', { name: 'Saving...' })
  await busy.focus()
  await page.keyboard.press('Enter')
  await busy.click({ force: true })
  await expect(busy).toBeFocused()
  await expect(page.getByText('Pressed: nothing')).toBeVisible()
  await button(page, 'Press primary').press('Enter')
  await expect(page.getByText('Pressed: primary')).toBeVisible()
})

test('a question acts when it is confirmed, and by no other way', async ({ page }) => {
  await openKit(page)
  const revoke = button(page, 'Revoke: Laptop')
  await revoke.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(revoke).toBeFocused()
  await expect(page.getByText('Pressed: nothing')).toBeVisible()
  await revoke.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter')
  await expect(page.getByText('Pressed: revoked')).toBeVisible()
  await expect(revoke).toBeFocused()
  await button(page, 'Erase...').click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Erase' })).toBeDisabled()
})

test('Escape closes the list of a select before the dialog around it', async ({ page }) => {
  await openKit(page)
  await button(page, 'Open sheet').click()
  const select = page.getByRole('dialog').getByRole('combobox', { name: 'Sort' })
  await select.press('Enter')
  await page.keyboard.press('Escape')
  await expect(select).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a form marks what is missing, sends once, and shows a refusal at its field', async ({ page }) => {
  await openKit(page)
  const form = page.getByRole('region', { name: 'Form', exact: true })
  const [name, email] = ['Name', 'Email'].map((label) => form.getByRole('textbox', { name: label })) as [
    ReturnType<Page['locator']>,
    ReturnType<Page['locator']>,
  ]
  await name.press('Enter')
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription(/\w/)

  await name.fill('Ada')
  await email.fill('ada@gmail,com')
  await form.getByRole('button', { name: 'Yes, use it' }).click()
  await expect(email).toHaveValue('ada@gmail.com')
  await form.getByRole('checkbox', { name: /^Write/ }).check()
  await form.getByRole('switch').press('Space')
  await form.getByRole('combobox', { name: 'Role' }).selectOption('Owner')
  await email.press('Enter')
  await expect(form.getByRole('button', { name: 'Inviting...' })).toBeDisabled()
  const value = {
    name: 'Ada',
    email: 'ada@gmail.com',
    role: 'owner',
    scopes: ['read', 'write'],
    mails: false,
    list: 'main',
  }
  await expect(form.getByRole('status', { name: 'Sent' })).toHaveText(JSON.stringify(value))

  await button(page, 'Server: refuse the email').click()
  await expect(email).toHaveAccessibleDescription('This email has an account.')
  await email.fill('grace@example.com')
  await expect(email).not.toHaveAttribute('aria-invalid', 'true')
  await email.press('Enter')
  await button(page, 'Server: refuse').click()
  await expect(form.getByRole('alert').filter({ hasText: 'Only owners may invite.' })).toBeVisible()
  await expect(email).toHaveValue('grace@example.com')
})

test('a late answer drops nothing that was typed since, and empties a form that is as it was sent', async ({
  page,
}) => {
  await openKit(page)
  const form = page.getByRole('region', { name: 'Form', exact: true })
  const name = form.getByRole('textbox', { name: 'Name' })
  const email = form.getByRole('textbox', { name: 'Email' })
  await name.fill('Ada')
  await email.fill('ada@example.com')
  await name.press('Enter')
  await name.fill('Ada Lovelace')
  await button(page, 'Server: accept').click()
  await expect(form.getByRole('button', { name: 'Invite' })).toBeEnabled()
  await expect(name).toHaveValue('Ada Lovelace')
  await name.press('Enter')
  await expect(form.getByRole('button', { name: 'Inviting...' })).toBeVisible()
  await button(page, 'Server: accept').click()
  await expect(name).toHaveValue('')
  await expect(email).toHaveValue('')
})

test('in a table, arrow keys go from row to row, and a press opens the row and ticks it', async ({ page }) => {
  await openKit(page)
  const table = page.getByRole('table', { name: 'People' })
  const open = (name: string) => table.getByRole('button', { name: `View details of ${name}` })
  await open('ada@example.com').focus()
  await page.keyboard.press('ArrowDown')
  await expect(open('grace@example.com')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status', { name: 'Opened' })).toHaveText('Opened 3, ticked 0')
  await table.getByText('Ada’s Salon').click()
  await expect(open('ada@example.com')).toBeFocused()
  await table.getByRole('checkbox', { name: 'ada@example.com' }).press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(table.getByRole('checkbox', { name: 'grace@example.com' })).toBeFocused()
  await table.getByRole('checkbox', { name: 'Everybody on this page' }).press('Space')
  await expect(page.getByRole('status', { name: 'Opened' })).toHaveText('Opened 1, ticked 3')
  await table.getByRole('button', { name: 'Friends' }).press('Enter')
  await expect(table.getByRole('columnheader', { name: 'Friends' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(table.getByRole('rowheader').first()).toHaveText('grace@example.com')
})

test('arrow keys go from tab to tab, and a tab opens with Enter or by itself', async ({ page }) => {
  await openKit(page)
  await page.getByRole('tab', { name: 'People' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'None' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tabpanel', { name: 'None' })).toContainText('Nobody has joined yet.')
})

test('Copy says that it has copied, and shows the text to copy by hand where it may not', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openKit(page)
  await button(page, 'Copy link').press('Enter')
  await expect(button(page, 'Copied!')).toBeFocused()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('https://waitlist.example/?ref=AB12CD')
  await page.evaluate(() =>
    Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('denied')) }),
  )
  await button(page, 'Copy key').click()
  await expect(page.getByText('Please copy it yourself')).toBeVisible()
  expect(await page.evaluate(() => String(getSelection()))).toContain('fc_12345678_')
})
