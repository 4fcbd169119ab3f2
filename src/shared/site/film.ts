import * as z from 'zod/mini'

/** The kinds of file that browsers play, by the ends of their names. */
export const FILM_TYPES = { mp4: 'video/mp4', webm: 'video/webm' } as const
export type FilmType = keyof typeof FILM_TYPES
export const MOST_FILM_BYTES = 20 * 1024 * 1024

/** The name of an owner's film, below `/film/`: its hash and its kind. */
export const FILM_NAME = /^([\da-f]{32})\.(mp4|webm)$/

/** The answer to a film: its address. */
export const StoredFilm = z.object({ file: z.string() })
