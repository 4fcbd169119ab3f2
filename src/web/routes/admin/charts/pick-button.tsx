import { type ItemFilter, usePick } from './use-pick.ts'

export function PickButton({ filter, name }: { filter: ItemFilter; name: string }) {
  const { isPicked, pick } = usePick(filter)(name)
  return (
    <button type="button" aria-pressed={isPicked} onClick={pick} className="pick">
      {name}
    </button>
  )
}
