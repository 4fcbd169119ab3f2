/** Marks an entry that the server does not have. */
export function LocalBadge() {
  return <span className="badge">only in this browser</span>
}
