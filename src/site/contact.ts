export const contact = {
  title: 'Get in Touch',
  lead: 'A question about the waitlist, your data or what we are building? A person reads every message, usually between two cups of tea.',
  email: 'Email',
  street: 'Address',
  form: 'Send us a Message',
  yourName: 'Your Name',
  yourEmail: 'Your Email',
  yourMessage: 'Your Message',
  missing: 'Please fill in this field.',
  send: 'Send Message',
  sending: 'Sending...',
  failed: {
    title: 'Error',
    description: 'There was a problem sending your message. It is still here: please try again.',
  },
  sent: { title: 'Message sent', description: 'Thank you. We answer by email, as a rule within two working days.' },
} as const
