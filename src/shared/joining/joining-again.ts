/** In 24 hours, because anybody can type another person's email. After that, nothing changes. */
export const MAX_CHANGES_PER_DAY = 5

/** For people who prove that the entry is theirs. Other people's changes count here too. */
export const MAX_OWN_CHANGES_PER_DAY = 40

export const MAX_REVISIONS_PER_ENTRY = 20

/** After that, joining again returns the newest one. */
export const MAX_CODES_PER_ENTRY: number = 20
