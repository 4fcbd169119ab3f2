/** The made-up person that an owner sends to a service to test it. The address is at a reserved domain. */
export const NOBODY = { email: 'robin.reed@example.com', name: 'Robin Reed (a trial)' }
