type Oklch = { lightness: number; chroma: number; hue: number }
type Rgb = [red: number, green: number, blue: number]

const STEP = 0.005

export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** The first lighter shade that `willDo` accepts, or white if it accepts none. */
export function lighter(color: string, willDo: (color: string) => boolean): string {
  return shade(color, STEP, willDo)
}

export function darker(color: string, willDo: (color: string) => boolean): string {
  return shade(color, -STEP, willDo)
}

function shade(color: string, step: number, willDo: (color: string) => boolean): string {
  const { lightness, chroma, hue } = toOklch(color)
  let shaded = color
  for (let tried = lightness + step; !willDo(shaded) && tried > 0 && tried < 1; tried += step)
    shaded = toHex({ lightness: tried, chroma, hue })
  return willDo(shaded) ? shaded : toHex({ lightness: step > 0 ? 1 : 0, chroma: 0, hue })
}

function luminance(color: string): number {
  const [red, green, blue] = toLinear(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function toLinear(color: string): Rgb {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Rgb
}

/** Oklab in polar form: an equal step of lightness looks equal in every hue. */
function toOklch(color: string): Oklch {
  const [r, g, b] = toLinear(color)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, bb),
    hue: Math.atan2(bb, a),
  }
}

/** Reduces the chroma until the colour is within sRGB. */
function toHex({ lightness, chroma, hue }: Oklch): string {
  for (let left = chroma; ; left = Math.max(0, left - STEP)) {
    const rgb = toRgb({ lightness, chroma: left, hue })
    if (left > 0 && rgb.some((part) => part < -0.0005 || part > 1.0005)) continue
    return `#${rgb.map(toByte).join('')}`
  }
}

function toRgb({ lightness, chroma, hue }: Oklch): Rgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function toByte(part: number): string {
  const encoded = part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, encoded)) * 255)
    .toString(16)
    .padStart(2, '0')
}
