import { QueueMark } from './queue-mark.tsx'

export function Stamp() {
  return (
    <div className="stamp" aria-hidden="true">
      <QueueMark className="h-full w-auto" />
    </div>
  )
}
