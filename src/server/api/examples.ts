import type { CALLS } from './calls.ts'
import { choicesOf } from '#shared/site/questions.ts'
import { isTypedQuestion } from '#shared/site/typed-answers.ts'
import { perSite, site } from '#shared/site/site.ts'
import type { Example } from '../http/openapi.ts'

export const SOMEBODY = '01990a5d-ac96-774b-bcce-b302099a8057'
export const AN_ACT = '01990a5d-ac96-774b-bcce-b302099a8058'

const v1 = '/api/v1'
const at = '2026-11-25T09:30:00.000Z'

const TYPED = { text: `Zoë's Brows`, number: 3, date: '2026-11-25', link: 'https://brows.example' }

const answers = perSite(() =>
  Object.fromEntries(
    site().questions.map((question) => {
      if (isTypedQuestion(question)) return [question.name, TYPED[question.kind]]
      if (question.kind === 'yes-no') return [question.name, true]
      const first = choicesOf(question)[0]!.value
      return [question.name, question.kind === 'many' ? [first] : first]
    }),
  ),
)

export const entry = {
  id: SOMEBODY,
  email: 'zoe@example.com',
  full_name: 'Zoe Hart',
  state: 'waiting',
  position: 38,
  joined_position: 43,
  place_in_line: 35,
  referral_code: 'ZOE4BR',
  used_referral_code: null,
  named_code: null,
  referrals: 1,
  rejected: false,
  doubtful: false,
  mail_problem: null,
  tags: ['salon'],
  rewards: [],
  confirmed_at: at,
  source: 'instagram',
  language: 'en',
  joined_at: at,
  answers: {
    business_name: `Zoë's Brows`,
    is_solo_provider: true,
    job_industry: null,
    problems: [],
    other_problem: null,
    goals: [],
    other_goal: null,
    price_range: null,
    further_answers: null,
  },
}

const act = {
  id: AN_ACT,
  kind: 'tag',
  state: 'done',
  total: 1,
  changed: 1,
  unchanged: 0,
  skipped: 0,
  reasons: [],
  problem: null,
  created_at: at,
  finished_at: at,
}

const onOne = `${v1}/entries/${SOMEBODY}`
const changed = (kind: string) => ({ entry, act: { ...act, kind } })
const accepted = { act_id: AN_ACT }

const consent = {
  id: SOMEBODY,
  email: 'mia@example.com',
  joined_at: at,
  joined_by: 'here',
  site_version: 3,
  confirmed_at: at,
  unsubscribed_at: null,
  updates_off_at: null,
  privacy_text: { number: 2, first_shown_at: at, sections: [] },
}
const update = {
  id: AN_ACT,
  subject: 'The first chairs open in June',
  state: 'sent',
  sends_at: null,
  begun_at: at,
  people: 412,
  sent: 409,
  left: 0,
  refused: 3,
  bounced: 1,
  unsubscribed: 2,
  complaints: 0,
  pressed: 118,
}

const forInstagram = { filters: { source: 'instagram' } }
const someone = { id: SOMEBODY, email: 'zoe@example.com' }
const preview = {
  total: 1,
  changed: 1,
  unchanged: 0,
  skipped: [],
  notes: [],
  referrers: 0,
  moves: [],
  examples: [],
  can_undo: true,
  warning: null,
}

const previews = {
  draftUpdate: [
    {
      name: 'to everybody from a source',
      path: `${v1}/updates`,
      status: 201,
      body: {
        subject: update.subject,
        text: 'Hi {first_name|there}, see you soon.',
        ...forInstagram,
      },
      answer: { id: AN_ACT },
    },
  ],
  previewUpdateOfProgram: [
    {
      name: 'everybody from a source',
      path: `${v1}/updates/preview`,
      status: 200,
      body: forInstagram,
      answer: { people: 409, left_out: [{ reason: 'unsubscribed', people: 3 }], minutes: 5, example: someone },
    },
  ],
  listReviews: [
    {
      name: 'the first',
      path: `${v1}/reviews`,
      status: 200,
      answer: { inviters: [], alone: 2, is_flooded: false, next_cursor: null },
    },
  ],
  previewWaveOfProgram: [
    {
      name: 'the next ten',
      path: `${v1}/waves/preview`,
      status: 200,
      body: { select: { count: 10 } },
      answer: {
        invited: 10,
        passed_over: [{ reason: 'unsubscribed', people: 1 }],
        people: [],
        next_offset: null,
        readers: [{ language: 'en', people: 10 }],
      },
    },
  ],
}

