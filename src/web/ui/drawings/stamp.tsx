import { ChairMark } from './chair-mark.tsx'

/** A postage stamp with the first chair on it. Decorative. */
export function Stamp() {
  return (
    <div className="stamp" aria-hidden="true">
      <ChairMark className="h-full w-auto" />
    </div>
  )
}
