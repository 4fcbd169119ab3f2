import { expect, test } from 'vitest'
import { paths } from '#shared/site/paths.ts'
import { sourceSite } from '#shared/site/site.ts'
import { OWNER_PASSWORD } from '../../../test/people/owner-password.ts'
import { addressOf, newPlace, startServer } from '../../../test/servers/server.ts'
import { siteOwner } from '../../../test/people/site-owner.ts'

const FILM = Buffer.concat([Buffer.from('\0\0\0\x20ftypisom'), Buffer.alloc(1_000_000, 7)])

test('an owner sends a film, visitors get it in parts, and nothing that is no film is published', async () => {
  await using place = await newPlace()
  await using server = startServer({ ...place.env, ADMIN_PASSWORD: OWNER_PASSWORD, RATE_LIMIT: 'off' })
  const address = await addressOf(server)
  const owner = await siteOwner(address)
  const send = async (file: Buffer) => {
    const answer = await owner.sendFile(paths.api.adminSiteFilm, file)
    return [answer.status, await answer.json()] as const
  }
  const [status, stored] = await send(FILM)
  expect([status, stored]).toEqual([201, { file: expect.stringMatching(/^\/film\/[\da-f]{32}\.mp4$/) }])
  expect(await send(FILM)).toEqual([201, stored])
  const { file } = stored as { file: string }
  const script = Buffer.from('<script>alert(1)</script>')
  expect(await send(script)).toMatchObject([400, { error: { fields: { film: 'is not an MP4 or WebM film' } } }])
  expect((await send(Buffer.alloc(21 * 1024 * 1024)))[0]).toBe(413)

  const part = await fetch(address + file, { headers: { range: 'bytes=4-7' } })
  expect([part.status, await part.text(), part.headers.get('content-type')]).toEqual([206, 'ftyp', 'video/mp4'])
  expect(part.headers.get('content-range')).toBe(`bytes 4-7/${FILM.length}`)
  expect(Buffer.from(await (await fetch(address + file)).arrayBuffer()).equals(FILM)).toBe(true)
  for (const other of [`/film/${'0'.repeat(32)}.mp4`, file.replace('.mp4', '.webm'), '/film/x', '/film/..%2fx'])
    expect((await fetch(address + other)).status).toBe(404)
  expect((await fetch(`${address}/film/film.mp4`, { method: 'HEAD' })).status).toBe(200)

  expect((await owner.publish((site) => (site.landing.film.file = file))).status).toBe(202)
  const page = async () => (await fetch(address)).text()
  await expect.poll(page, { timeout: 60_000 }).toContain(file)
  const refused = await owner.publish((site) => (site.landing.film.file = 'https://evil.example/film.mp4'))
  expect(await refused.json()).toMatchObject({ problems: [{ path: 'landing.film.file' }] })
  const gone = await owner.publish((site) => (site.landing.film.file = `/film/${'0'.repeat(32)}.mp4`))
  expect([gone.status, await gone.json()]).toEqual([
    503,
    expect.objectContaining({ reason: expect.stringContaining('Its film is not here') }),
  ])
  await owner.publish((site) => (site.landing.film.file = sourceSite.landing.film.file))
  await expect.poll(page, { timeout: 60_000 }).not.toContain(file)
})
