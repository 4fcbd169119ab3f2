import { useState } from 'react'
import { type Block, BLOCK_NAMES, BLOCKS } from '#shared/site/blocks.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { PartFields } from './part-fields.tsx'
import { fieldId, withValue } from './paths.ts'
import { moved, SortableItem, SortableList } from './sortable.tsx'
import type { Draft } from './use-draft.ts'
import type { Problems } from './word-fields.tsx'

type EditorProps = { draft: Draft; problems: Problems; wanted: string | null }

/** What belongs to the headline: texts of the first page that are in no other block. */
const HERO = ['launch', 'headline', 'trades', 'lead', 'joined', 'wayBack', 'row']

/** The blocks of the first page in their order, then those that are off. `wanted`: the path to show, if any. */
export function BlockEditor({ draft, problems, wanted }: EditorProps) {
  const shown: readonly Block[] = draft.document.landing.blocks
  const hidden = BLOCKS.filter((block) => !shown.includes(block))
  const asked = wanted?.startsWith('landing.') ? (wanted.split('.')[1] ?? '') : null
  const named = asked === null || BLOCKS.includes(asked as Block) ? asked : 'hero'
  const [open, setOpen] = useState(named)
  const [seen, setSeen] = useState(wanted)
  if (wanted !== seen) {
    setSeen(wanted)
    if (named !== null) setOpen(named)
  }
  const isFixed = draft.view.file !== null
  const set = (next: Block[]) => draft.change((now) => withValue(now, 'landing.blocks', next))
  const common = { draft, problems, isFixed, open, onOpen: setOpen }
  return (
    <div className="grid gap-2">
      <div className="site-question" id={fieldId('landing.blocks')} tabIndex={-1}>
        <div className="site-question-head">
          <strong className="min-w-0 grow font-medium">Headline and form</strong>
          <OpenButton {...common} name="hero" title="Headline and form" />
        </div>
        {open === 'hero' && (
          <div className="site-question-body">
            <PartFields
              draft={draft}
              problems={problems}
              paths={[...HERO.map((name) => `landing.${name}`), 'look.queue']}
            />
          </div>
        )}
      </div>
      <SortableList ids={[...shown]} onMove={(from, to) => set(moved(shown, from, to))}>
        {shown.map((block) => (
          <BlockItem
            key={block}
            {...common}
            block={block}
            isOn
            onSwitch={() => set(shown.filter((one) => one !== block))}
          />
        ))}
        {hidden.map((block) => (
          <BlockItem key={block} {...common} block={block} isOn={false} onSwitch={() => set([...shown, block])} />
        ))}
      </SortableList>
    </div>
  )
}

type Common = {
  draft: Draft
  problems: Problems
  isFixed: boolean
  open: string | null
  onOpen: (name: string | null) => void
}

type BlockProps = Common & { block: Block; isOn: boolean; onSwitch: () => void }

function BlockItem({ block, isOn, onSwitch, ...common }: BlockProps) {
  const { draft, problems, isFixed, open } = common
  const path = `landing.${block}`
  const title = BLOCK_NAMES[block]
  return (
    <SortableItem
      id={block}
      path={path}
      title={title}
      isFixed={isFixed || !isOn}
      isInvalid={Object.keys(problems).some((one) => one.startsWith(`${path}.`))}
      acts={
        <>
          <Switch
            label={<span className="sr-only">{`Show ${title}`}</span>}
            checked={isOn}
            disabled={isFixed}
            onChange={onSwitch}
          />
          <OpenButton {...common} name={block} title={title} />
        </>
      }
    >
      {open === block && (
        <div className="site-question-body">
          <PartFields draft={draft} problems={problems} paths={[path]} />
        </div>
      )}
    </SortableItem>
  )
}

function OpenButton({ open, onOpen, name, title }: Common & { name: string; title: string }) {
  const isOpen = open === name
  return (
    <Button
      kind="bare"
      aria-expanded={isOpen}
      aria-label={`${isOpen ? 'Close' : 'Edit'}: ${title}`}
      onClick={() => onOpen(isOpen ? null : name)}
    >
      {isOpen ? 'Close' : 'Edit'}
    </Button>
  )
}
