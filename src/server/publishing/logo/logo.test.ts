import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { DrawnLogo } from '#shared/site/logo.ts'
import { logoPath } from '#shared/site/drawings.ts'
import { sourceSite } from '#shared/site/site.ts'
import { OWNER_PASSWORD } from '../../../../test/people/owner-password.ts'
import { addressOf, newPlace, startServer } from '../../../../test/servers/server.ts'
import { siteOwner } from '../../../../test/people/site-owner.ts'
import { isLong, longTest } from '../../../../test/runs.ts'
import { ROUTES } from '#shared/routes.ts'

const LIVE = { timeout: 120_000, interval: 100 }
const WORD = svg(
  '<script>alert(1)</script><rect x="40" y="20" width="160" height="80" rx="10" fill="#204060" onload="alert(2)"/>',
)

longTest(
  'a logo is drawn anew for the header, tabs and home screens, and a version without it has the chair again',
  async () => {
    await using place = await newPlace()
    await using server = startServer({ ...place.env, ADMIN_PASSWORD: OWNER_PASSWORD, RATE_LIMIT: 'off' })
    const address = await addressOf(server)
    const bytesOf = async (path: string) => Buffer.from(await (await fetch(address + path)).arrayBuffer())
    const owner = await siteOwner(address)
    const chair = await bytesOf('/icon-192.png')

    const sent = await owner.sendFile(ROUTES.storeLogo.path, WORD)
    const logo = (await sent.json()) as DrawnLogo
    // The size is that of the drawing without its transparent margin.
    expect([sent.status, logo]).toEqual([201, { hash: expect.stringMatching(/^[\da-f]{32}$/), width: 80, height: 40 }])
    expect(await (await owner.sendFile(ROUTES.storeLogo.path, WORD)).json()).toEqual(logo)
    const shown = await owner.send('GET', `${ROUTES.storeLogo.path}/${logo.hash}`)
    expect(await sizeOf(Buffer.from(await shown.arrayBuffer()))).toEqual(['webp', 160, 80])

    expect((await owner.publish((site) => (site.look.logo = { ...logo, hasName: false }))).status).toBe(202)
    const img = `<img src="${logoPath(logo.hash, 1)}"`
    await expect.poll(async () => String(await bytesOf('/')), LIVE).toContain(img)
    expect(await sizeOf(await bytesOf(logoPath(logo.hash, 1)))).toEqual(['webp', 80, 40])
    expect(await sizeOf(await bytesOf(logoPath(logo.hash, 2)))).toEqual(['webp', 160, 80])
    expect(await sizeOf(await bytesOf('/icon-192.png'))).toEqual(['png', 192, 192])
    expect(await sizeOf(await bytesOf('/icon-512.png'))).toEqual(['png', 512, 512])
    expect(await sizeOf(await bytesOf('/apple-touch-icon.png'))).toEqual(['png', 180, 180])
    expect(await sizeOf((await bytesOf('/favicon.ico')).subarray(22))).toEqual(['png', 32, 32])
    const tab = String(await bytesOf('/favicon.svg'))
    expect(await sizeOf(Buffer.from(tab.split('base64,')[1]!.split('"')[0]!, 'base64'))).toEqual(['png', 128, 128])
    expect(await bytesOf('/icon-192.png')).not.toEqual(chair)
    expect((await owner.view()).versions[0]!.changes).toMatchObject([
      { path: 'look.logo', before: 'the chair', after: 'your logo' },
    ])

    // A version is not published with a logo that nobody has sent.
    const forged = await owner.publish((site) => (site.look.logo = { ...logo, hash: '../x', hasName: false }))
    expect(await forged.json()).toMatchObject({ problems: [{ path: 'look.logo' }] })
    const gone = await owner.publish((site) => (site.look.logo = { ...logo, hash: '0'.repeat(32), hasName: false }))
    expect([gone.status, await gone.json()]).toEqual([
      503,
      expect.objectContaining({ reason: expect.stringContaining('Send it again') }),
    ])

    expect((await owner.publish((site) => (site.look.logo = null))).status).toBe(202)
    await expect.poll(async () => String(await bytesOf('/')), LIVE).not.toContain(img)
    expect(await bytesOf('/icon-192.png')).toEqual(chair)
    expect(sourceSite.look.logo).toBeNull()
    // Pages that are still open can load the former logo.
    expect((await fetch(address + logoPath(logo.hash, 2))).status).toBe(200)
  },
)

