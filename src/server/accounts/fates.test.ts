import { expect, test } from 'vitest'
import { BROWSER_TOKEN } from '#shared/values/header-names.ts'
import { isQueueIdle } from '../../../test/people/erasing-owner.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { hurryUntil } from '../../../test/hurry.ts'
import { mailingApp } from '../../../test/mailing-app.ts'
import { callPlace, mailedToken } from '../../../test/people/place-holder.ts'
import { backUp } from '../../../test/servers/restored-list.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { callInvitation, redeem, waveOwner } from '../../../test/people/wave-owner.ts'
import { type Fate, FATES, type TokenEvent } from './fates.ts'
import { type Purpose, PURPOSES } from './token-format.ts'

const SECRET = 'a-secret-of-the-product'
const EVENTS = Object.keys(FATES) as TokenEvent[]

/** A person who is invited, and every token that they hold. */
type Person = { id: string; email: string; tokens: Record<Purpose, string> }
type World = { app: TestApp; owner: Awaited<ReturnType<typeof waveOwner>> }

test('at every event, every token ends or stays good as the table of fates says', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp, { productUrl: 'http://127.0.0.1:9/', productSecret: SECRET })
  const owner = await waveOwner(app)
  const world = { app, owner }
  const people = new Map<TokenEvent, { joiner: Person; reader: Person }>()
  for (const event of EVENTS) {
    const [joiner, reader] = [`joiner@${slug(event)}.example`, `reader@${slug(event)}.example`]
    people.set(event, { joiner: await join(app, joiner), reader: await join(app, reader) })
  }
  await owner.wave({ count: 2 * EVENTS.length })
  await hurryUntil(app, () => isQueueIdle(app))
  for (const { joiner, reader } of people.values()) {
    await holdAll(app, joiner)
    await holdAll(app, reader)
    // Their browser got its token from the page of a mail, and not from joining.
    reader.tokens.browser = await pressMail(app, reader.tokens.confirm)
  }
  await using backup = await backUp(app)
  await using restored = await testApp({ beside: await backup.restore(), productUrl: 'x:', productSecret: SECRET })

  const found: Record<string, Record<Purpose, Fate>> = {}
  for (const event of EVENTS) {
    const { joiner, reader } = people.get(event)!
    for (const person of [joiner, reader]) await HAPPEN[event](world, person)
    const server = event === 'restored' ? restored : app
    const [ofJoiner, ofReader] = [await fatesOf(server, joiner), await fatesOf(server, reader)]
    const isFirst = ofJoiner.browser === 'ends' && ofReader.browser === 'lives'
    expect([event, { ...ofJoiner, browser: null }]).toEqual([event, { ...ofReader, browser: null }])
    found[event] = { ...ofReader, browser: isFirst ? 'ends if from joining' : ofJoiner.browser }
  }
  expect(found).toEqual(FATES)
  expect(await app.verify()).toEqual([])
})

const HAPPEN: Record<TokenEvent, (world: World, person: Person) => Promise<unknown>> = {
  'joined again': ({ app }, { email }) => app.join({ email, business_name: 'Another' }),
  async 'link opened'({ app }, { tokens }) {
    expect(await open(app, tokens.place, '/api/place')).toBe(200)
    for (const token of [tokens.confirm, tokens.address]) expect(await open(app, token, '/api/place/confirm')).toBe(200)
    expect((await callInvitation(app, tokens.invitation)).status).toBe(200)
  },
  'link pressed': ({ app }, { tokens }) =>
    press(app, tokens.place, { method: 'PATCH', payload: { answers: { business_name: 'Mine' } } }),
  'opted out': ({ app }, { tokens }) => unsubscribe(app, tokens.unsubscribe),
  'email asked for': ({ app }, person) => askFor(app, person),
  async 'email changed'({ app }, person) {
    await askFor(app, person)
    person.tokens.address = await mailedToken(app, person.email, { purpose: 'address' })
    await hurryUntil(app, () => isQueueIdle(app))
    await pressMail(app, person.tokens.address)
    expect((await app.entry(`new-${person.email}`)).id).toBe(person.id)
  },
  'email corrected': ({ owner }, { id, email }) => correct(owner, id, `new-${email}`),
  async 'correction undone'({ app, owner }, { id, email, tokens }) {
    const act = await correct(owner, id, `new-${email}`)
    await holdAll(app, { id, email: `new-${email}`, tokens })
    tokens.browser = await pressMail(app, tokens.confirm)
    await hurryUntil(app, () => isQueueIdle(app))
    expect(await owner.undo(act.id)).toMatchObject({ changed: 1 })
  },
  rejected: async ({ owner }, { id }) =>
    expect(await owner.act({ kind: 'reject', select: { ids: [id] } })).toMatchObject({ changed: 1 }),
  accepted: async ({ app }, { tokens }) =>
    expect((await callInvitation(app, tokens.invitation, 'accept')).status).toBe(200),
  async erased({ app, owner }, { id, email, tokens }) {
    if (email.startsWith('joiner')) return press(app, tokens.place, { method: 'DELETE' })
    return expect(await owner.act({ kind: 'erase', select: { ids: [id] } })).toMatchObject({ changed: 1 })
  },
  /** Nothing happens on this server: the test asks the restored one. */
  restored: async () => {},
}

