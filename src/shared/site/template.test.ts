import { expect, test } from 'vitest'
import { templates } from '#site/templates.ts'
import { checkDocument } from '../../server/publishing/check-document.ts'
import { siteOf, sourceSite } from './site.ts'
import { type TemplateName, TEMPLATES } from './template-names.ts'
import { withTemplate } from './template.ts'

export const BEAUTY =
  /chair|salon|barber|\bnails?\b|\bcombs?\b|scissors|\bseats?\b|hair|beauty|treatment|stylist|foils|balayage|solo provider|Group practice/i

test('the first template is the site of src/site, and taking it again brings everything back', () => {
  const shop = withTemplate(sourceSite, 'shop')
  expect(withTemplate(sourceSite, 'beauty')).toEqual(sourceSite)
  expect(withTemplate(shop, 'beauty')).toEqual(sourceSite)
})

test.each(TEMPLATES.filter((name) => name !== 'beauty'))(
  'the template %s can be published, keeps what is the owner’s, and no text of it is about beauty',
  (name: TemplateName) => {
    const own = {
      ...sourceSite.brand,
      name: 'Kneadly',
      launch: 'May 2031',
      supportEmail: 'hi@kneadly.com',
      address: ['1 Mill Lane'],
    }
    const look = { ...sourceSite.look, color: sourceSite.look.paper }
    const document = withTemplate({ ...sourceSite, brand: own, look }, name)
    expect(document.brand).toEqual({ ...own, pitch: document.brand.pitch })
    expect(document.look.color).toBe(sourceSite.look.paper)
    const words = { ...document, questions: templates[name].questions as typeof document.questions }
    expect(checkDocument(words, words)).toEqual([])
    const { privacySections: _, colors: __, look: ___, mails, ...site } = siteOf(words)
    // Labels of questions that it does not ask.
    const { labels: ____, ...answers } = mails.welcome.answers
    const texts = textsOf({ ...site, mails: { ...mails, welcome: { ...mails.welcome, answers } } })
    expect(texts.filter((text) => BEAUTY.test(text))).toEqual([])
  },
)

function textsOf(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsOf) : []
}
