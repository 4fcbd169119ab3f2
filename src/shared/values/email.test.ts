import { expect, test } from 'vitest'
import { isEmail, isMailable, meantEmail, readEmail } from './email.ts'

const DEE = 'dee@salon.example'

test.each([
  'Dee Moss <dee@salon.example>',
  '"Moss, Dee" <dee@salon.example>;',
  'dee@salon.example <dee@salon.example>',
  '<dee@salon.example>',
  '<mailto:dee@salon.example|dee@salon.example>',
  'mailto:dee@salon.example',
  'MAILTO:dee%40salon.example?subject=Hello&cc=ann@salon.example',
  '[dee@salon.example](mailto:dee@salon.example)',
  '[Dee Moss](mailto:dee@salon.example)',
  "'dee@salon.example'",
  '"dee@salon.example"',
  '‘dee@salon.example’',
  '“dee@salon.example”',
  '„dee@salon.example“',
  '«dee@salon.example»',
  '`dee@salon.example`',
  '(dee@salon.example)',
  'dee@salon.example,',
  'dee@salon.example;',
  'dee@salon.example.',
  'dee@salon.example>',
  'dee@salon.example/',
  'dee＠salon．example',
  'ｄｅｅ@ｓａｌｏｎ。ｅｘａｍｐｌｅ',
  '\u00a0dee@salon.example\u3000\n',
])('%s is an address with something around it', (pasted) => {
  expect(readEmail(pasted)).toBe(DEE)
  expect(isEmail(pasted)).toBe(true)
})

test('invisible characters are no part of an address, except between letters that need them', () => {
  const invisible =
    '\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufe0f\ufeff'
  for (const one of invisible) expect(readEmail(`${one}d${one}ee@sa${one}lon.example${one}`)).toBe(DEE)
  expect(readEmail('dee@نامه\u200cای.example')).toBe('dee@نامه\u200cای.example')
})

test.each([
  ['dee@salon. example', DEE],
  ['dee @ salon.example', DEE],
  ['dee@salon,example', DEE],
  ['dee@salon..example', DEE],
  ['dee@@salon.example', DEE],
  ['Dee dee@salon.example', DEE],
  ['dee@salon.example (Dee)', DEE],
  ['ann@salon.example, dee@salon.example', null],
  ['@', null],
  ['@dee.cuts', null],
  ['https://x.example/@dee', null],
])('%s stays an email by the rule, no mail can reach it, and perhaps %s is meant', (typed, meant) => {
  expect([isEmail(typed), readEmail(typed), isMailable(typed), meantEmail(typed)]).toEqual([true, typed, false, meant])
})

test.each([
  DEE,
  "o'brien@salon.example",
  'dee+tag@salon.example',
  'dee@bücher.example',
  'root@localhost',
  '😀@salon.example',
])('%s is an address as it is', (typed) => {
  expect([readEmail(typed), isMailable(typed), meantEmail(typed)]).toEqual([typed, true, null])
})

test.each(['dee', 'dee@salon.example\u0007', 'd\u0000ee@salon.example', `${'d'.repeat(250)}@x.yz`])(
  '%j is refused',
  (typed) => {
    expect(isEmail(typed)).toBe(false)
  },
)
