import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { paths } from '#shared/site/paths.ts'
import { createDatabase } from '../../../test/servers/database.ts'
import { OWNER_PASSWORD } from '../../../test/people/owner-password.ts'
import { sampleAnswers } from '../../../test/sample-answers.ts'
import { addressOf, databaseOf, newPlace, startServer } from '../../../test/servers/server.ts'
import { siteOwner } from '../../../test/people/site-owner.ts'
import { ROUTES } from '#shared/routes.ts'

const PUBLISHES = 10
/** With two or three requests a visit, this makes more than 200 requests a second. */
const EVERY_MS = 9

test('while ten versions are published, no request to three servers fails and no page mixes two versions', async () => {
  await using parts = new AsyncDisposableStack()
  const database = await createDatabase()
  parts.defer(() => database.drop())
  const addresses: string[] = []
  for (let count = 0; count < 3; count++) {
    const { DATA_DIR } = parts.use(await newPlace()).env
    const env = { ...databaseOf(database.connection), ADMIN_PASSWORD: OWNER_PASSWORD, DATA_DIR, RATE_LIMIT: 'off' }
    addresses.push(await addressOf(parts.use(startServer(env))))
  }
  const owner = await siteOwner(addresses[0]!)
  const faults: string[] = []
  const seen = new Set<number>()
  let asked = 0
  let requests = 0
  let isOver = false

  /** Opens a page at one server, and sends its further requests to others, as a load balancer may. */
  async function visit(number: number) {
    const at = (step: number) => addresses[(number + step) % addresses.length]!
    const get = async (step: number, path: string) => {
      requests += 1
      const answer = await fetch(at(step) + path)
      if (answer.status !== 200) faults.push(`${path}: ${answer.status}`)
      return answer.text()
    }
    const html = await get(0, paths.home)
    const { folder, version, name } = read(html)
    seen.add(version)
    const title = /<title>(.*?):/.exec(html)?.[1]
    const words = JSON.parse(await get(1, `${folder}/contact.json`)) as { contact: { lead: string } }
    const lead = /Of (.*)\./.exec(words.contact.lead)?.[1] ?? name
    if (title !== name || lead !== name) faults.push(`version ${version} mixes ${title}, ${name} and ${lead}`)
    if (number % 10 !== 0) return
    const body = { ...sampleAnswers(), email: `visitor-${number}@example.com`, site_version: version }
    requests += 1
    const joined = await fetch(at(2) + ROUTES.join.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (joined.status !== 201) faults.push(`joining under ${version}: ${joined.status} ${await joined.text()}`)
  }

  const untilLive: number[] = []
  const began = performance.now()
  const crowd = (async () => {
    const visits: Promise<void>[] = []
    for (; !isOver; asked++) {
      visits.push(visit(asked).catch((error: Error) => void faults.push(error.message)))
      await sleep(EVERY_MS)
    }
    await Promise.all(visits)
  })()
  for (let number = 2; number < 2 + PUBLISHES; number++) {
    const published = await owner.publish((site) => {
      site.brand.name = `Sun ${number}`
      site.contact.lead = 'Of {brand}.'
    })
    expect(published.status).toBe(202)
    const at = performance.now()
    for (const address of addresses)
      await expect
        .poll(async () => read(await (await fetch(address)).text()).version, { timeout: 30_000, interval: 20 })
        .toBe(number)
    untilLive.push(Math.round(performance.now() - at))
  }
  isOver = true
  await crowd
  const perSecond = requests / ((performance.now() - began) / 1000)
  console.log(
    `${asked} visits with ${Math.round(perSecond)} requests a second saw ${seen.size} versions; live everywhere after ${untilLive.join(', ')} ms`,
  )
  expect(faults).toEqual([])
  expect(seen.size).toBe(PUBLISHES + 1)
}, 900_000)

function read(html: string) {
  const [, folder, json] = /id="site" data-folder="([^"]+)">(.+?)<\/script>/s.exec(html)!
  const { version, brand } = JSON.parse(json!) as { version: number; brand: { name: string } }
  return { folder: folder!, version, name: brand.name }
}
