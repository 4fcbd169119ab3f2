export const NOBODY = { email: 'robin.reed@example.com', name: 'Robin Reed (a trial)' }
