import { randomUUID } from 'node:crypto'
import type { DraftCheck, SiteView } from '#shared/site/site-editing.ts'
import type { SiteDocument } from '#shared/site/site.ts'
import { OWNER_PASSWORD } from './owner-password.ts'
import { ROUTES } from '#shared/routes.ts'

/** A writable document in which any string can replace a text. */
type Editable<Part> = Part extends string
  ? string
  : Part extends readonly unknown[] | null
    ? Part
    : { -readonly [Name in keyof Part]: Editable<Part[Name]> }

/** An owner who changes the site on a running server. */
export async function siteOwner(address: string) {
  const json = { 'content-type': 'application/json' }
  const signedIn = await fetch(address + ROUTES.session.path, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ password: OWNER_PASSWORD }),
  })
  const headers = { ...json, cookie: signedIn.headers.get('set-cookie')!.split(';')[0]! }
  const send = (method: string, path: string, body?: object) =>
    fetch(address + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const view = async () => (await (await send('GET', ROUTES.site.path)).json()) as SiteView
  const save = async (change: (document: Editable<SiteDocument>) => void) => {
    const { document, draft, newest } = await view()
    const next = structuredClone(draft?.document ?? document) as unknown as Editable<SiteDocument>
    change(next)
    const revision = randomUUID()
    const body = { document: next, base: newest, revision, replaces: draft?.revision ?? null }
    return { answer: await send('PUT', ROUTES.saveDraft.path, body), revision }
  }
  return {
    send,
    view,
    save: async (change: Parameters<typeof save>[0]) => (await save(change)).answer,
    sendFile: (path: string, file: Buffer) =>
      fetch(address + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(file),
      }),
    check: async () => (await (await send('POST', ROUTES.checkDraft.path, {})).json()) as DraftCheck,
    /** Saves this change and publishes it. */
    async publish(change: (document: Editable<SiteDocument>) => void): Promise<Response> {
      const { revision } = await save(change)
      return send('POST', ROUTES.publishSite.path, { revision })
    },
  }
}
