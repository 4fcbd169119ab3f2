import { expect, test } from 'vitest'
import { captions } from './site-files.ts'
import { hiddenHead, publicHead } from './page-parts.ts'

const NAME = `O'Neil & <Sons> "Hair"`

test('a name may contain characters that mean something in markup', () => {
  const safe = `O'Neil &amp; &lt;Sons> &quot;Hair&quot;`
  const page = { title: NAME, description: NAME }
  expect(publicHead(page, { origin: '', path: '/' })).toContain(`<title>${safe}</title>`)
  expect(publicHead(page, { origin: '', path: '/' })).toContain(`<meta property="og:description" content="${safe}" />`)
  expect(hiddenHead(page)).toContain(`<title>${safe}</title>`)
  expect(captions([{ from: 0, to: 4.5, text: NAME }])).toBe(`WEBVTT\n\n00:00:00.000 --> 00:00:04.500\n${safe}\n`)
})
