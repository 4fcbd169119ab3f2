import { site } from '#shared/site/site.ts'
import type { Message } from '#shared/list/messages.ts'

/** Some mail programs refuse longer links, so the quoted text is cut. */
const LONGEST = 1_900

export function replyLink({ name, email, message }: Pick<Message, 'name' | 'email' | 'message'>, when: string): string {
  const to = `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
  const subject = encodeURIComponent(`Re: Your message to ${site().brand.name}`)
  const linkWith = (text: string) => {
    const quoted = text.split(/\r\n|\r|\n/).map((line) => `> ${line}`.trimEnd())
    const body = ['', '', `On ${when}, ${name} wrote:`, ...quoted].join('\r\n')
    return `${to}?subject=${subject}&body=${encodeURIComponent(body)}`
  }
  const whole = linkWith(message)
  if (whole.length <= LONGEST) return whole
  // Cuts between whole characters, because half of a surrogate pair cannot be encoded.
  const characters = [...message]
  let [kept, tooMany] = [0, characters.length]
  while (tooMany - kept > 1) {
    const middle = Math.floor((kept + tooMany) / 2)
    if (linkWith(`${characters.slice(0, middle).join('')} …`).length <= LONGEST) kept = middle
    else tooMany = middle
  }
  return linkWith(`${characters.slice(0, kept).join('')} …`)
}
