import { expect, test } from 'vitest'
import { site } from '#shared/site/site.ts'
import { replyLink } from './inbox-view.tsx'

const LETTER = { name: 'Robin & Reed', email: 'robin+1?x@example.com', message: 'One & two?\n\nThree' }

test('a reply goes to the sender, names the subject and quotes the message', () => {
  const { protocol, pathname, searchParams } = new URL(replyLink(LETTER, '3 May 2026'))

  expect([protocol, decodeURIComponent(pathname)]).toEqual(['mailto:', LETTER.email])
  expect(searchParams.get('subject')).toBe(`Re: Your message to ${site().brand.name}`)
  expect(searchParams.get('body')).toBe('\r\n\r\nOn 3 May 2026, Robin & Reed wrote:\r\n> One & two?\r\n>\r\n> Three')
})

test('a long message is cut between two characters, so that every mail program takes the link', () => {
  const link = replyLink({ ...LETTER, message: '💈'.repeat(1000) }, '3 May 2026')

  expect(link.length).toBeLessThanOrEqual(1_900)
  expect(new URL(link).searchParams.get('body')).toMatch(/> (💈)+ …$/u)
})
