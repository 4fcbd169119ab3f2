/** What the server and the product of a test share. */
export const PRODUCT_SECRET = 'a-secret-of-the-product'
