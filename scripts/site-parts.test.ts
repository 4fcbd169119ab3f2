import { expect, test } from 'vitest'
import { siteParts } from './site-parts.ts'

type Plugin = { transform: { handler(code: string, id: string): string } }

const transform = (code: string, file = 'web/routes/x.tsx') =>
  (siteParts() as unknown as Plugin).transform.handler(code, `/app/src/${file}`)

test('a file of the pages gets the parts of the site that it names, and no others', () => {
  const code = transform(
    "import { perSite, site } from '#shared/site.ts'\nexport const title = () => site().contact.title\n",
  )
  expect(code).toContain("import { contact as site_contact } from '#site/contact.ts'")
  expect(code).toContain('title = () => site_contact.title')
  expect(code).toContain("import { perSite } from '#shared/site.ts'")
  expect(code.match(/#site/g)).toHaveLength(1)
})

test('the pages have the number of questions, as digits and as a word, but not the questions', () => {
  const digits = transform("import { site } from '#shared/site.ts'\nexport const last = () => site().questionCount\n")
  expect(digits).toContain('const site_questionCount = 7;')
  expect(digits).not.toContain('#site')
  const words = transform('export const landing = ({ brand, questionCount }: Basics) => ({\n})', 'site/landing.ts')
  expect(words).toContain('site_landing = /* @__PURE__ */ landing({ brand: site_brand, questionCount: "seven" })')
})

test('the pages have the title of every page, and no description', () => {
  const code = transform("import { site } from './site.ts'\nexport const title = () => site().pages.contact.title\n")
  expect(code).toContain('"contact":{"title":"Get in Touch | Firstchair"}')
  expect(code).not.toContain('description')
})

test('a file of the pages must not read the whole site', () => {
  expect(() => transform("import { site } from '#shared/site.ts'\nexport const all = () => site()\n")).toThrow(
    'reads the whole site',
  )
})
