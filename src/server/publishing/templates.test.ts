import { expect, test } from 'vitest'
import { templates } from '#site/templates.ts'
import { QUEUE_ART } from '#shared/site/artwork.ts'
import { pageList } from '#shared/site/pages.ts'
import type { Question } from '#shared/site/questions.ts'
import { setSite, site, type SiteDocument, siteOf, sourceSite } from '#shared/site/site.ts'
import { BEAUTY, textsIn } from '../../../test/beauty.ts'
import { withTemplate } from '#shared/site/template.ts'
import { accountMail, testMail } from '../../emails/account-mail.ts'
import { contactDigestMail, contactMail } from '../../emails/contact-mail.ts'
import { floodMail, guardedMail, rewardCodesMail, switchedOffMail } from '../../emails/owner-mail.ts'
import { mailsToVisitors } from '../../../test/mails-to-visitors.ts'
import { signIn } from '../../../test/people/owner.ts'
import { sampleAnswers } from '../../../test/sample-answers.ts'
import { DIST } from '../../../test/servers/dist.ts'
import { testApp } from '../../../test/test-app.ts'
import { invitationTicket, ownTicket } from '../pages/ticket-svg.ts'

const ORIGIN = 'https://kneadly.com'
const NOBODYS = { is_solo_provider: null, job_industry: null, problems: [], goals: [], price_range: null }
const BRAND = { ...sourceSite.brand, name: 'Kneadly', supportEmail: 'hi@kneadly.com' }

function fromTemplate(name: keyof typeof templates): SiteDocument {
  const questions = templates[name].questions as SiteDocument['questions']
  return { ...withTemplate({ ...sourceSite, brand: BRAND }, name), questions }
}

/** Every block, other questions of every kind, pictures, an address, and words of the owner’s. */
function bakery(): SiteDocument {
  const shop = fromTemplate('shop')
  const picture = { hash: '0'.repeat(32), width: 600, height: 400 }
  const asked = { label: 'Bread', question: 'Which bread?' }
  const questions: Question[] = [
    { ...asked, name: 'bread', kind: 'many', choices: ['Rye', 'Wheat', 'Other'], other: 'other_bread' },
    { ...asked, name: 'loaves', kind: 'number', question: 'How many loaves a week?' },
    { ...asked, name: 'first_visit', kind: 'date', question: 'When will you come?', optional: true },
    { ...asked, name: 'blog', kind: 'link', placeholder: 'https://', optional: true },
    { ...asked, name: 'by_bike', kind: 'yes-no', question: 'By bike?' },
  ]
  return {
    ...shop,
    brand: { ...shop.brand, address: ['1 Mill Lane'] },
    look: { ...shop.look, color: fromTemplate('app').look.color, face: 'nunito' },
    questions: questions as unknown as SiteDocument['questions'],
    landing: {
      ...shop.landing,
      blocks: ['stories', 'answers', 'problem', 'hero', 'belief', 'logos', 'features', 'ready'],
      stories: shop.landing.stories.map((story) => ({ ...story, picture, alt: 'A loaf' })) as never,
    },
  } as SiteDocument
}

test.each([
  ['of the template for shops', () => fromTemplate('shop')],
  ['of the template for business software', () => fromTemplate('b2b')],
  ['of the template for apps', () => fromTemplate('app')],
  ['made by hand', bakery],
])('a list %s says and shows nothing of beauty: pages, forms, tickets, embeds, mails and errors', async (_, make) => {
  const before = site()
  setSite(siteOf(make()))
  try {
    await using app = await testApp({ dist: DIST, publicUrl: ORIGIN })
    const [inviter] = await app.joinMany(1)
    const code = inviter!.referral_code
    await app.join({ email: 'friend@kneadly.com', used_referral_code: code })
    const said = new Map<string, string>()
    const open = async (url: string, cookie = '') =>
      said.set(url, textsIn((await app.app.inject({ url, headers: { accept: 'text/html', cookie } })).body))

    // Those of the dashboard are drawn in the browser.
    for (const { path } of pageList) if (path !== '/admin') await open(path)
    for (const url of [`/?ref=${code}`, '/nowhere', `/s/${code}`, '/embed', '/embed.js', '/embed.css']) await open(url)
    const form = { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
    const begun = await app.app.inject({
      method: 'POST',
      url: '/join',
      headers: form,
      payload: 'email=mia@kneadly.com',
    })
    await open('/form', String(begun.headers['set-cookie']).split(';')[0])
    const refused = await app.app.inject({ method: 'POST', url: '/join', headers: form, payload: 'email=nobody' })
    said.set('a refused form', textsIn(refused.body))
    said.set('a refused call', JSON.stringify((await app.post({ email: 'no', ...sampleAnswers() })) ?? null))
    said.set('tickets', JSON.stringify([ownTicket(), invitationTicket(code)]))

    const { everyQuestion: _e, colors: _c, look: _l, privacySections: _p, mails: words, ...rest } = site()
    // Labels of questions that it does not ask.
    const { labels: _labels, ...answers } = words.welcome.answers
    const texts = JSON.stringify({ ...rest, words: { ...words, welcome: { ...words.welcome, answers } } })
    said.set('every text', texts.replace(/"\w+":/g, ''))

    const owner = await signIn(app)
    const [person, friend] = [await app.entry(inviter!.email), await app.entry('friend@kneadly.com')]
    const queries = ['send-waitlist-email', 'send-place-link', `send-referral-notification&friend_id=${friend.id}`]
    for (const query of queries) {
      const mail = await owner.get(`/api/admin/mails?entry_id=${person.id}&channel=${query}`)
      const html = await owner.get(`/api/admin/mails.html?entry_id=${person.id}&channel=${query}`)
      expect([mail.statusCode, html.statusCode]).toEqual([200, 200])
      said.set(query, [mail.json().subject, mail.json().text, textsIn(html.body)].join('\n'))
    }
    const mails = [
      ...mailsToVisitors({ ...NOBODYS, further_answers: person.further_answers as never }),
      contactMail({ name: 'Mia', email: 'mia@kneadly.com', message: 'Hello', canAnswer: true }),
      contactDigestMail(3),
      floodMail(),
      guardedMail({ by: 'mia', what: ['the address'] }),
      switchedOffMail({ name: 'Till', off_because: 'gone' }),
      rewardCodesMail({ words: 'A loaf', unused: 0, waiting: 2 }),
      accountMail(ORIGIN, 'invitation'),
      accountMail(ORIGIN, 'recovery'),
      testMail({ origin: ORIGIN, from: 'hi@kneadly.com' }),
    ]
    for (const { subject, html, text } of mails) said.set(`mail: ${text}`, [subject, text, textsIn(html)].join('\n'))

    for (const [where, what] of said) {
      expect([where, what.length > 10]).toEqual([where, true])
      expect([where, what.match(BEAUTY)?.[0] ?? null]).toEqual([where, null])
    }
    expect([QUEUE_ART.chair.mark, QUEUE_ART.chair.first]).not.toContain(site().mark)
    const rules = await app.app.inject(/href="([^"]+colors\.css)"/.exec((await app.app.inject('/')).body)![1]!)
    expect(rules.body).toContain('--divider: ')
  } finally {
    setSite(before)
  }
})
