import { WaitingChair } from '../../ui/drawings/waiting-chair.tsx'

/** For a list on which nobody is yet. */
export function EmptyList() {
  return (
    <div className="empty-list">
      <WaitingChair className="h-28 shrink-0" />
      <p>No submissions found. When users join the waitlist, they will appear here.</p>
    </div>
  )
}
