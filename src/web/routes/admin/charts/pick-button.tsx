import { type ItemFilter, usePick } from './use-pick.ts'

/** The name of a chart's item. It fills the item's row, and a press filters by it or removes this filter. */
export function PickButton({ filter, name }: { filter: ItemFilter; name: string }) {
  const { isPicked, pick } = usePick(filter)(name)
  return (
    <button type="button" aria-pressed={isPicked} onClick={pick} className="pick">
      {name}
    </button>
  )
}
