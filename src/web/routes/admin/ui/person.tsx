import { openProfile } from '../state/use-view.tsx'
import { Email } from '../../../ui/text.tsx'

/** Opens the profile. */
export function Person({ id, email }: { id: string; email: string | null }) {
  if (email === null) return <span>an erased person</span>
  return (
    <button type="button" onClick={() => openProfile(id)} className="person">
      <Email email={email} />
    </button>
  )
}
