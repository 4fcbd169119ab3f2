/** The key of the token of the person who joined in this browser; public/early.js uses it too. */
export const PLACE_TOKEN = 'placeToken'
