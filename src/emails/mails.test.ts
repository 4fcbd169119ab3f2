import { expect, test } from 'vitest'
import { firstRule, milestonesOf } from '#shared/joining/referral.ts'
import { offered } from '#shared/site/offered.ts'
import { site } from '#shared/site/site.ts'
import { confirmAddressMail, confirmAnswersMail, confirmMail, placeLinkMail } from './link-mails.ts'
import { greetingOf } from './greeting.ts'
import { contactMail } from './contact-mail.ts'
import { mailBytes } from '#shared/list/updates.ts'
import { WaveMail } from '#shared/list/waves.ts'
import { updateMail } from './update-mail.ts'
import { invitationMail, invitationReminderMail } from './invitation-mail.ts'
import { referralMail } from './referral-mail.ts'
import { welcomeMail } from './welcome-mail.ts'

const PLACE = {
  origin: 'https://waitlist.example',
  position: 1_234_567,
  joinedPosition: 1_234_600,
  referralCode: 'AB12CD',
  rule: firstRule(),
  credited: 0,
  waits: {},
  placeLink: 'https://waitlist.example/place#p',
  ask: null,
  unsubscribeLink: 'https://waitlist.example/unsubscribe?token=x',
}
const CHOSEN = {
  is_solo_provider: false,
  job_industry: 'Make Up Artist',
  problems: [...offered('problems')],
  goals: [...offered('goals')],
  price_range: '£60+/month',
  further_answers: null,
} as const

