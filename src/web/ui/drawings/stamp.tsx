import { ChairMark } from './chair-mark.tsx'

export function Stamp() {
  return (
    <div className="stamp" aria-hidden="true">
      <ChairMark className="h-full w-auto" />
    </div>
  )
}
