import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FakeSmtp, fakeSmtp } from '../test/services/fake-smtp.ts'
import { type FakeBeehiiv, fakeBeehiiv } from '../test/services/fake-beehiiv.ts'
import { type FakeNotion, fakeNotion } from '../test/services/fake-notion.ts'
import { settingsOf } from '../test/services/fake-services.ts'
import { test as base } from './fixtures.ts'
import { PRODUCT_SECRET } from './product.ts'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { newOwnPlace } from './own-place.ts'
import { ownServer } from './own-server.ts'

type Outside = {
  smtp: FakeSmtp
  notion: FakeNotion
  beehiiv: FakeBeehiiv
}

type Fixtures = {
  outside: Outside
  /** Starts or restarts the test's own server with these services set up. */
  startWith: (
    ...services: (keyof Outside | 'smtp alone' | 'product' | 'confirming' | 'german' | 'leaderboard')[]
  ) => Promise<void>
  place: Awaited<ReturnType<typeof newOwnPlace>>
}

/** A server of the test's own, and the fake services that it can be connected to. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern
  outside: async ({}, use) => {
    await using smtp = await fakeSmtp()
    await using notion = await fakeNotion()
    await using beehiiv = await fakeBeehiiv()
    await use({ smtp, notion, beehiiv })
  },

  // oxlint-disable-next-line no-empty-pattern
  place: async ({}, use) => {
    await using place = await newOwnPlace()
    const site = { languages: { first: 'en', others: ['de'], texts: {} } }
    await writeFile(join(place.env.TMPDIR, 'site.json'), JSON.stringify(site))
    await use(place)
  },

  baseURL: ({ place }, use) => use(place.address),

  startWith: async ({ place, outside, page }, use) => {
    let server: AsyncDisposable | undefined
    await use(async (...services) => {
      const settings = Object.assign({}, ...services.map((service) => settingsFor(outside, place)[service]))
      server = await ownServer({ ...place.env, ADMIN_PASSWORD: OWNER_PASSWORD, RATE_LIMIT: 'off', ...settings })
    })
    // A page without its server would log errors.
    await page.close()
    await server?.[Symbol.asyncDispose]()
  },
})

function settingsFor({ smtp, notion, beehiiv }: Outside, place: Fixtures['place']) {
  return {
    smtp: settingsOf({ smtp }, { publicUrl: place.address }),
    'smtp alone': { SMTP_URL: smtp.url, SMTP_ALLOW_PLAINTEXT: 'on' },
    confirming: { CONFIRM_EMAIL: 'on' },
    leaderboard: { LEADERBOARD: 'on', LEADERBOARD_PAGE: 'on' },
    // Any page that answers, on the only host that a test may request.
    product: { PRODUCT_URL: `${place.address}/contact`, PRODUCT_SECRET },
    german: { SITE_FILE: join(place.env.TMPDIR, 'site.json') },
    notion: settingsOf({ notion }),
    beehiiv: settingsOf({ beehiiv }),
  }
}
