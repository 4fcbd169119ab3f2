export function LocalBadge() {
  return <span className="badge">only in this browser</span>
}
