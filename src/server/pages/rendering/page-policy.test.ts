import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './page-policy.ts'

test('allows nothing from other hosts', () => {
  const policy = contentSecurityPolicy({ measures: false })
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toMatch(/https?:|unsafe|data:|frame-src/)
})

test.each([
  ['https://vimeo.com/1?h=2', "frame-src 'self' https://player.vimeo.com"],
  ['https://youtu.be/dQw4w9WgXcQ', "frame-src 'self' https://www.youtube-nocookie.com"],
  ['https://cdn.salon.example:8443/film.mp4', "media-src 'self' https://cdn.salon.example:8443"],
])('allows the host of the film %s exactly, and nothing else from there', (film, allowed) => {
  const policy = contentSecurityPolicy({ measures: false, film })
  expect(policy.split('; ')).toContain(allowed)
  expect(policy.match(/https:/g)).toHaveLength(1)
})
