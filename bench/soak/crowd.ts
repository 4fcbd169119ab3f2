import { setTimeout as pause } from 'node:timers/promises'
import type { JoinResponse } from '#shared/joining/join.ts'
import { paths } from '#shared/site/paths.ts'
import { choicesOf, isChoiceQuestion, type Question } from '#shared/site/questions.ts'
import { site } from '#shared/site/site.ts'
import type { Tell } from './work.ts'
import { ROUTES } from '#shared/routes.ts'

type Person = { body: Record<string, unknown>; code: string; token: string }

const MOST_KNOWN = 2_000
const ANSWERING_MS = { from: 3_000, to: 25_000 }

/** Each has an address of their own, and joins after a while. */
export function createCrowd(address: string, tell: Tell) {
  const run = Date.now()
  const people: Person[] = []
  let visitors = 0
  let next = 0

  async function send(
    path: string,
    expected: number[],
    { ip = newAddress(), ...init }: RequestInit & { ip?: string } = {},
  ) {
    const headers = { ...init.headers, 'x-forwarded-for': ip }
    const answer = await fetch(address + path, { ...init, headers })
    const text = await answer.text()
    if (!expected.includes(answer.status)) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`)
    return text
  }

  function post(path: string, body: object, expected: number[], { ip = newAddress(), token = '' } = {}) {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    return send(path, expected, { method: 'POST', body: JSON.stringify(body), headers, ip })
  }

  async function visit(signal: AbortSignal): Promise<void> {
    visitors += 1
    const [ip, number] = [newAddress(), visitors]
    const came = Date.now()
    const event = (body: object) =>
      post(ROUTES.countEvent.path, { ...body, utm_source: number % 2 ? 'tiktok' : undefined }, [204], { ip })
    await send(paths.home, [200], { ip })
    await send(ROUTES.count.path, [200], { ip })
    await event({ name: 'page_view', path: paths.home })
    await event({ name: 'page_view', path: paths.form })
    const code = number % 3 === 0 ? some(people)?.code : undefined
    const { stamp } = JSON.parse(await send(`${ROUTES.formStamp.path}${code ? `?code=${code}` : ''}`, [200], { ip }))
    await pause(ANSWERING_MS.from + Math.random() * (ANSWERING_MS.to - ANSWERING_MS.from), null, { signal })
    for (const [step_index, { name }] of site().questions.entries())
      await event({ name: 'form_step_complete', step_index, step_name: name })
    const body = {
      ...answers(),
      email: `soak-${run}-${number}@example.com`,
      used_referral_code: code,
      submission_id: crypto.randomUUID(),
      elapsed_ms: Date.now() - came,
      stamp,
    }
    const began = performance.now()
    const { referral_code, browser_token } = JSON.parse(
      await post(ROUTES.join.path, body, [201], { ip }),
    ) as JoinResponse
    tell.joined(performance.now() - began)
    const person = { body, code: referral_code, token: browser_token! }
    if (people.length < MOST_KNOWN) people.push(person)
    else people[next++ % MOST_KNOWN] = person
    await event({ name: 'waitlist_submission', has_referral: code !== undefined })
  }

  return {
    visit,
    /** With other answers. Somebody who was erased joins anew. */
    async joinAgain() {
      const person = some(people)
      if (!person) return
      const body = { ...person.body, ...answers(), submission_id: crypto.randomUUID() }
      await post(ROUTES.join.path, body, [200, 201, 429], { token: person.token })
    },
    // One character longer than any code.
    wrongCode: () =>
      send(ROUTES.isKnownCode.path.replace(':code', `ZZZ${Math.random().toString(36).slice(2, 6)}`), [404]),
    async look() {
      const person = some(people)
      // 404: the owner has erased them.
      if (person) await send(ROUTES.place.path, [200, 404], { headers: { authorization: `Bearer ${person.token}` } })
    },
    write: () =>
      post(
        ROUTES.sendMessage.path,
        { name: 'Robin Reed', email: 'robin@example.com', message: 'When do you open?' },
        [200, 201, 202, 204],
      ),
  }
}

/** So that the limits keep as many counters as in production. */
function newAddress(): string {
  const part = () => 1 + Math.floor(Math.random() * 250)
  return `${20 + Math.floor(Math.random() * 60)}.${part()}.${part()}.${part()}`
}

function answers(): Record<string, unknown> {
  const own = Object.fromEntries(site().questions.map((question) => [question.name, answerOf(question)]))
  return { ...own, full_name: `${some(['Robin', 'Ada', 'Zofia', 'Kwame'])} ${some(['Reed', 'Wright', 'Okafor'])}` }
}

function answerOf(question: Question): unknown {
  if (question.kind === 'yes-no') return Math.random() < 0.5
  if (!isChoiceQuestion(question)) return `The Corner Chair ${Math.floor(Math.random() * 10_000)}`
  // The last choice, 'Other', would need a typed answer too.
  const choices = choicesOf(question).slice(0, -1)
  const one = some(choices)!.value
  return question.kind === 'many' ? [...new Set([one, some(choices)!.value])] : one
}

export function some<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)]
}
