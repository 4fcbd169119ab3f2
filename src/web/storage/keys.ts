/** The key of the token of the person who joined in this browser. */
export const PLACE_TOKEN = 'placeToken'

/** The key of the form's draft in the tab's storage. */
export const DRAFT = 'formDraft'
