/** The made-up person with whom an owner tries a service, at a domain that nobody has. */
export const NOBODY = { email: 'robin.reed@example.com', name: 'Robin Reed (a trial)' }
