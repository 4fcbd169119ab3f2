/** SQL: whether this entry's person pressed a button in one of our mails, was accepted by the owner, or was let in. */
export function isProven(entry: string): string {
  return `(${entry}.confirmed_at is not null or ${hasOwnersWord(entry)})`
}

/** SQL: whether the owner has accepted this entry's person, or let them in. */
export function hasOwnersWord(entry: string): string {
  return `(${entry}.is_accepted or ${entry}.state = 'admitted')`
}
