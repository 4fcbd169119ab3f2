import { expect, test } from 'vitest'
import { DRAWN_FILM, filmAt } from './film.ts'

const YOUTUBE = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0'
const VIMEO = 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'

test('links that people copy from YouTube and Vimeo become players without cookies', () => {
  for (const address of [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=12s',
    'https://youtube.com/watch?list=PL1&v=dQw4w9WgXcQ',
    'https://m.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube.com/embed/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  ])
    expect([address, filmAt(address)]).toEqual([
      address,
      { player: 'frame', src: YOUTUBE, host: 'www.youtube-nocookie.com' },
    ])
  for (const [address, key] of [
    ['https://vimeo.com/76979871', ''],
    ['https://www.vimeo.com/76979871/', ''],
    ['https://vimeo.com/76979871/8272103f6e', '&h=8272103f6e'],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e', '&h=8272103f6e'],
  ])
    expect([address, filmAt(address!)]).toEqual([
      address,
      { player: 'frame', src: VIMEO + key, host: 'player.vimeo.com' },
    ])
})

test('a file over https keeps its host and port, and the drawn film has none', () => {
  expect(filmAt('https://cdn.salon.example:8443/a/Film.MP4?v=2')).toEqual({
    player: 'video',
    src: 'https://cdn.salon.example:8443/a/Film.MP4?v=2',
    host: 'cdn.salon.example:8443',
  })
  expect(filmAt('https://salon.example/film.webm')?.player).toBe('video')
  expect(filmAt(DRAWN_FILM)).toEqual({ player: 'video', src: DRAWN_FILM, host: null })
})

test.each([
  '',
  'film.mp4',
  '/film/other.mp4',
  'http://salon.example/film.mp4',
  'https://salon.example/film.mov',
  'https://salon.example/',
  'https://me:secret@salon.example/film.mp4',
  'https://www.youtube.com/@salon',
  'https://www.youtube.com/watch?v=a"b',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://vimeo.com/channels/staffpicks',
  'https://evil.example/video/76979871',
  'javascript:alert(1)//.mp4',
  "https://salon.example; script-src 'unsafe-inline'/film.mp4",
])('%j is no film', (address) => {
  expect(filmAt(address)).toBeNull()
})
