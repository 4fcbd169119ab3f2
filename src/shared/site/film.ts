import * as z from 'zod/mini'

/** The media types of films that browsers play, by file extension. */
export const FILM_TYPES = { mp4: 'video/mp4', webm: 'video/webm' } as const
export type FilmType = keyof typeof FILM_TYPES
export const MOST_FILM_BYTES = 20 * 1024 * 1024

/** The file name of an owner's film, below `/film/`: its hash and its extension. */
export const FILM_NAME = /^([\da-f]{32})\.(mp4|webm)$/

/** The answer to an uploaded film: its address. */
export const StoredFilm = z.object({ file: z.string() })
