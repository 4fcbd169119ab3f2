/** Where the browser keeps the token of the person who joined in it; public/early.js knows it too. */
export const PLACE_TOKEN = 'placeToken'
