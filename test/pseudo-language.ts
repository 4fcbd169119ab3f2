import { SLOT } from '#shared/values/language.ts'
import { site, type SiteDocument, siteIn, siteOf, sourceSite } from '#shared/site/site.ts'
import { textsOf } from '#shared/site/translation.ts'

/** It has accents in its dates, too. */
export const PSEUDO = 'vi'

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ACCENTED = [...'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÜṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþɋŕšţüṽŵẋýž']

/** Accented, in brackets, and 40 % longer, with the same names in braces. */
function pseudo(text: string): string {
  let end = 0
  const parts = Array.from(text.matchAll(SLOT), (slot) => {
    const before = accented(text.slice(end, slot.index))
    end = slot.index + slot[0].length
    const [whole, name, forms] = slot
    return before + (forms === undefined ? whole : `{${name}:${forms.split('|').map(pseudoForm).join('|')}}`)
  })
  return `⟦${parts.join('')}${accented(text.slice(end))}⟧`
}

function pseudoForm(form: string): string {
  const [, category = '', words] = /^((?:=\d+|one|other):)?(.*)$/s.exec(form)!
  return category + accented(words!)
}

function accented(text: string): string {
  return text.replaceAll(/[A-Za-z]/g, (letter) => {
    const made = ACCENTED[PLAIN.indexOf(letter)]!
    return /[aeiou]/i.test(letter) ? made + made.toLowerCase() : made
  })
}

const texts = Object.fromEntries(Object.entries(textsOf(sourceSite)).map(([path, text]) => [path, pseudo(text)]))

export const PSEUDO_DOCUMENT: Partial<SiteDocument> = {
  languages: { first: 'en', others: [PSEUDO], texts: { [PSEUDO]: texts } },
}

export const pseudoSite = () => siteIn(PSEUDO, siteOf(PSEUDO_DOCUMENT))

/** What nobody translates: names, addresses, codes, keys of the keyboard, and weekdays without an accent. */
const NAMES =
  /\S+@\S+|\bhttps?:\S+|\b(?:localhost|waitlist\.example)\S*|\?ref=\w+|\b(?:[A-Z0-9]{6}|[A-Z0-9]{4}-[A-Z0-9]{4})\b|\b(?:WhatsApp|Twitter|Facebook|Instagram|Telegram|thg|Hai|Ba)\b/g

/** Words that no text of the site holds in this language. */
export function untranslated(shown: string[]): string[] {
  const { name, address } = site().brand
  return shown.filter((text) => {
    const words = [name, ...address].reduce((left, own) => left.replaceAll(own, ''), text.replaceAll(NAMES, ''))
    return (words.match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => /^[A-Za-z]{2,}$/.test(word))
  })
}