async function fatesOf(app: TestApp, person: Person): Promise<Record<Purpose, Fate>> {
  const { tokens } = person
  const good: Record<Purpose, boolean> = {
    browser: (await open(app, tokens.browser, '/api/place')) === 200,
    place: (await open(app, tokens.place, '/api/place')) === 200,
    confirm: (await open(app, tokens.confirm, '/api/place/confirm')) === 200,
    address: (await open(app, tokens.address, '/api/place/confirm')) === 200,
    invitation: (await callInvitation(app, tokens.invitation)).status === 200,
    // If the person has not accepted, a valid token gets an error other than 404.
    redemption: (await redeem(app, tokens.redemption, SECRET)).status !== 404,
    unsubscribe: (await unsubscribe(app, tokens.unsubscribe)) === 200,
  }
  const fates = PURPOSES.map((purpose) => [purpose, good[purpose] ? 'lives' : 'ends'] as const)
  const found = Object.fromEntries(fates) as Record<Purpose, Fate>
  const { email: present } = await app.rows('select email from waitlist_entries where id = $1', person.id).then(one)
  if (present === null || !(await wantsMail(app, present))) return found
  // The person still gets mail, so the opt-out is for the address to which the link was mailed.
  const mailedTo = present.startsWith('new-') ? person.email : `new-${person.email}`
  await app.join({ email: mailedTo })
  expect([mailedTo, await wantsMail(app, mailedTo)]).toEqual([mailedTo, false])
  return { ...found, unsubscribe: 'former address' }
}

async function join(app: TestApp, email: string): Promise<Person> {
  const { browser_token } = await app.join({ email })
  return { id: (await app.entry(email)).id, email, tokens: { browser: browser_token! } as Person['tokens'] }
}

/** Signs every token but that of the browser, as mails and the server's answers do. */
async function holdAll(app: TestApp, { email, tokens }: Person): Promise<void> {
  for (const purpose of PURPOSES)
    if (purpose !== 'browser') tokens[purpose] = await mailedToken(app, email, { purpose })
}

/** Presses the button of the page that a mail opens. Returns the token that the browser gets. */
async function pressMail(app: TestApp, token: string): Promise<string> {
  const answer = await callPlace(app, token, { method: 'POST', url: '/api/place/confirm' })
  expect(answer.statusCode).toBe(204)
  return answer.headers[BROWSER_TOKEN] as string
}

async function open(app: TestApp, token: string, url: string): Promise<number> {
  return (await callPlace(app, token, { url })).statusCode
}

async function press(app: TestApp, token: string, call: Parameters<typeof callPlace>[2]): Promise<void> {
  expect((await callPlace(app, token, call)).statusCode).toBeLessThan(300)
}

/** Asks for a new email from the browser that joined, so that the press does not end that browser's token. */
function askFor(app: TestApp, { email, tokens }: Person): Promise<void> {
  const payload = { email: `new-${email}` }
  return press(app, tokens.place, { method: 'POST', url: '/api/place/email', payload, ownToken: tokens.browser })
}

async function correct(owner: World['owner'], id: string, email: string) {
  const act = await owner.act({ kind: 'correct-email', email, select: { ids: [id] } })
  expect(act).toMatchObject({ changed: 1 })
  return act
}

async function unsubscribe({ app }: TestApp, token: string): Promise<number> {
  return (await app.inject({ method: 'POST', url: `/unsubscribe?token=${token}` })).statusCode
}

async function wantsMail(app: TestApp, email: string): Promise<boolean> {
  return (await callPlace(app, await mailedToken(app, email))).json().wants_mail
}

const slug = (event: string) => event.replaceAll(' ', '-')
const one = <Row>([row]: Row[]) => row!
