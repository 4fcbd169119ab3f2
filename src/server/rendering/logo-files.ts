import { logoPath } from '#shared/site/logo-path.ts'

/**
 * The files of a logo. They replace the files of the build that have the same names. `drawings`: as base64, by the
 * names that src/server/publishing/logo/drawing.ts gives them.
 */
export function logoFiles(drawings: Record<string, string>, hash: string): Record<string, string | Buffer> {
  const { 'header.webp': header, 'header-2x.webp': twice, 'favicon-32.png': small, 'favicon-128.png': tab } = drawings
  const bytes = (drawing = '') => Buffer.from(drawing, 'base64')
  const icons = ['apple-touch-icon.png', 'icon-192.png', 'icon-512.png']
  return {
    [`web${logoPath(hash, 1)}`]: bytes(header),
    [`web${logoPath(hash, 2)}`]: bytes(twice),
    'web/favicon.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><image width="128" height="128" href="data:image/png;base64,${tab}"/></svg>`,
    'web/favicon.ico': ico(bytes(small)),
    ...Object.fromEntries(icons.map((name) => [`web/${name}`, bytes(drawings[name])])),
  }
}

/** An icon file with one picture: a PNG of 32 × 32 pixels. */
function ico(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // an icon
  head.writeUInt16LE(1, 4) // one picture
  head.set([32, 32], 6)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
