import { afterAll, beforeEach, expect, test } from 'vitest'
import { offered } from '#shared/site/offered.ts'
import { setSite, site, siteOf } from '#shared/site/site.ts'
import { mailsToVisitors } from '../../test/mails-to-visitors.ts'
import { pseudoSite, untranslated } from '../../test/pseudo-language.ts'

beforeEach(() => setSite(pseudoSite()))
afterAll(() => setSite(siteOf({})))

const CHOSEN = () => ({
  is_solo_provider: false,
  job_industry: 'Make Up Artist',
  problems: [...offered('problems')],
  goals: [...offered('goals')],
  price_range: '£60+/month',
  further_answers: null,
})

test('every word of every mail is in the reader’s language', () => {
  for (const { subject, html, text } of mailsToVisitors(CHOSEN())) {
    const body = html
      .replaceAll(/<!--.*?-->|<style>.*?<\/style>/gs, '')
      .replaceAll(/<[^>]*?\b(?:alt|title|aria-label)="([^"]*)"[^>]*>/g, ' $1 ')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/&\w+;/g, ' ')
    expect(untranslated([subject, ...text.split('\n'), ...body.split('\n')])).toEqual([])
    expect(html).toContain(`<html lang="${site().language}"`)
  }
})

test('a mail from right to left keeps words of the owner’s, codes and addresses from left to right', () => {
  setSite(siteOf({ languages: { first: 'ar', others: [], texts: {} } }))
  const mails = mailsToVisitors(CHOSEN())
  const has = (part: string | RegExp) => mails.filter(({ html }) => html.match(part)).length
  expect(has(/<p[^>]*dir="ltr"[^>]*>Ôñé<\/p>/)).toBe(2)
  expect(has(/<p[^>]*dir="rtl"[^>]*>[^<]*\p{Script=Arabic}/u)).toBeGreaterThan(5)
  expect(has('<span dir="ltr">AB12CD</span>')).toBe(1)
  expect(has('\u2068j•••@gmail.com\u2069')).toBe(6)
})
