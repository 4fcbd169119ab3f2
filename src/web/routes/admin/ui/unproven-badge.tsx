/** Marks answers that may be somebody else's: anybody can type another person's email. */
export function UnprovenBadge() {
  return <span className="badge">not proven</span>
}
