import { expect, test } from 'vitest'
import { sourceSite } from '#shared/site/site.ts'
import { runOnce } from '../../../test/servers/database.ts'
import { emptyDatabase } from '../../../test/servers/migrations.ts'
import { migrate } from '../db/migrate.ts'
import { checkDocument } from './check-document.ts'

const VIMEO = 'https://player.vimeo.com/video/1?h=2'

/** A document of 1.0. */
function filmed(film: { file: string; embed: string | null }, more = {}) {
  const { address: _address, ...words } = sourceSite.landing.film
  return JSON.stringify({ ...sourceSite, ...more, landing: { ...sourceSite.landing, film: { ...words, ...film } } })
}

test('films of 1.0: an embedded one and the drawn one stay, and one that was uploaded leaves the page without a film', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await migrate(connection, { until: 99 })
  const own = '/film/0123456789abcdef0123456789abcdef.mp4'
  const documents = [
    filmed({ file: '/film/film.mp4', embed: null }),
    filmed({ file: '/film/film.mp4', embed: VIMEO }),
    filmed({ file: own, embed: null }),
    JSON.stringify({ brand: sourceSite.brand }),
  ]
  for (const [index, document] of documents.entries())
    await runOnce(
      connection,
      `insert into site_versions (number, document) values (${index + 1}, $json$${document}$json$)`,
    )
  const draft = filmed({ file: own, embed: null }, { form: { ...sourceSite.form, title: 'A \0 and \ud800' } })
  await runOnce(
    connection,
    `insert into site_draft (id, document, base, revision) values (1, $json$${draft}$json$, 4, 7)`,
  )

  await migrate(connection)

  const { rows } = await runOnce(connection, 'select document from site_versions order by number')
  const films = rows.map(({ document }) => document.landing?.film)
  const { film } = sourceSite.landing
  expect(films).toEqual([film, { ...film, address: VIMEO }, { ...film, address: '' }, undefined])
  for (const { document } of rows) expect(checkDocument(document, sourceSite)).toEqual([])
  // What no jsonb can hold stays as it was.
  const { rows: drafts } = await runOnce(connection, 'select document::text as text from site_draft')
  expect(drafts).toEqual([{ text: draft }])
})
