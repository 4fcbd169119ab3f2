import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asciiDomain, emailKey, hashedSpellings } from './email-key.ts'
import { mailboxOf } from '../trust/mailbox.ts'

test.each([
  [
    'ann@gmail.com',
    'ANN@GMail.com',
    ' ann@gmail.com. ',
    'ann@gm\u00adail.com',
    'ann@ｇｍａｉｌ．ｃｏｍ',
    'ann@gmail。com。',
  ],
  [
    'ann@gmail.com',
    'ann@gma\u200bil.com',
    'ann@\ufeffgmail.com',
    'ann@gmail\u2060.com',
    'ann@ℊ𝓶𝖆𝗂𝘭.com',
    'ann@gmail.com..',
  ],
  [
    'ann@xn--bcher-kva.example',
    'ann@bücher.example',
    'ann@bu\u0308cher.example',
    'ANN@BÜCHER.example',
    'ann@XN--BCHER-KVA.example',
  ],
  ['jos\u00e9@example.com', 'jose\u0301@example.com', 'JOSE\u0301@EXAMPLE.COM'],
])('%s is the key of each of its spellings', (key, ...spellings) => {
  expect(spellings.map(emailKey)).toEqual(spellings.map(() => key))
  expect(emailKey(key)).toBe(key)
})

test.each([
  // An invisible joiner is valid in a domain only between certain letters of other scripts.
  'ann@gma\u200cil.com',
  'ann@gma\u200dil.com',
  // A URL parser would cut off or decode parts of these, or take another part for the host.
  'ann@gmail.com/ü',
  'ann@gmail.com?ü',
  'ann@gmail.com#ü',
  'ann@gm%61il。com',
  'ü:x@gmail.com:80ü',
  'ann@\u00ad',
  'ann@℀.com',
])('%s has no ASCII form and is kept as typed', (email) => {
  expect(emailKey(email)).toBe(email)
  expect(asciiDomain(email.slice(email.lastIndexOf('@') + 1))).toBeNull()
})

test('domains that are different names have different keys', () => {
  const emails = ['a@strasse.de', 'a@straße.de', 'a@bucher.example', 'a@bücher.example', 'a@аpple.com', 'a@apple.com']
  expect(new Set(emails.map(emailKey)).size).toBe(emails.length)
})

/** Parts that the key often changes: invisible and wide characters, dots, tags, combining marks and capitals. */
const parts = fc.constantFrom(
  ' ',
  '\u3000',
  ...'a B x n - -- xn-- + . .. 。 ． ＋ @ ＠ ü İ ı ß ς Σ 𝚺 ſ K ﬁ ℡ ① １ 1 % / gmail.com proton.me me.com ｇｍａｉｌ.com'.split(
    ' ',
  ),
  ...'\u00ad\u200b\u200c\u200d\u0301\u0308\u0307\u034f\u0345\uffa0\u1160\u115f\ufe0f\u00a8\u1e9e',
)
const text = fc.oneof(
  fc.array(parts, { maxLength: 12 }).map((list) => list.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const address = fc.tuple(text, text).map(([name, domain]) => `${name}@${domain}`)

test('the key of a key is itself, and so is the mailbox of a mailbox', () => {
  fc.assert(
    fc.property(address, (email) => {
      expect(emailKey(emailKey(email))).toBe(emailKey(email))
      expect(mailboxOf(mailboxOf(email))).toBe(mailboxOf(email))
      expect(mailboxOf(emailKey(email))).toBe(mailboxOf(email))
    }),
    { numRuns: 5_000 },
  )
})

test('the hash of an erased address is looked for in ASCII, in letters and as typed', () => {
  expect(hashedSpellings('ann@gmail.com')).toEqual(['ann@gmail.com'])
  for (const email of ['ann@xn--bcher-kva.example', 'ann@bücher.example'])
    expect(hashedSpellings(email).sort()).toEqual(['ann@bücher.example', 'ann@xn--bcher-kva.example'])
  expect(hashedSpellings('ann@mail.ｂücher.example')).toHaveLength(3)
})
