import { isLong } from '../runs.ts'
import type { FakeBeehiiv } from './fake-beehiiv.ts'
import type { FakeNotion } from './fake-notion.ts'
import type { Fault } from './fake-service.ts'
import type { FakeSmtp } from './fake-smtp.ts'

export const FROM = 'The Owner <hello@waitlist.example>'

type AllFakes = { smtp: FakeSmtp; notion: FakeNotion; beehiiv: FakeBeehiiv }
type Fakes = { smtp?: Pick<FakeSmtp, 'url'>; notion?: FakeNotion; beehiiv?: FakeBeehiiv }

/** The settings of a server that uses these fake services. */
export function settingsOf(
  { smtp, notion, beehiiv }: Fakes,
  { publicUrl = 'http://localhost' } = {},
): Record<string, string> {
  return {
    ...(smtp && { SMTP_URL: smtp.url, SMTP_ALLOW_PLAINTEXT: 'on', MAIL_FROM: FROM, PUBLIC_URL: publicUrl }),
    ...(notion && {
      NOTION_TOKEN: notion.config.token,
      NOTION_DATA_SOURCE_ID: notion.config.dataSourceId,
      NOTION_BASE_URL: notion.config.baseUrl,
    }),
    ...(beehiiv && {
      BEEHIIV_API_KEY: beehiiv.config.apiKey,
      BEEHIIV_PUBLICATION_ID: beehiiv.config.publicationId,
      BEEHIIV_BASE_URL: beehiiv.config.baseUrl,
    }),
  }
}

const OTHER_FAULTS: [name: string, fault: Fault][] = [
  ['503', { status: 503 }],
  ['529', { status: 529 }],
  ['429', { status: 429 }],
  ['an answer that is lost', 'lost'],
  ['a gateway’s page', { status: 502, body: '<h1>Bad gateway</h1>' }],
]

/** Temporary failures of a web service, for a table of tests. */
export const PASSING_FAULTS: [name: string, fault: Fault][] = [
  ['500', { status: 500 }],
  ['429 with Retry-After', { status: 429, retryAfter: 30 }],
  ['a connection that hangs', 'hang'],
  ['half an answer', 'half'],
  ['HTML in place of JSON', 'html'],
  ...(isLong ? OTHER_FAULTS : []),
]

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
  '535 5.7.8 Bad credentials',
  'hang',
  'die',
] as const

type Probabilities = { http: number; smtp: (step: Parameters<Parameters<FakeSmtp['misbehave']>[0]>[0]) => number }

/** Makes all three services fail at random, each call with its probability, until `recover`. */
export function misbehave(
  { smtp, notion, beehiiv }: AllFakes,
  { http, smtp: ofStep }: Probabilities,
  random: () => number = Math.random,
) {
  const sometimes = <Kind>(faults: readonly Kind[], probability: number): Kind | null =>
    random() < probability ? faults[Math.floor(random() * faults.length)]! : null
  smtp.misbehave((step) => sometimes(SMTP_FAULTS, ofStep(step)))
  for (const service of [notion, beehiiv]) service.misbehave(() => sometimes(HTTP_FAULTS, http))
}

export function recover({ smtp, notion, beehiiv }: AllFakes) {
  smtp.recover()
  for (const service of [notion, beehiiv]) service.misbehave(null)
}
