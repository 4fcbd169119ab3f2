import { addParts, type SiteParts } from '#shared/site/site-in-pages.ts'

let folder: string | undefined
let here: string | null

/** Call it before any code reads the site. */
export function takeSite(name: string | null) {
  const block = document.getElementById('site')!
  folder = block.dataset.folder!
  here = name
  addParts(JSON.parse(block.textContent!) as SiteParts)
}

/** A page keeps the version of the site that it began with. */
export async function fetchParts(name: string) {
  // The build has no document, and has all parts.
  if (name === here || folder === undefined) return
  const file = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const answer = await fetch(`${folder}/${file}.json`)
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
  addParts((await answer.json()) as SiteParts)
}
