/** The secret that a test's server shares with its product. */
export const PRODUCT_SECRET = 'a-secret-of-the-product'
