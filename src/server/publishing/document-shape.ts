import * as z from 'zod/mini'
import type { SiteProblem } from '#shared/site/site-editing.ts'
import { sourceSite } from '#shared/site/site.ts'
import { isRecord } from './completed.ts'

const text = z.string('must be a text')
const flag = z.optional(z.boolean('must be true or false'))
const choice = z.union(
  [z.string(), z.looseObject({ value: text, label: text, phrase: z.optional(text), archived: flag })],
  {
    error: 'must be a text, or have a value and a label',
  },
)

const QUESTIONS = z.array(
  z.looseObject(
    {
      name: text,
      label: text,
      question: text,
      kind: text,
      archived: flag,
      optional: flag,
      placeholder: z.optional(text),
      autoComplete: z.optional(text),
      choices: z.optional(z.array(choice, 'must be a list')),
      other: z.optional(text),
    },
    'must be a question',
  ),
  'must be a list',
)

const LOGO = z.nullable(
  z.looseObject(
    {
      hash: text,
      width: z.number('must be a number'),
      height: z.number('must be a number'),
      hasName: z.boolean('must be true or false'),
    },
    'must be a logo that was sent here, or null',
  ),
)

/** Their types do not follow from their values in src/site. */
const OWN_SHAPES: Record<string, z.ZodMiniType> = {
  questions: QUESTIONS,
  'look.logo': LOGO,
}

const SHAPE = shapeOf(sourceSite, { path: '', isItem: false })

/** Such as null in place of a part. Missing parts are no problem, except in the entries of lists. */
export function checkShape(document: object): SiteProblem[] {
  const { error } = SHAPE.safeParse(document)
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), sentence: message }))
}

function shapeOf(source: unknown, { path, isItem }: { path: string; isItem: boolean }): z.ZodMiniType {
  const own = OWN_SHAPES[path]
  if (own) return own
  if (typeof source === 'string') return text
  if (typeof source === 'number') return z.number('must be a number')
  if (Array.isArray(source)) return z.array(shapeOf(source[0], { path: `${path}.0`, isItem: true }), 'must be a list')
  if (!isRecord(source)) throw new Error(`No shape is known for ${path} of src/site`)
  if (path.endsWith('.labels')) return z.record(z.string(), text, 'must have a text for each question')
  const parts = Object.entries(source).map(([name, part]) => {
    const shape = shapeOf(part, { path: path ? `${path}.${name}` : name, isItem })
    return [name, isItem ? shape : z.optional(shape)] as const
  })
  return z.looseObject(Object.fromEntries(parts), 'must be an object with its parts')
}
