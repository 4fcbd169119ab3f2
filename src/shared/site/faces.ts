/** Of headlines and large numbers. Only the chosen one is loaded; src/web/styles/fonts/README.md says how its files are made. */
export const FACES = ['fraunces', 'space-grotesk', 'instrument-serif', 'nunito'] as const
export type Face = (typeof FACES)[number]

export const FACE_NAMES: Record<Face, string> = {
  fraunces: 'Fraunces: warm, with serifs',
  'space-grotesk': 'Space Grotesk: plain and technical',
  'instrument-serif': 'Instrument Serif: fine and narrow',
  nunito: 'Nunito: round and friendly',
}

/** Null: it is in the stylesheet. */
export function facePath(face: Face): string | null {
  return face === 'fraunces' ? null : `/fonts/${face}.woff2`
}
