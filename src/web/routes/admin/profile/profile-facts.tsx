import type { ReactNode } from 'react'
import { grouped } from '../../../ui/grouped.ts'
import type { ShownEntry } from '../state/local-entries.ts'
import { Email } from '../../../ui/email.tsx'

/** The cards of a profile. The position and the referral code appear only if there is one. */
export function ProfileFacts({ entry }: { entry: ShownEntry }) {
  return (
    <dl className="cards">
      <Card name="Email" value={<Email email={entry.email} />} />
      <Card name="Provider Type" value={providerOf(entry)} />
      <Card name="Business Name" value={entry.business_name || 'N/A'} />
      <Card name="Industry" value={entry.job_industry || 'N/A'} />
      <Card name="Price Range" value={entry.price_range || 'N/A'} />
      {entry.position !== undefined && <Card name="Waitlist Position" value={`#${grouped(entry.position)}`} />}
      {entry.referral_code && <Card name="Referral Code" value={<span className="code">{entry.referral_code}</span>} />}
    </dl>
  )
}

function Card({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="card">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function providerOf({ is_solo_provider }: ShownEntry): string {
  if (is_solo_provider === true) return 'Solo Provider'
  return is_solo_provider === false ? 'Group Practice' : 'N/A'
}
