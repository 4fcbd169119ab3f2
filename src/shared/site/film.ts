import * as z from 'zod/mini'

/** The media types of the films that may be uploaded, by file extension. */
export const FILM_TYPES = { mp4: 'video/mp4', webm: 'video/webm' } as const
export type FilmType = keyof typeof FILM_TYPES
export const MOST_FILM_BYTES = 20 * 1024 * 1024

/** The file name of an uploaded film, below `/film/`: a hash of the film, and the extension. */
export const FILM_NAME = /^([\da-f]{32})\.(mp4|webm)$/

/** The answer to the upload of a film: the film's address. */
export const StoredFilm = z.object({ file: z.string() })
