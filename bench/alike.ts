import { fakeSmtp } from '../test/services/fake-smtp.ts'
import { settingsOf } from '../test/services/fake-services.ts'
import { newPlace, startServer } from '../test/servers/server.ts'
import { tellApart } from '../test/tell-apart.ts'
import { joinRequest } from '../test/test-app.ts'

/**
 * Whether the time of an answer tells if an address is on the list, where addresses must be confirmed: one visitor
 * sends 500 known and 500 new addresses one after the other, for some five minutes. Prints how often a classifier is
 * right.
 */
const EACH = 500
const KNOWN = 100

await using smtp = await fakeSmtp()
await using place = await newPlace()
const settings = settingsOf({ smtp }, { publicUrl: place.address })
await using server = startServer({ ...place.env, ...settings, CONFIRM_EMAIL: 'on', RATE_LIMIT: 'off' })
await server.line(/Firstchair/)

const known = Array.from({ length: KNOWN }, (_, index) => `known-${index}@example.com`)
for (const email of known) await send(email)
const samples: { isKnown: boolean; took: number }[] = []
const left = { known: EACH, fresh: EACH }
while (left.known + left.fresh > 0) {
  const isKnown = Math.random() < left.known / (left.known + left.fresh)
  left[isKnown ? 'known' : 'fresh'] -= 1
  samples.push({ isKnown, took: await send(isKnown ? known[left.known % KNOWN]! : `new-${left.fresh}@example.com`) })
}
const mean = (kind: boolean) => {
  const times = samples.filter(({ isKnown }) => isKnown === kind).map(({ took }) => took)
  return (times.reduce((sum, took) => sum + took, 0) / times.length).toFixed(1)
}
console.log(
  `known ${mean(true)} ms, new ${mean(false)} ms; right ${(tellApart(samples) * 100).toFixed(1)} % of the time`,
)

/** Returns the milliseconds until the answer. */
async function send(email: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(`${place.address}/api/waitlist/entries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(joinRequest({ email })),
  })
  await answer.text()
  if (answer.status !== 202) throw new Error(`It answered ${answer.status}`)
  return performance.now() - begun
}