test('what is no picture, moves, is too small, too large or takes too long to draw is refused, and the server goes on', async () => {
  await using place = await newPlace()
  await using server = startServer({ ...place.env, ADMIN_PASSWORD: OWNER_PASSWORD, RATE_LIMIT: 'off' })
  const address = await addressOf(server)
  const owner = await siteOwner(address)
  const red = (width: number, height = width) =>
    sharp({ create: { width, height, channels: 4, background: 'red' } }).png()
  const moving = sharp([await red(100).toBuffer(), await red(100).negate().toBuffer()], { join: { animated: true } })
  const refusals: [Buffer, RegExp][] = [
    [Buffer.alloc(0), /not an SVG, PNG, JPEG or WebP/],
    [Buffer.from('<html><body>A logo</body></html>'), /not an SVG, PNG, JPEG or WebP/],
    [await red(300).gif().toBuffer(), /not an SVG, PNG, JPEG or WebP/],
    [(await red(900).toBuffer()).subarray(0, 900), /not an SVG, PNG, JPEG or WebP/],
    [await moving.webp().toBuffer(), /must be still/],
    [await red(20).toBuffer(), /only 20 × 20 pixels/],
    [await red(5000).toBuffer(), /more than 4096 × 4096 pixels/],
    [svg('', 60_000), /more than 4096 × 4096 pixels/],
    [await red(2000, 100).toBuffer(), /too wide/],
    [svg(''), /is empty/],
    // An SVG cannot include a file of the server.
    [svg(`<image href="file://${process.cwd()}/public/icon-192.png" width="200" height="200"/>`), /is empty/],
    ...(isLong ? [[bomb(), /takes too long/] as [Buffer, RegExp]] : []),
  ]
  for (const [file, sentence] of refusals) {
    const refused = await owner.sendFile(ROUTES.storeLogo.path, file)
    const { error } = (await refused.json()) as { error: { fields?: { logo?: string } } }
    expect([refused.status, error.fields?.logo]).toEqual([400, expect.stringMatching(sentence)])
  }
  expect((await owner.sendFile(ROUTES.storeLogo.path, Buffer.alloc(2 * 1024 * 1024 + 1))).status).toBe(413)
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer()
  expect((await owner.sendFile(ROUTES.storeLogo.path, await photo(3000, 2000))).status).toBe(201)

  const { hash } = (await (
    await owner.sendFile('/api/admin/updates/picture', await photo(8064, 6048))
  ).json()) as DrawnLogo
  const inMails = await fetch(`${address}/site/mail-${hash}.jpg`)
  expect([inMails.status, inMails.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(await sizeOf(Buffer.from(await inMails.arrayBuffer()))).toEqual(['jpeg', 1104, 828])
})

function svg(content: string, side = 240): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${content}</svg>`)
}

/** An SVG of about a kilobyte that draws ten million circles. */
function bomb(): Buffer {
  const groups = Array.from(
    { length: 7 },
    (_, index) => `<g id="a${index + 1}">${`<use href="#a${index}"/>`.repeat(10)}</g>`,
  )
  return svg(`<defs><circle id="a0" r="40" cx="50" cy="50"/>${groups.join('')}</defs><use href="#a7"/>`)
}

async function sizeOf(picture: Buffer) {
  const { format, width, height } = await sharp(picture).metadata()
  return [format, width, height]
}
