import { useState } from 'react'
import { type Block, BLOCK_NAMES, BLOCKS } from '#shared/site/blocks.ts'
import { Switch } from '../../../ui/choices.tsx'
import { PartFields } from './part-fields.tsx'
import { fieldId, withValue } from './paths.ts'
import { moved, OpenButton, SortableItem, SortableList } from './sortable.tsx'
import type { Draft } from './use-draft.ts'
import type { Problems } from './word-fields.tsx'

type EditorProps = {
  draft: Draft
  problems: Problems
  wanted: string | null
  onOpen: (block: string) => void
}

/** Texts of the first page that are in no other block belong to the headline. */
const HERO = [
  ...['launch', 'headline', 'trades', 'lead', 'joined', 'wayBack', 'row'].map((name) => `landing.${name}`),
  'look.queue',
]

/** The blocks of the first page in their order, then those that are off. `wanted`: the path to show, if any. */
export function BlockEditor({ draft, problems, wanted, onOpen }: EditorProps) {
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
  const common = {
    draft,
    problems,
    isFixed,
    open,
    onOpen: (block: string | null) => {
      setOpen(block)
      if (block !== null) onOpen(block)
    },
  }
  return (
    <div className="grid gap-2" id={fieldId('landing.blocks')} tabIndex={-1}>
      {problems['landing.blocks'] && <p className="setting-problem">The page {problems['landing.blocks']}.</p>}
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
          <BlockItem key={block} {...common} block={block} isOn={false} onSwitch={() => set(withBlock(shown, block))} />
        ))}
      </SortableList>
    </div>
  )
}

/** The headline opens the page, and the last call to join ends it. */
function withBlock(shown: readonly Block[], block: Block): Block[] {
  if (block === 'hero') return [block, ...shown]
  return shown.at(-1) === 'ready' ? [...shown.slice(0, -1), block, 'ready'] : [...shown, block]
}

type BlockProps = {
  draft: Draft
  problems: Problems
  isFixed: boolean
  open: string | null
  onOpen: (name: string | null) => void
  block: Block
  isOn: boolean
  onSwitch: () => void
}

function BlockItem({ block, isOn, onSwitch, draft, problems, isFixed, open, onOpen }: BlockProps) {
  const isOpen = open === block
  const path = `landing.${block}`
  const paths = block === 'hero' ? HERO : [path]
  const title = BLOCK_NAMES[block]
  return (
    <SortableItem
      id={block}
      path={path}
      title={title}
      isFixed={isFixed || !isOn}
      isInvalid={Object.keys(problems).some((at) => paths.some((one) => at === one || at.startsWith(`${one}.`)))}
      acts={
        <>
          <Switch
            label={<span className="sr-only">{`Show ${title}`}</span>}
            checked={isOn}
            disabled={isFixed}
            onChange={onSwitch}
          />
          <OpenButton title={title} isOpen={isOpen} onPress={() => onOpen(isOpen ? null : block)} />
        </>
      }
    >
      {isOpen && (
        <div className="site-question-body">
          <PartFields draft={draft} problems={problems} paths={paths} />
        </div>
      )}
    </SortableItem>
  )
}