test('the longest welcome mail is complete, and far below the size at which Gmail cuts mails off', () => {
  const { subject, html, text } = welcomeMail({
    ...PLACE,
    usedReferralCode: 'ZZ99ZZ',
    chosen: { ...CHOSEN, problems: [...offered('problems')], goals: [...offered('goals')] },
  })

  expect(subject).toBe(`You’re #1,234,567 on the ${site().brand.name} waitlist`)
  for (const body of [html, text]) {
    for (const choice of [
      'Group practice',
      'Make Up Artist',
      ...offered('problems'),
      ...offered('goals'),
      '£60+/month',
      'ZZ99ZZ',
    ])
      expect(body).toContain(choice)
    expect(body).toContain(PLACE.unsubscribeLink)
  }
  expect(html.length).toBeLessThan(40_000)
  expect(html).not.toMatch(/<(script|img|link|iframe)|url\(|\bsrc=/i)
  expect(text).not.toMatch(/[<>]|&\w+;/)
})

test.each([
  ['no text', ''],
  ['many paragraphs', 'a & b\n\n'.repeat(370)],
  ['many lines', '"\n'.repeat(5_000)],
  ['many bold words', '**b** '.repeat(1_600)],
  ['many links', '[a](https://a.example) '.repeat(180)],
  ['many names', '{link} '.repeat(530)],
])('an update with %s is not longer than the editor says, and not much shorter', (_, text) => {
  const { html } = updateMail({
    words: {
      subject: 'News',
      text,
      button_label: 'Look',
      button_link: 'https://a.example',
      picture: '',
      picture_alt: '',
    },
    values: { first_name: 'Alex', place: '1st', friends: '3', my_place: PLACE.placeLink, link: 'x'.repeat(120) },
    follow: () => `https://waitlist.example/l/${'x'.repeat(60)}`,
    picture: { src: `https://waitlist.example/site/mail-${'0'.repeat(32)}.jpg`, width: 1104 },
    unsubscribeLink: PLACE.unsubscribeLink,
  })
  const bytes = Buffer.byteLength(html)
  expect(bytes).toBeLessThan(mailBytes(text))
  expect(bytes).toBeGreaterThan(mailBytes(text) * 0.5)
})

test('the longest invitation stays below the size at which Gmail cuts mails off', () => {
  const text = `${'&\n\n'.repeat(99)}${'&'.repeat(1_703)}`
  const wave = { subject: 'x'.repeat(200), text }
  expect(WaveMail.safeParse(wave).success).toBe(true)
  expect(WaveMail.safeParse({ ...wave, text: `&\n\n${text}` }).success).toBe(false)
  const { html } = invitationMail({
    ...wave,
    link: PLACE.placeLink,
    code: { code: 'AB12CD', origin: PLACE.origin },
    days: 7,
    unsubscribeLink: PLACE.unsubscribeLink,
  })
  expect(Buffer.byteLength(html)).toBeLessThan(60_000)
})

test.each([
  [0, ''],
  [1, 'One more friend counts once they confirm their email.'],
  [12, '12 more friends count once they confirm their email.'],
])('with %d friends who wait, the mail about friends says: %s', (waiting, words) => {
  const friends = { count: 1, emails: ['jane@gmail.com'] }
  const { html, text } = referralMail({
    ...PLACE,
    position: 3,
    referrals: 10,
    waits: { confirm: waiting },
    friends,
    isStill: false,
  })
  for (const body of [html, text]) {
    expect(body).toContain(words)
    expect(body.includes('they confirm their email')).toBe(waiting > 0)
  }
})

test.each([
  [1, 1, false, 'A friend joined, and you’re #1 now', 'Now you’re #1 on our waitlist.'],
  [1, 2, true, 'A friend joined, and you’re still #1', 'You’re still #1 on our waitlist.'],
  [37, 12, false, 'A friend joined, and you’re #37 now', 'Friends so far: 12.'],
])('a referrer at #%d with %d friends is told so', (position, referrals, isStill, subject, words) => {
  const friends = { count: 1, emails: ['jane@gmail.com'] }
  const mail = referralMail({ ...PLACE, position, referrals, friends, isStill })
  expect(mail.subject).toBe(subject)
  expect(mail.text).toContain(words)
})

test('at #1 no mail promises to move up, and at #2 both do', () => {
  for (const position of [1, 2]) {
    const friends = { count: 1, emails: [null] }
    const mails = [
      welcomeMail({ ...PLACE, position, usedReferralCode: null, chosen: CHOSEN }),
      referralMail({ ...PLACE, position, referrals: 1, friends, isStill: false }),
    ]
    for (const { html, text } of mails) {
      for (const body of [html, text]) {
        expect(/move up|moves you up/i.test(body)).toBe(position > 1)
        expect(/Whoever brings the most friends goes in first/.test(body)).toBe(position === 1)
      }
    }
  }
})

test('no mail promises places if the rule gives none, or to somebody whose limit is used up', () => {
  const friends = { count: 1, emails: [null] }
  const standing = { ...PLACE, position: 40, referrals: 2, friends, isStill: false }
  for (const rule of [
    { places: 0, cap: null },
    { places: 5, cap: 0 },
  ]) {
    const { html, text } = welcomeMail({ ...PLACE, position: 40, rule, usedReferralCode: null, chosen: CHOSEN })
    for (const body of [html, text]) expect(body).not.toMatch(/moves? (you )?up|move up|places/i)
  }
  const { html, text } = referralMail({ ...standing, rule: { places: 5, cap: 10 }, credited: 10 })
  for (const body of [html, text]) expect(body).not.toMatch(/moves? you up|move up/i)
  expect(referralMail({ ...standing, rule: { places: 5, cap: 10 }, credited: 9 }).html).toMatch(/move up/i)
})

test('the mails about a place have the way back to it, and the welcome mail says that answers are corrected there', () => {
  const { html, text } = welcomeMail({ ...PLACE, usedReferralCode: null, chosen: CHOSEN })
  const friends = { count: 1, emails: [null] }
  const told = referralMail({ ...PLACE, position: 3, referrals: 1, friends, isStill: false })
  for (const mail of [{ html, text }, told]) {
    expect(mail.html).toMatch(/href="https:\/\/waitlist\.example\/place#p"[^>]*>See your place<\/a/)
    expect(mail.text).toContain('See your place:\nhttps://waitlist.example/place#p\n')
  }
  expect(html).toMatch(/<a[^>]*href="https:\/\/waitlist\.example\/place#p"[^>]*>Update your answers<\/a\s*>/)
})

test.each([
  // People whom friends cannot move up hear of no places, and others only of those that are ahead of them.
  [1, [[], [], []]],
  [2, [['1 place'], ['1 place'], ['1 place']]],
  [12, [['5 places'], ['11 places'], ['11 places']]],
])('the milestones of somebody who joined at #%d promise what friends can bring', (joinedPosition, places) => {
  const told = [1, 3, 10].map((referrals) => {
    const friends = { count: referrals, emails: [null] }
    const { text } = referralMail({ ...PLACE, position: 1, joinedPosition, referrals, friends, isStill: true })
    return [...text.matchAll(/You’ve reached a milestone: [^.]*?(\d+ places?)/g)].map(([, places]) => places).slice(-1)
  })
  expect(told).toEqual(places)
})

const [FIRST, SECOND, THIRD] = milestonesOf(firstRule(), 100) as [Milestone, Milestone, Milestone]
type Milestone = ReturnType<typeof milestonesOf>[number]
const reached = ({ reward }: Milestone) => ['You’ve reached a milestone', reward]
const next = (friends: string, { reward }: Milestone) => [`${friends} until the next milestone`, reward]

test.each([
  [FIRST.friends, 1, [reached(FIRST), next('2 more friends', SECOND)]],
  [SECOND.friends - 1, 1, [next('1 more friend', SECOND)]],
  [SECOND.friends + 2, 4, [reached(SECOND), next('5 more friends', THIRD)]],
  [THIRD.friends + 1, 2, [reached(THIRD)]],
  [THIRD.friends + 2, 1, []],
])('with %d friends, %d of them new, a mail tells of the milestones: %j', (referrals, count, words) => {
  const mail = referralMail({ ...PLACE, referrals, friends: { count, emails: [null] }, isStill: false })
  for (const body of [mail.html, mail.text]) {
    for (const said of words.flat()) expect(body).toContain(said)
    expect(body.match(/reached a milestone|until the next milestone/g) ?? []).toHaveLength(words.length)
  }
})

const CODE = { code: 'K7P2-QX9M', origin: 'https://waitlist.example' }

test('mails that ask for a press hold the link, no name, and nothing that a stranger may not read', () => {
  const link = 'https://waitlist.example/confirm#x'
  const asked = { link, code: CODE, keptUntil: new Date('2026-12-06'), unsubscribeLink: PLACE.unsubscribeLink }
  const mails = [
    confirmMail({ ...asked, isReminder: false }),
    confirmMail({ ...asked, isReminder: true }),
    confirmAnswersMail(asked),
    confirmAddressMail(asked),
    placeLinkMail({ ...asked, position: 1_234_567, answersLink: 'https://waitlist.example/confirm#answers' }),
  ]
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(mails.length)
  for (const { html, text } of mails) {
    for (const body of [html, text]) expect(body).toContain(link)
    expect(html).not.toMatch(/<(script|img|link|iframe)|url\(|\bsrc=/i)
    expect(text).not.toMatch(/[<>]|&\w+;/)
  }
  for (const { text } of mails.slice(0, 2)) expect(text).toContain('We’ll hold it until 6 December.')
  // A position in a mail before the confirmation would let strangers count joins.
  for (const { text } of mails.slice(0, 4)) expect(text).not.toMatch(/#\d/)
  for (const body of [mails[4]!.html, mails[4]!.text])
    expect(body).toContain('https://waitlist.example/confirm#answers')
  for (const { html, text } of [...mails.slice(0, 3), mails[4]!])
    for (const body of [html, text])
      expect(body).toContain('Enter this code at waitlist.example/place within the next hour: K7P2-QX9M')
  // Another address may be a stranger's: there is nothing to unsubscribe from, and nothing about the person.
  expect(mails[3]!.text).not.toMatch(/unsubscribe/)
})

test('a friend whose address is erased or odd still counts as a friend', () => {
  for (const friendEmail of [null, 'jane@evil.example/free prizes']) {
    const { html, text } = referralMail({
      ...PLACE,
      referrals: 1,
      friends: { count: 1, emails: [friendEmail] },
      isStill: false,
    })
    expect(text).toContain('A friend of yours joined')
    expect(html + text).not.toContain('evil')
  }
})

test('several friends share a mail, which names the friends with a maskable address and counts the others', () => {
  const emails = ['jane@gmail.com', null, 'jo@evil.example/x', 'ada@example.com']
  const { subject, html, text } = referralMail({
    ...PLACE,
    referrals: 1_240,
    friends: { count: 1_234, emails },
    isStill: false,
  })
  expect(subject).toBe('1,234 friends joined, and you’re #1,234,567 now')
  for (const body of [html.replaceAll('&amp;', '&'), text]) {
    expect(body).toContain(
      `1,234 friends joined the ${site().brand.name} waitlist with your code since our last email: `,
    )
    expect(body).toContain('j•••@gmail.com, a•••@example.com and 1,232 more.')
  }
  const nobody = referralMail({ ...PLACE, referrals: 2, friends: { count: 2, emails: [null, null] }, isStill: false })
  expect(nobody.text).toContain(`2 friends joined the ${site().brand.name} waitlist with your code.`)
})

test('a contact message stands in its mail exactly as it was written, as text', () => {
  const letter = {
    canAnswer: true,
    name: '<b>R&D</b>\n"x"',
    email: '"a b"@example.com',
    message: "It's\r\n<script>1</script>\n & more",
  }
  const { subject, html, text } = contactMail(letter)

  expect(subject).toBe('Message from <b>R&D</b> "x"')
  expect(text).toContain(letter.message)
  expect(html).toMatch(/It&#39;s\s*<br \/>\s*&lt;script&gt;1&lt;\/script&gt;\s*<br \/>\s*&amp; more/)
  expect(html).not.toMatch(/<script|<b>/)
  expect(contactMail({ ...letter, name: 'x'.repeat(200) }).subject.length).toBeLessThan(80)
})

test('an invitation has the owner’s words in paragraphs, as text and never as markup, and its reminder names the last day', () => {
  const { unsubscribeLink } = PLACE
  const link = 'https://waitlist.example/invitation#i'
  const subject = 'Come in <now> & sit'
  const mail = invitationMail({
    subject,
    text: 'First <b>part</b>.\n\n\nSecond & last.',
    link,
    code: CODE,
    days: 1,
    unsubscribeLink,
  })
  expect(mail.subject).toBe(subject)
  expect(mail.html).toContain('First &lt;b&gt;part&lt;/b&gt;.')
  expect(mail.html).not.toContain('<b>')
  expect(mail.html.match(/<p[^>]*>(First|Second)/g)).toHaveLength(2)
  expect(mail.text).toContain(
    'First <b>part</b>.\n\nSecond & last.\n\nTake your seat:\nhttps://waitlist.example/invitation#i',
  )
  expect(mail.text).toContain('We’ll keep your seat free for one day.')
  const reminder = invitationReminderMail({
    endsAt: new Date('2026-06-10T09:00:00Z'),
    link,
    code: CODE,
    unsubscribeLink,
  })
  for (const body of [reminder.html, reminder.text]) expect(body).toContain('We’ll keep it for you until Wednesday')
  for (const { html, text } of [mail, reminder])
    for (const body of [html, text]) {
      expect(body).toContain(link)
      expect(body).toContain(unsubscribeLink)
    }
})

test.each([
  ['Ada Lovelace', 'Hello Ada,'],
  ['  Zoë ', 'Hello Zoë,'],
  ['Dr. Moss', 'Hello Dr. Moss,'],
  ['J. R. Smith', 'Hello J. R. Smith,'],
  ['王小明', 'Hello 王小明,'],
  ['https://evil.example win', null],
  ['win at evil.example', null],
  ['x'.repeat(61), null],
  ['\u202e', null],
])('%s is greeted with %s', (name, greeting) => {
  expect(greetingOf(name)).toBe(greeting)
})
