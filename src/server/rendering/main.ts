import { json } from 'node:stream/consumers'
import { setSite, type SiteDocument, siteOf } from '#shared/site/site.ts'
import { renderSite } from './render-site.ts'

/** The order that this process reads as JSON from standard input. */
export type RenderOrder = {
  document: SiteDocument
  dist: string
  out: string
  /** The drawings of the document's logo by the names of their files, as base64. */
  logo: Record<string, string> | null
}

const { document, dist, out, logo } = (await json(process.stdin)) as RenderOrder
setSite(siteOf(document))
await renderSite({ dist, out, logo })
