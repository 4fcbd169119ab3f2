import type { EmbedData } from '#shared/joining/embed.ts'
import { paths } from '#shared/site/paths.ts'
import { type Html, html } from '../../emails/html.ts'

type Drawn = {
  data: EmbedData
  count: number
  /** The origin of the site around the frame; null if it is unknown or not listed. */
  site: string | null
  /** The fields from the frame's URL: a friend's code and the campaign. */
  brought: [string, string][]
}

/** The form that src/web/embed/card.ts draws, as a page for a frame. It also works without scripts. */
export function embedHtml({ data: { words }, count, site, brought }: Drawn): Html {
  const hidden = ([name, value]: [string, string]) => html`<input type="hidden" name="${name}" value="${value}" />`
  const fields: [string, string][] = [
    ['embed', 'frame'],
    ...(site ? [['site', site] as [string, string]] : []),
    ...brought,
  ]
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${words.title}</title>
        <link rel="stylesheet" href="${paths.embedStyles}" />
        <script src="${paths.embedScript}" defer></script>
      </head>
      <body>
        <main class="card" aria-label="${words.title}" data-frame>
          <p class="title">${words.title}</p>
          <p class="note count" ${count > 0 ? null : HIDDEN}>${count.toLocaleString('en-GB')}${words.joined}</p>
          <form method="post" action="${paths.join}" target="firstchair-join">
            <label for="email">${words.email}</label>
            <div class="row">
              <input id="email" name="email" type="email" required autocomplete="email" />
              <button class="main">${words.button}</button>
            </div>
            ${fields.map(hidden)}
            <p class="note">
              ${words.opens} <a href="${paths.privacy}" target="_blank" rel="noopener">${words.privacy}</a>
            </p>
          </form>
          <div class="done" role="status"></div>
        </main>
      </body>
    </html>`
}

const HIDDEN: Html = { markup: 'hidden' }
