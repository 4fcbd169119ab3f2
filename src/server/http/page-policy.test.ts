import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './page-policy.ts'

test('allows nothing from other hosts', () => {
  const policy = contentSecurityPolicy({ measures: false })
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toMatch(/https?:|unsafe|data:|frame-src/)
})

test("allows framing the film's host, and nothing else from there", () => {
  const policy = contentSecurityPolicy({ measures: false, embed: 'https://player.vimeo.com/video/1?h=2' })
  expect(policy).toContain("frame-src 'self' https://player.vimeo.com")
  expect(policy.match(/https:/g)).toHaveLength(1)
})
