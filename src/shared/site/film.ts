export const DRAWN_FILM = '/film/film.mp4'

/** `host`: as the content security policy and the privacy page name it; null for a file of this server. */
type Film = { player: 'video' | 'frame'; src: string; host: string | null }

export const FILM_PROBLEM =
  'must be a link to a film on YouTube or Vimeo, or an https address that ends in .mp4 or .webm'

/**
 * Null if nothing here can play it. Players are asked not to recognise visitors: YouTube by its host without cookies,
 * Vimeo by `dnt`.
 */
export function filmAt(address: string): Film | null {
  if (address === DRAWN_FILM) return { player: 'video', src: address, host: null }
  const url = read(address)
  if (url?.protocol !== 'https:' || url.username || url.password) return null
  const embedded = youTube(url) ?? vimeo(url)
  if (embedded) return { player: 'frame', src: embedded.href, host: embedded.host }
  return /\.(mp4|webm)$/i.test(url.pathname) ? { player: 'video', src: url.href, host: url.host } : null
}

/** The oldest supported browsers lack `URL.parse`. */
function read(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

function youTube({ hostname, pathname, searchParams }: URL): URL | null {
  const host = hostname.replace(/^(www|m)\./, '')
  const [, first = '', second = ''] = pathname.split('/')
  const isLong = host === 'youtube.com' || host === 'youtube-nocookie.com'
  if (!isLong && host !== 'youtu.be') return null
  const id = !isLong ? first : first === 'watch' ? searchParams.get('v') : second
  if (!/^[\w-]{6,20}$/.test(id ?? '')) return null
  return new URL(`https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`)
}

/** A film that is not listed has a second part, which the player takes as `h`. */
function vimeo({ hostname, pathname, searchParams }: URL): URL | null {
  const path = /^(?:www\.)?vimeo\.com$/.test(hostname) ? /^\/(\d+)(?:\/(\w+))?\/?$/ : /^\/video\/(\d+)()\/?$/
  if (!/^(?:www\.|player\.)?vimeo\.com$/.test(hostname)) return null
  const [, id, unlisted] = path.exec(pathname) ?? []
  if (!id) return null
  const player = new URL(`https://player.vimeo.com/video/${id}?autoplay=1&dnt=1`)
  const key = unlisted || searchParams.get('h')
  if (key) player.searchParams.set('h', key)
  return player
}
