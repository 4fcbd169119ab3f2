import { expect, test } from 'vitest'
import { sourceSite } from '#shared/site/site.ts'
import { checkDocument } from './check-document.ts'
import { completed, unknownParts } from './completed.ts'

/** As 1.0 stored it: no blocks, drawings, pictures, papers, faces, or ids of items. */
function formerDocument() {
  const {
    blocks: _,
    row: __,
    stories: ___,
    logos: ____,
    answers: _____,
    ...landing
  } = structuredClone(sourceSite.landing)
  const { drawing: _p, ...problem } = landing.problem
  const { drawing: _b, ...belief } = landing.belief
  const pains = problem.pains.map((pain) => without(pain, ['id']))
  const list = landing.features.list.map((feature) => without(feature, ['id', 'picture', 'alt']))
  return {
    ...sourceSite,
    look: { color: sourceSite.look.color, logo: null },
    landing: { ...landing, problem: { ...problem, pains }, belief, features: { ...landing.features, list } },
  }
}

function without<Item extends object>(item: Item, names: string[]): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name))) as Item
}

test('a document from before there were blocks is the same page, and can be published', () => {
  const former = formerDocument()
  const site = completed(former)
  expect([unknownParts(former), checkDocument(former, site)]).toEqual([[], []])
  expect(site.landing.blocks).toEqual(['hero', 'problem', 'belief', 'film', 'features', 'ready'])
  expect(site.look).toEqual(sourceSite.look)
  expect(site.landing.problem.pains.map(({ id, title }) => [id, title])[1]).toEqual(['growth', 'Growth ceiling'])
  expect(site.landing.features.list[0]).toMatchObject({ id: 'automation', tool: 'scissors', picture: null, alt: '' })
  expect(completed(site)).toEqual(site)
})

test('items keep their ids when they move, and a new one gets another', () => {
  const site = completed(formerDocument())
  const [first, second, ...rest] = site.landing.problem.pains
  const { id: _, ...added } = first!
  const pains = [second, first, ...rest, added]
  const moved = completed({ ...site, landing: { ...site.landing, problem: { ...site.landing.problem, pains } } })
  const ids = moved.landing.problem.pains.map(({ id }) => id)
  expect(ids.slice(0, 4)).toEqual(['growth', 'admin', 'burnout', 'missed'])
  expect(new Set(ids).size).toBe(5)
})
