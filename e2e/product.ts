/** The server and the product of a test share it. */
export const PRODUCT_SECRET = 'a-secret-of-the-product'
