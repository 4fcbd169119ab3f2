import { join } from 'node:path'
import { expect, test } from 'vitest'
import { templates } from '#site/templates.ts'
import { pageList } from '#shared/site/pages.ts'
import { setSite, site, siteOf, sourceSite } from '#shared/site/site.ts'
import { withTemplate } from '#shared/site/template.ts'
import { signIn } from '../../../test/people/owner.ts'
import { testApp } from '../../../test/test-app.ts'

const DIST = join(import.meta.dirname, '../../../dist')
const BEAUTY = /chair|salon|barber|\bnails?\b|\bcombs?\b|scissors|\bseats?\b|\bhair|beauty|solo provider/i
const CHANNELS = [
  'send-waitlist-email',
  'send-place-link',
  'send-confirmation',
  'send-address-confirmation',
  'send-reminder',
  'send-referral-notification',
] as const

test.each(['shop', 'b2b'] as const)(
  'a list from the template %s says nothing of beauty, on no page and in no mail',
  async (name) => {
    const before = site()
    const brand = { ...sourceSite.brand, name: 'Kneadly', supportEmail: 'hi@kneadly.com', address: ['1 Mill Lane'] }
    const questions = templates[name].questions as typeof sourceSite.questions
    setSite(siteOf({ ...withTemplate({ ...sourceSite, brand }, name), questions }))
    try {
      await using app = await testApp({ dist: DIST, publicUrl: 'https://kneadly.com' })
      for (const { path } of pageList) {
        if (path === '/admin') continue
        const { body } = await app.app.inject({ url: path, headers: { accept: 'text/html' } })
        expect([path, wordsIn(body).match(BEAUTY)]).toEqual([path, null])
      }
      const [inviter] = await app.joinMany(1)
      await app.join({ email: 'friend@kneadly.com', used_referral_code: inviter!.referral_code })
      const [person, friend] = [await app.entry(inviter!.email), await app.entry('friend@kneadly.com')]
      const owner = await signIn(app)
      for (const channel of CHANNELS) {
        const query = `channel=${channel}&entry_id=${person.id}&friend_id=${friend.id}`
        const mail = await owner.get(`/api/admin/mails?${query}`)
        const html = await owner.get(`/api/admin/mails.html?${query}`)
        if (mail.statusCode === 404) continue
        const words = [mail.json().subject, mail.json().text, wordsIn(html.body)].join('\n')
        expect([channel, words.match(BEAUTY)]).toEqual([channel, null])
      }
    } finally {
      setSite(before)
    }
  },
)

/** Without the names of classes and files. */
function wordsIn(html: string): string {
  return html
    .replace(/<style[^]*?<\/style>|<script[^]*?<\/script>/g, '')
    .replace(/ (?:class|id|href|src|srcset|name|data-[a-z]+|content)="[^"]*"/g, '')
}
