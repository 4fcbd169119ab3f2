import { MOST_ITEMS } from '#shared/site/blocks.ts'
import { DRAWINGS, drawingsFor, QUEUES, SCENES } from '#shared/site/drawings.ts'
import { capitalized, itemOf, labelOf } from '#shared/site/field-names.ts'
import type { TemplateName } from '#shared/site/template-names.ts'
import { type Picture, picturePath } from '#shared/site/picture.ts'
import { newId } from '../../../calls/new-id.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/choices.tsx'
import { PictureField } from '../ui/upload.tsx'
import { fieldId, valueAt, withValue } from './paths.ts'
import { moved, SortableItem, SortableList } from './sortable.tsx'
import type { Draft } from './use-draft.ts'
import { type Problems, WordField } from './word-fields.tsx'
import { DRAWN_FILM } from '#shared/site/film.ts'

type Edit = { draft: Draft; problems: Problems }

/** All fields at or below each path, lists included. */
export function PartFields({ paths, ...edit }: Edit & { paths: string[] }) {
  return paths.map((path) => <PartField key={path} {...edit} path={path} />)
}

function PartField({ path, ...edit }: Edit & { path: string }) {
  const value = valueAt(edit.draft.document, path)
  const name = path.split('.').at(-1)!
  if (name === 'id') return null
  if (name === 'picture') return <SitePicture draft={edit.draft} path={path} />
  if (name === 'alt' && !valueAt(edit.draft.document, path.replace(/alt$/, 'picture'))) return null
  if (path === 'landing.film.address') return <FilmField draft={edit.draft} path={path} problem={edit.problems[path]} />
  const options = optionsOf(path, edit.draft.document.look.template)
  if (options) return <DrawingField {...edit} path={path} options={options} />
  if (typeof value === 'string' || typeof value === 'number')
    return (
      <WordField
        {...edit}
        path={path}
        label={labelOf(path, Number.POSITIVE_INFINITY)}
        hidesLabel={/\.\d+$/.test(path)}
        problem={edit.problems[path]}
      />
    )
  if (Array.isArray(value)) return <ListField {...edit} path={path} items={value as unknown[]} />
  return <PartFields {...edit} paths={partsOf(path, value)} />
}

/** As the page shows them, whatever order a document has them in. Others follow. */
function partsOf(path: string, value: unknown): string[] {
  const placeOf = (part: string) => (ORDER.indexOf(part) + ORDER.length) % ORDER.length
  return Object.keys(value as object)
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map((part) => `${path}.${part}`)
}

const ORDER = [
  'title',
  'question',
  'lead',
  'quote',
  'text',
  'answer',
  'more',
  'done',
  'list',
  'pains',
  'tool',
  'picture',
  'alt',
  '',
]

function SitePicture({ draft, path }: { draft: Draft; path: string }) {
  const picture = valueAt(draft.document, path) as Picture | null
  return (
    <PictureField
      id={fieldId(path)}
      label="Picture"
      kind="picture"
      picture={picture && picturePath(picture.hash)}
      hint="Visitors get it at 300 KB or less."
      isFixed={draft.view.file !== null}
      onChange={(next) => draft.change((now) => withValue(now, path, next))}
    />
  )
}

function isWords(item: unknown): boolean {
  return typeof item === 'string'
}

function optionsOf(path: string, template: TemplateName): readonly string[] | null {
  if (path === 'look.queue') return QUEUES
  if (path.endsWith('.tool') || /^landing\.row\.\d+$/.test(path)) return drawingsFor(template)
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
  return capitalized(name.replaceAll('-', ' '))
}

function ListField({ path, items, ...edit }: Edit & { path: string; items: unknown[] }) {
  const { draft, problems } = edit
  const isFixed = draft.view.file !== null
  const one = capitalized(itemOf(path))
  const set = (next: unknown[]) => draft.change((now) => withValue(now, path, next))
  const ids = items.map((item, index) => (item as { id?: string } | null)?.id ?? String(index))
  const least = path.endsWith('.done') || path === 'brand.address' ? 0 : 1
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
                <PartFields {...edit} paths={partsOf(`${path}.${index}`, item)} />
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

/** An address, with a way back to the film of the house. */
function FilmField({ draft, path, problem }: { draft: Draft; path: string; problem: string | undefined }) {
  const { address } = draft.document.landing.film
  const set = (next: string) => draft.change((now) => withValue(now, path, next))
  const hint =
    address === ''
      ? 'No film: the home page leaves the section out. Paste a YouTube or Vimeo link, or the https address of an MP4 or WebM file.'
      : 'A YouTube or Vimeo link, or the https address of an MP4 or WebM file. It loads only when a visitor presses Play.'
  return (
    <WordField draft={draft} path={path} label="Film" problem={problem} hint={hint}>
      {draft.view.file === null && (
        <span className="site-acts">
          {address !== '' && (
            <Button kind="bare" onClick={() => set('')}>
              Remove film
            </Button>
          )}
          {address !== DRAWN_FILM && (
            <Button kind="bare" onClick={() => set(DRAWN_FILM)}>
              Use the drawn film
            </Button>
          )}
        </span>
      )}
    </WordField>
  )
}
