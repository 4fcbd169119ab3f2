export const contact = {
  title: 'Get in Touch',
  lead: 'A question about the waitlist, your data or what we are building? A person reads every message, usually between two cups of tea.',
  form: 'Send us a Message',
  sent: { title: 'Message sent', description: 'Thank you. We answer by email, as a rule within two working days.' },
} as const
