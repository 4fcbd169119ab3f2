import { MOST_ITEMS } from '#shared/site/blocks.ts'
import { DRAWINGS, QUEUES, SCENES } from '#shared/site/drawings.ts'
import { labelOf } from '#shared/site/field-names.ts'
import type { Picture } from '#shared/site/picture.ts'
import { newId } from '../../../calls/new-id.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { FilmField } from './film-field.tsx'
import { fieldId, valueAt, withValue } from './paths.ts'
import { PictureField } from './picture-field.tsx'
import { moved, SortableItem, SortableList } from './sortable.tsx'
import type { Draft } from './use-draft.ts'
import { type Problems, WordField } from './word-fields.tsx'

type Edit = { draft: Draft; problems: Problems }

/** Lists whose items can be added, moved and removed, and what one of them is called. */
const LISTS: Record<string, string> = {
  trades: 'Changing word',
  row: 'Drawing',
  pains: 'Problem',
  words: 'Caption',
  list: 'Item',
  done: 'Example',
  stories: 'Text',
}
const ITEM_OF: Record<string, string> = {
  'landing.features.list': 'Feature',
  'landing.logos.list': 'Logo',
  'landing.answers.list': 'Question',
}

/** All fields at or below each path, lists included. */
export function PartFields({ paths, ...edit }: Edit & { paths: string[] }) {
  return paths.map((path) => <PartField key={path} {...edit} path={path} />)
}

function PartField({ path, ...edit }: Edit & { path: string }) {
  const value = valueAt(edit.draft.document, path)
  const name = path.split('.').at(-1)!
  if (name === 'id') return null
  if (name === 'picture') return <PictureField {...edit} path={path} />
  if (name === 'alt' && !valueAt(edit.draft.document, path.replace(/alt$/, 'picture'))) return null
  if (path === 'landing.film.address') return <FilmField draft={edit.draft} path={path} problem={edit.problems[path]} />
  const options = optionsOf(path)
  if (options) return <DrawingField {...edit} path={path} options={options} />
  if (typeof value === 'string' || typeof value === 'number')
    return (
      <WordField
        {...edit}
        path={path}
        label={wordOf(path)}
        hidesLabel={/\.\d+$/.test(path)}
        problem={edit.problems[path]}
      />
    )
  if (Array.isArray(value)) return <ListField {...edit} path={path} items={value as unknown[]} />
  return <PartFields {...edit} paths={Object.keys(value as object).map((part) => `${path}.${part}`)} />
}

function isWords(item: unknown): boolean {
  return typeof item === 'string'
}

function optionsOf(path: string): readonly string[] | null {
  if (path === 'look.queue') return QUEUES
  if (path.endsWith('.tool') || /^landing\.row\.\d+$/.test(path)) return DRAWINGS
  return path.endsWith('.drawing') ? SCENES : null
}

function DrawingField({ draft, path, options }: Pick<Edit, 'draft'> & { path: string; options: readonly string[] }) {
  // A picture of the owner's is in its place.
  if (path.endsWith('.tool') && valueAt(draft.document, path.replace(/tool$/, 'picture'))) return null
  return (
    <Select
      id={fieldId(path)}
      label={path === 'look.queue' ? 'What people wait for' : 'Drawing'}
      hidesLabel={/\d$/.test(path)}
      options={options.map((value) => ({ value, label: spoken(value) }))}
      value={valueAt(draft.document, path) as string}
      disabled={draft.view.file !== null}
      onValueChange={(next) => draft.change((now) => withValue(now, path, next))}
    />
  )
}

function spoken(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Such as 'Title', or 'Headline, before the changing words'. */
function wordOf(path: string): string {
  return LABELS[path.replaceAll(/\.\d+(?=\.|$)/g, '')] ?? labelOf(path, Number.POSITIVE_INFINITY)
}

const LABELS: Record<string, string> = {
  'landing.launch': 'Opening, above the headline',
  'landing.headline.before': 'Headline, before the changing word',
  'landing.headline.after': 'Headline, after the changing word',
  'landing.lead': 'Sentence below the headline',
  'landing.joined': 'After the number of people',
  'landing.wayBack': 'Link to one’s own place',
  'landing.problem.pains.time': 'Time, or another short word (optional)',
  'landing.features.toggle.more': 'Button that shows more',
  'landing.features.toggle.less': 'Button that shows less',
  'landing.features.list.more': 'More, behind the button (optional)',
  'landing.stories.alt': 'What the picture shows, for people who cannot see it',
  'landing.features.list.alt': 'What the picture shows, for people who cannot see it',
  'landing.film.words.from': 'Begins at',
  'landing.film.words.to': 'Ends at',
}

function ListField({ path, items, ...edit }: Edit & { path: string; items: unknown[] }) {
  const { draft, problems } = edit
  const isFixed = draft.view.file !== null
  const one =
    ITEM_OF[path] ??
    LISTS[
      path
        .split('.')
        .filter((name) => !/^\d+$/.test(name))
        .at(-1)!
    ] ??
    'Item'
  const set = (next: unknown[]) => draft.change((now) => withValue(now, path, next))
  const ids = items.map((item, index) => (item as { id?: string } | null)?.id ?? String(index))
  const least = path.endsWith('.done') ? 0 : 1
  return (
    <fieldset className="grid gap-2" id={fieldId(path)} tabIndex={-1}>
      <legend className="mb-2 text-control font-medium">{`${one}s`}</legend>
      <SortableList ids={ids} onMove={(from, to) => set(moved(items, from, to))}>
        {items.map((item, index) => (
          <SortableItem
            key={ids[index]}
            id={ids[index]!}
            path={`${path}.${index}`}
            title={`${one} ${index + 1}`}
            isRow={isWords(item)}
            isFixed={isFixed}
            isInvalid={Object.keys(problems).some((at) => at.startsWith(`${path}.${index}.`))}
            acts={
              !isFixed &&
              items.length > least && (
                <Button
                  kind="bare"
                  aria-label={`Remove: ${one} ${index + 1}`}
                  onClick={() => set(items.filter((_, place) => place !== index))}
                >
                  Remove
                </Button>
              )
            }
          >
            {isWords(item) ? (
              <PartField {...edit} path={`${path}.${index}`} />
            ) : (
              <div className="site-question-body">
                <PartFields {...edit} paths={Object.keys(item as object).map((part) => `${path}.${index}.${part}`)} />
              </div>
            )}
          </SortableItem>
        ))}
      </SortableList>
      {problems[path] && <p className="setting-problem">This {problems[path]}.</p>}
      {!isFixed && items.length < MOST_ITEMS && (
        <Button className="justify-self-start" onClick={() => set([...items, blankLike(items.at(-1) ?? '')])}>
          {`Add ${one.toLowerCase()}`}
        </Button>
      )}
    </fieldset>
  )
}

type Item = Record<string, unknown>

/** An item of the same parts without words. */
function blankLike(item: unknown): unknown {
  if (typeof item === 'string') return (DRAWINGS as readonly string[]).includes(item) ? item : ''
  const { id: _, picture, ...parts } = item as Item & { picture?: Picture | null }
  const blank = Object.entries(parts).map(([name, part]) => [name, blankPart(name, part, parts)])
  return { id: newId(), ...(picture === undefined ? {} : { picture: null }), ...Object.fromEntries(blank) }
}

/** A caption follows the one before it. */
function blankPart(name: string, part: unknown, { to }: Item): unknown {
  if (name === 'from') return to
  if (name === 'to') return (to as number) + 4
  if (name === 'tool') return part
  return Array.isArray(part) ? [] : ''
}
