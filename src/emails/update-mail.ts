import { fillNames, linksOf, type Piece, readUpdate, type UpdateName, type UpdateWords } from '#shared/list/updates.ts'
import { site } from '#shared/site/site.ts'
import { type Html, html } from './html.ts'
import { button } from './mail-button.ts'
import { type ComposedMail, mailFrame, textFooter } from './mail-frame.ts'
import { mailColors } from './mail-style.ts'
import { paragraph } from './paragraphs.ts'

type Updating = {
  words: UpdateWords
  values: Record<UpdateName, string>
  /** The address that the link with this number leads to. */
  follow?: (href: string, link: number) => string
  picture: { src: string; width: number } | null
  unsubscribeLink: string
}

export function updateMail({
  words,
  values,
  follow = (href) => href,
  picture,
  unsubscribeLink,
}: Updating): ComposedMail {
  const filled = (text: string) => fillNames(text, values)
  const lead = (href: string, link: number) => (/^https?:/i.test(href) ? follow(href, link) : filled(href))
  const { paragraphs } = readUpdate(words.text)
  const subject = filled(words.subject)
  const last = linksOf(words).length - 1
  const pressed = words.button_link && { label: filled(words.button_label), href: lead(words.button_link, last) }
  const plain = (pieces: Piece[]) =>
    pieces
      .map(({ text, href }) =>
        href === undefined || href === text ? filled(text) : `${filled(text)} (${filled(href)})`,
      )
      .join('')
  return {
    subject,
    html: mailFrame({
      subject,
      preview: paragraphs[0] ? plain(paragraphs[0]).slice(0, 140) : '',
      unsubscribeLink,
      body: [
        ...(picture ? [shown({ ...picture, alt: filled(words.picture_alt) })] : []),
        ...paragraphs.map((pieces) => paragraph(pieces.map((piece) => inline(piece, { filled, lead })))),
        ...(pressed ? [button(pressed)] : []),
      ],
    }),
    text: [
      site().brand.name,
      ...(picture ? [`[${filled(words.picture_alt)}]`] : []),
      ...paragraphs.map(plain),
      ...(pressed ? [`${pressed.label}:\n${filled(words.button_link)}`] : []),
      textFooter(unsubscribeLink),
    ].join('\n\n'),
  }
}

/** Of the text of a mail on a computer, in pixels. */
const WIDEST = 552

function shown({ src, width, alt }: { src: string; width: number; alt: string }): Html {
  return html`<img
    src="${src}"
    width="${Math.min(width, WIDEST)}"
    alt="${alt}"
    style="display:block;max-width:100%;height:auto;border:0;border-radius:10px"
  />`
}

type Writing = { filled: (text: string) => string; lead: (href: string, link: number) => string }

function inline({ text, isBold, href, link }: Piece, { filled, lead }: Writing): Html {
  const lines = filled(text).split('\n')
  const words = lines.flatMap((line, index) => (index === 0 ? [html`${line}`] : [html`<br />${line}`]))
  if (isBold) return html`<strong>${words}</strong>`
  if (href === undefined) return html`${words}`
  return html`<a class="ink" href="${lead(href, link!)}" style="color:${mailColors().ink};text-decoration:underline"
    >${words}</a
  >`
}
