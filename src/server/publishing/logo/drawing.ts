import sharp, { type Sharp } from 'sharp'
import { MOST_DRAWN_BYTES } from '#shared/site/picture.ts'
import type { Drawing, Order } from './draw-logo.ts'

/*
 * Gets an `Order` as a message, answers with a `Drawing`. A harmful file reaches only this process, which has no
 * secrets, and which draw-logo.ts kills.
 */

/** Phones take pictures of 8,064 × 6,048 pixels. */
const MOST_SIDE = { logo: 4096, picture: 8192, mail: 8192 }
/** The drawing that all others are made from, in pixels. */
const LARGE = 1024
/** Of a mail: twice the width of its text. */
const SIDES = { picture: { width: 1280, height: 1280 }, mail: { width: 1104, height: 1656 } }
const HEADER = { width: 200, height: 40 }
/** Smaller pictures look blurred. An SVG can be drawn at any size. */
const LEAST = 64
const STEEPEST = 8

sharp.concurrency(1)
sharp.cache(false)
// Sharp may read these four formats only.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Svg', 'Png', 'Jpeg', 'Webp'].map((format) => `VipsForeignLoad${format}`),
})

process.once('message', (order: Order) => {
  void draw(order).then((drawing) => process.send!(drawing, () => process.disconnect()))
})
process.send!('ready')

async function draw(order: Order): Promise<Drawing> {
  try {
    return await drawWhole(order)
  } catch (error) {
    const isLarge = /pixel limit|too large/i.test((error as Error).message)
    return {
      refused: isLarge
        ? `has more than ${MOST_SIDE[order.kind]} × ${MOST_SIDE[order.kind]} pixels`
        : 'is damaged, or not an SVG, PNG, JPEG or WebP picture. Export it again, or choose another file',
    }
  }
}

async function drawWhole({ kind, bytes, paper }: Order): Promise<Drawing> {
  const options = { limitInputPixels: MOST_SIDE[kind] ** 2, failOn: 'error' } as const
  const { format, pages = 1, autoOrient } = await sharp(bytes, options).metadata()
  if (pages > 1) return { refused: `is animated: a ${kind === 'logo' ? kind : 'picture'} must be still` }
  if (format !== 'svg' && Math.max(autoOrient.width, autoOrient.height) < LEAST)
    return {
      refused: `has only ${autoOrient.width} × ${autoOrient.height} pixels: at least ${LEAST} in one direction are needed`,
    }
  if (kind !== 'logo') return drawPicture(sharp(bytes, options).autoOrient(), { kind, paper })
  const large = await sharp(bytes, options)
    .autoOrient()
    .resize(LARGE, LARGE, { fit: 'inside', withoutEnlargement: format !== 'svg' })
    .toColourspace('srgb')
    .ensureAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer()
  const { channels } = await sharp(large).stats()
  return channels[3]!.max === 0 ? { refused: 'is empty' } : drawSizes(await trimmed(large), paper)
}

/** As wide as it is shown on a sharp screen, and as good as the bytes allow. */
async function drawPicture(
  whole: Sharp,
  { kind, paper }: { kind: keyof typeof SIDES; paper: string },
): Promise<Drawing> {
  const scaled = whole.resize({ ...SIDES[kind], fit: 'inside', withoutEnlargement: true }).toColourspace('srgb')
  for (const quality of [82, 65, 45]) {
    const encoded =
      kind === 'mail'
        ? scaled.clone().flatten({ background: paper }).jpeg({ quality, mozjpeg: true })
        : scaled.clone().webp({ quality })
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    if (data.length <= MOST_DRAWN_BYTES)
      return {
        width: info.width,
        height: info.height,
        files: { [kind === 'mail' ? 'mail.jpg' : 'picture.webp']: data },
      }
  }
  return { refused: 'has too much detail: send a calmer picture' }
}

/** Many logos have a transparent margin. */
async function trimmed(large: Buffer): Promise<Buffer> {
  // A separate picture first: in one pipeline, sharp would trim before it extracts the channel.
  const { info } = await sharp(await sharp(large).extractChannel('alpha').png().toBuffer())
    .trim({ background: '#000', threshold: 1 })
    .toBuffer({ resolveWithObject: true })
  const { width, height, trimOffsetLeft = 0, trimOffsetTop = 0 } = info
  return sharp(large).extract({ left: -trimOffsetLeft, top: -trimOffsetTop, width, height }).toBuffer()
}

async function drawSizes(large: Buffer, paper: string): Promise<Drawing> {
  const size = await sharp(large).metadata()
  if (size.width > size.height * STEEPEST || size.height > size.width * 2)
    return { refused: `is too ${size.width > size.height ? 'wide' : 'high'} to be read at the top of a page` }
  const scale = Math.min(HEADER.width / size.width, HEADER.height / size.height)
  const [width, height] = [size.width, size.height].map((pixels) => Math.max(1, Math.round(pixels * scale)))
  const header = (times: number) =>
    sharp(large)
      .resize(width! * times, height! * times, { fit: 'fill' })
      .webp({ quality: 90, alphaQuality: 95 })
      .toBuffer()
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const square = (side: number) => sharp(large).resize(side, side, { fit: 'contain', background: clear })
  // Phones crop icons to circles and other shapes, and show transparent parts in black.
  const icon = async (side: number, part: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: paper } })
      .composite([
        {
          input: await square(Math.round(side * part))
            .png()
            .toBuffer(),
        },
      ])
      .png({ palette: true })
      .toBuffer()
  return {
    width: width!,
    height: height!,
    files: {
      'header.webp': await header(1),
      'header-2x.webp': await header(2),
      'favicon-32.png': await square(32).png().toBuffer(),
      'favicon-128.png': await square(128).png({ palette: true }).toBuffer(),
      'apple-touch-icon.png': await icon(180, 0.75),
      'icon-192.png': await icon(192, 0.6),
      'icon-512.png': await icon(512, 0.6),
    },
  }
}
