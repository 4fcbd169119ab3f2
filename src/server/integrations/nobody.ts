/** The made-up person with whom an owner tries a service. The address is at a reserved domain. */
export const NOBODY = { email: 'robin.reed@example.com', name: 'Robin Reed (a trial)' }
