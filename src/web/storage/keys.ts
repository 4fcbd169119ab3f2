export const PLACE_TOKEN = 'placeToken'

export const DRAFT = 'formDraft'

export const CONSENT = 'analyticsConsent'

export const LANGUAGE_OFFERED = 'languageOffered'
