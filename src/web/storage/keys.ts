export const PLACE_TOKEN = 'placeToken'

export const DRAFT = 'formDraft'
