import { Email } from '../../../ui/email.tsx'

type PersonProps = { id: string; email: string | null; onOpen: (id: string) => void }

/** Opens the profile. */
export function Person({ id, email, onOpen }: PersonProps) {
  if (email === null) return <span>an erased person</span>
  return (
    <button type="button" onClick={() => onOpen(id)} className="person">
      <Email email={email} />
    </button>
  )
}
