import sharp from 'sharp'
import { setSite, site, siteOf } from '#shared/site/site.ts'
import { expect, onTestFinished, test } from 'vitest'
import { signIn } from '../../../test/people/owner.ts'
import { DIST } from '../../../test/servers/dist.ts'
import { testApp } from '../../../test/test-app.ts'

const ticketApp = () => testApp({ dist: DIST, publicUrl: 'https://waitlist.example' })

test('/s/ and a code unfolds as a ticket, and leads people on to the landing page with that code', async () => {
  await using server = await ticketApp()
  const [member] = await server.joinMany(1)
  const code = member!.referral_code

  const page = await server.app.inject({ url: `/s/${code}` })

  expect(page.statusCode).toBe(200)
  expect(page.body).toContain(`property="og:image" content="https://waitlist.example/s/${code}.png"`)
  expect(page.body).toContain(`content="0; url=https://waitlist.example/?ref=${code}"`)
  expect(page.body).toContain('<html lang="en-GB" dir="ltr">')
  expect(page.headers).toMatchObject({ 'x-frame-options': 'DENY', 'content-type': 'text/html; charset=utf-8' })
  const picture = await server.app.inject({ url: `/s/${code}.png` })
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect((await server.app.inject({ url: `/s/${code}.png` })).rawPayload).toEqual(picture.rawPayload)
})

test('only the code of somebody on the list is drawn, and nothing about the person', async () => {
  await using server = await ticketApp()
  const [first, second] = await server.joinMany(2)
  const drawn = async (path: string) => (await server.app.inject({ url: `/s/${path}.png` })).rawPayload

  for (const path of ['NOBODY', 'NOBODY.png', 'Visit%20evil.example.png', '%00.png', '%3Cscript%3E', '..%2Fplace'])
    expect((await server.app.inject({ url: `/s/${path}` })).statusCode).toBe(404)
  expect(await drawn(first!.referral_code)).not.toEqual(await drawn(second!.referral_code))
  const before = await drawn(first!.referral_code)
  await server.joinMany(3)
  expect(await drawn(first!.referral_code)).toEqual(before)
})

test('the ticket of a named code says nothing of a friend, while it is in force and afterwards', async () => {
  await using server = await ticketApp()
  const owner = await signIn(server)
  await owner.post('/api/admin/codes', { code: 'SALONWEEK' })
  await owner.post('/api/admin/codes', { code: 'PAST', ends_on: '2026-01-31' })
  for (const code of ['SALONWEEK', 'PAST']) {
    const { statusCode, body } = await server.app.inject({ url: `/s/${code}` })
    expect([statusCode, body]).toEqual([200, expect.not.stringMatching(/friend|invited/i)])
    expect((await server.app.inject({ url: `/s/${code}.png` })).headers['content-type']).toBe('image/png')
  }
})

test('the pictures of the landing page and of an invitation need no code', async () => {
  await using server = await ticketApp()
  for (const name of ['list', 'invitation']) {
    const { statusCode, headers, rawPayload } = await server.app.inject({ url: `/s/${name}.png` })
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
  }
})

test('a ticket is in the language of its address; in Arabic its words begin at the right, and its stub is at the left', async () => {
  await using server = await ticketApp()
  const before = site()
  setSite(siteOf({ languages: { first: 'en', others: ['ar'], texts: {} } }))
  onTestFinished(() => setSite(before))
  const [member] = await server.joinMany(1)
  const path = `/ar/s/${member!.referral_code}`

  const { body } = await server.app.inject(path)
  expect(body).toContain('<html lang="ar" dir="rtl">')
  expect(body).toContain(`property="og:image" content="https://waitlist.example${path}.png"`)
  const [english, arabic] = [await inkIn(server, '/s/list.png'), await inkIn(server, '/ar/s/list.png')]
  // The name of the list is the same, where its line begins.
  expect([english.left > 0, english.right]).toEqual([true, 0])
  expect([arabic.left, arabic.right > 0]).toEqual([0, true])
})

/** Pixels of the line with the name, at both ends of the ticket's width, that are not its paper. */
async function inkIn({ app }: Awaited<ReturnType<typeof ticketApp>>, url: string) {
  const picture = sharp((await app.inject(url)).rawPayload).greyscale()
  const inked = async (left: number) => {
    const pixels = await picture.clone().extract({ left, top: 112, width: 80, height: 40 }).raw().toBuffer()
    return pixels.filter((pixel) => Math.abs(pixel - pixels[0]!) > 40).length
  }
  return { left: await inked(116), right: await inked(1200 - 116 - 80) }
}

test('while many tickets wait to be drawn, the ticket without a code is sent instead, and the others are drawn once', async () => {
  await using server = await ticketApp()
  const people = await server.joinMany(60)
  const picture = async (name: string) => {
    const { headers, rawPayload } = await server.app.inject({ url: `/s/${name}.png` })
    return { bytes: rawPayload.toString('base64'), isStored: headers['cache-control'] !== 'no-store' }
  }
  const general = await picture('invitation')

  const pictures = await Promise.all(people.map(({ referral_code }) => picture(referral_code)))

  const instead = pictures.filter(({ bytes }) => bytes === general.bytes)
  expect(instead.length).toBeGreaterThan(0)
  expect(instead.every(({ isStored }) => !isStored)).toBe(true)
  expect(new Set(pictures.map(({ bytes }) => bytes)).size).toBe(people.length - instead.length + 1)
  const late = await picture(people[pictures.indexOf(instead[0]!)]!.referral_code)
  expect(late.isStored).toBe(true)
  expect(late.bytes).not.toBe(general.bytes)
})
