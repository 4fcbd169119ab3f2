import { fakeBeehiiv } from '../test/fake-beehiiv.ts'
import { fakeNotion } from '../test/fake-notion.ts'
import type { Fault } from '../test/fake-service.ts'
import { fakeSmtp } from '../test/fake-smtp.ts'

/** The data that the three services got, in order of arrival; people by their emails. */
export type Received = { messageIds: string[]; pages: string[]; subscriptions: string[] }

const MISBEHAVING = 0.4
const HTTP_FAULTS: Fault[] = [
  { status: 500 },
  { status: 503 },
  { status: 529 },
  { status: 429 },
  { status: 429, retryAfter: 1 },
  { status: 401 },
  'hang',
  'lost',
  'half',
  'html',
]
const SMTP_FAULTS = [
  '421 4.3.2 Shutting down',
  '450 4.2.1 Try again later',
  '454 4.7.0 Throttling',
  'hang',
  'die',
] as const

const [smtp, notion, beehiiv] = await Promise.all([fakeSmtp(), fakeNotion(), fakeBeehiiv()])
process.on('message', (message) => {
  if (message === 'misbehave') {
    smtp.misbehave((step) => sometimes(SMTP_FAULTS, step === 'data' ? MISBEHAVING : MISBEHAVING / 10))
    for (const service of [notion, beehiiv]) service.misbehave(() => sometimes(HTTP_FAULTS, MISBEHAVING))
  }
  if (message === 'recover') {
    smtp.recover()
    for (const service of [notion, beehiiv]) service.misbehave(null)
  }
  if (message === 'report') process.send?.(report())
})
process.on('disconnect', () => process.exit())
process.send?.({
  SMTP_URL: smtp.url,
  SMTP_ALLOW_PLAINTEXT: 'on',
  MAIL_FROM: 'Firstchair <hello@waitlist.example>',
  PUBLIC_URL: 'http://localhost',
  NOTION_TOKEN: notion.config.token,
  NOTION_DATA_SOURCE_ID: notion.config.dataSourceId,
  NOTION_BASE_URL: notion.config.baseUrl,
  BEEHIIV_API_KEY: beehiiv.config.apiKey,
  BEEHIIV_PUBLICATION_ID: beehiiv.config.publicationId,
  BEEHIIV_BASE_URL: beehiiv.config.baseUrl,
})

function sometimes<Kind>(faults: readonly Kind[], probability: number): Kind | null {
  return Math.random() < probability ? faults[Math.floor(Math.random() * faults.length)]! : null
}

function report(): Received {
  return {
    messageIds: smtp.mails.map(({ messageId }) => messageId),
    pages: notion.pages.map(({ properties }) => properties.Email.email),
    subscriptions: beehiiv.subscriptions.map(({ email }) => email),
  }
}