export const examples = perSite((): Record<keyof typeof CALLS, Example[]> => ({
  listEntries: [
    {
      name: 'the first in launch order',
      path: `${v1}/entries?sort=launch&limit=1`,
      status: 200,
      answer: { entries: [entry], next_cursor: 'WyJsYXVuY2ggYXNjIl0' },
    },
    {
      name: 'a search',
      path: `${v1}/entries?q=zoe@example.com`,
      status: 200,
      answer: { entries: [entry], next_cursor: null },
    },
  ],
  readEntry: [{ name: 'somebody', path: onOne, status: 200, answer: entry }],
  joinEntry: [
    {
      name: 'a new person',
      path: `${v1}/entries`,
      status: 201,
      body: { email: 'mia@example.com', ...answers(), full_name: 'Mia Moss', utm: { source: 'salon-app' } },
      answer: { id: SOMEBODY, position: 44, referral_code: 'MIA7KX', is_new: true },
    },
  ],
  changeEntry: [
    { name: 'a tag', path: onOne, status: 200, body: { add_tag: 'salon' }, answer: changed('tag') },
    { name: 'a note', path: onOne, status: 200, body: { note: 'Asked for a demo.' }, answer: changed('note') },
    { name: 'a decision', path: onOne, status: 200, body: { decision: 'accept' }, answer: changed('accept') },
  ],
  eraseEntry: [{ name: 'somebody', path: onOne, status: 202, answer: accepted }],
  makeAct: newActs,
  previewActOfProgram: [
    {
      name: 'a tag',
      path: `${v1}/acts/preview`,
      status: 200,
      body: { kind: 'tag', select: { ids: [SOMEBODY] }, tag: 'vip' },
      answer: preview,
    },
  ],
  readAct: [{ name: 'an act that is done', path: `${v1}/acts/${AN_ACT}`, status: 200, answer: act }],
  readFigures: [{ name: 'of thirty days', path: `${v1}/figures?range=30d`, status: 200, answer: figures }],
  readConsent: [{ name: 'somebody', path: `${onOne}/consent`, status: 200, answer: consent }],
  listUpdates: [{ name: 'the newest', path: `${v1}/updates`, status: 200, answer: { updates: [update] } }],
  ...previews,
  createHook: [
    {
      name: 'new people',
      path: `${v1}/hooks`,
      status: 201,
      body: { url: 'https://hooks.example/new-person', events: ['entry.joined'] },
      answer: { id: AN_ACT, secret: 'whsec_c2VjcmV0' },
    },
  ],
  deleteHook: [],
  hookSamples: [
    {
      name: 'a new person',
      path: `${v1}/hooks/samples?event=entry.joined`,
      status: 200,
      answer: [{ type: 'entry.joined', timestamp: at, data: { id: SOMEBODY, position: 38 } }],
    },
  ],
  listWaves: [{ name: 'the newest', path: `${v1}/waves`, status: 200, answer: { waves: [wave], next_cursor: null } }],
}))

const newActs: Example[] = [
  {
    name: 'a tag for everybody from a source',
    path: `${v1}/acts`,
    status: 202,
    body: { kind: 'tag', select: { filters: { source: 'instagram' } }, tag: 'instagram' },
    answer: accepted,
  },
  {
    name: 'an invitation for one person',
    path: `${v1}/acts`,
    status: 202,
    body: {
      kind: 'wave',
      select: { count: 1, ids: [SOMEBODY] },
      subject: 'Your chair is ready',
      text: 'It is your turn.',
    },
    answer: accepted,
  },
]

const share = (name: string) => [{ name, value: 12, percentage: 75 }]

const figures = {
  period: { from: '2026-10-27', to: '2026-11-25', today: '2026-11-25', time_zone: 'Europe/London' },
  signups: 16,
  doubtful: 1,
  rejected: 0,
  solo_providers: 9,
  group_practices: 7,
  new_last_7_days: 12,
  industries: share('Barber'),
  problems: share('Challenges in expanding your client base'),
  goals: share('Grow my income and revenue stability'),
  prices: share('£10 - £30/month'),
  origins: share('Referral'),
  sources: share('Instagram'),
  languages: share('de'),
  choices: [{ question: 'skills', items: share('Colouring') }],
  timeline: {
    unit: 'day',
    points: [{ from: '2026-11-25', to: '2026-11-25', value: 12 }],
    usual: 2,
    busiest: { day: '2026-11-25', value: 12 },
  },
  funnel: { visits: 90, emails: 30, steps: [{ name: 'Industry', completed: 20 }], submissions: 16, shares: 4 },
}

const wave = {
  id: AN_ACT,
  subject: 'Your chair is ready',
  seats: 3,
  created_at: at,
  sends_at: at,
  invited: 3,
  sent: 3,
  opened: 2,
  accepted: 1,
  ended: 0,
  waiting: 0,
  open: 2,
  called_back: 0,
  dropped: 0,
}
