import type { FrameProps } from '#shared/pages/page-content.ts'
import { localPath, pagePaths } from '#shared/site/pages.ts'
import { paths } from '#shared/site/paths.ts'
import { direction, languageTag } from '#shared/values/language.ts'
import { grouped } from '../ui/grouped.ts'

/** What card.ts draws, as a page for a frame. It works without scripts too. */
export function Frame({ words, lines, act, count, site, brought }: FrameProps) {
  const fields: [string, string][] = [
    ['embed', 'frame'],
    ...(site ? [['site', site] as [string, string]] : []),
    ...brought,
  ]
  return (
    <html lang={languageTag()} dir={direction()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{words.title}</title>
        <link rel="stylesheet" href={paths.embedStyles} />
        <script src={paths.embedScript} defer />
      </head>
      <body>
        <main className="card" aria-label={words.title} data-frame>
          <p className="title">{words.title}</p>
          <p className="note count" hidden={count === 0}>{`${grouped(count)}${words.joined}`}</p>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <form method="post" action={localPath(paths.join)} target="firstchair-join" hidden={act === null}>
            <label htmlFor="email">{words.email}</label>
            <div className="row">
              <input id="email" name="email" type="email" required autoComplete="email" />
              <button type="submit" className="main" name="act" value={act ?? ''}>
                {words.button}
              </button>
            </div>
            {fields.map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <p className="note">
              {words.opens}{' '}
              <a href={localPath(pagePaths.privacy)} target="_blank" rel="noopener">
                {words.privacy}
              </a>
            </p>
          </form>
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- card.ts makes the same element */}
          <div className="done" role="status" />
        </main>
      </body>
    </html>
  )
}
