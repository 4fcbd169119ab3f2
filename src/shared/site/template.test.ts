import { expect, test } from 'vitest'
import { templates } from '#site/templates.ts'
import { BEAUTY } from '../../../test/beauty.ts'
import { checkDocument } from '../../server/publishing/check-document.ts'
import { missingTexts, type SiteDocument, siteIn, siteOf, sourceSite } from './site.ts'
import { type TemplateName, TEMPLATES } from './template-names.ts'
import { withTemplate } from './template.ts'

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

const BEAUTY_IN = {
  de: /stuhl|stühle|salon|friseur|nägel|haar|schere|kundin/i,
  fr: /fauteuil|salon|coiff|\bongles?\b|ciseaux|cheveu|beauté|barb/i,
  es: /silla|salón|salon|peluquer|uñas|tijera|belleza|barber/i,
  pt: /cadeira|salão|salao|cabelo|unha|tesoura|beleza|barbe/i,
  pl: /fotel|salon|fryzj|paznok|nożyc|włos|barber/i,
  ar: /كرسي|كراسي|صالون|تجميل|حلاق|أظافر/,
  vi: /ghế|salon|cắt tóc|móng|làm đẹp/i,
}

test.each(TEMPLATES.filter((name) => name !== 'beauty'))(
  'the template %s has all its words in every language that ships, and none of them is about beauty',
  (name) => {
    const questions = templates[name].questions as typeof sourceSite.questions
    const languages = { ...sourceSite.languages, others: Object.keys(BEAUTY_IN) }
    const document: SiteDocument = { ...withTemplate(sourceSite, name), questions, languages }
    for (const [language, beauty] of Object.entries(BEAUTY_IN)) {
      const missing = missingTexts(document, language).map(({ path }) => path)
      // Blocks that no template shows have words of the owner's.
      expect([language, missing.filter((path) => !/^landing\.(stories|logos)\./.test(path))]).toEqual([language, []])
      const { privacySections: _, mails, otherLanguages: __, ...site } = siteIn(language, siteOf(document))
      const { labels: ___, ...answers } = mails.welcome.answers
      const texts = textsOf({ ...site, mails: { ...mails, welcome: { ...mails.welcome, answers } } })
      expect([language, texts.filter((text) => beauty.test(text))]).toEqual([language, []])
    }
  },
)

function textsOf(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsOf) : []
}
