import { brand } from './brand.ts'

/** The words of the landing page. The trades are typed one after the other into the headline. */
export const landing = {
  trades: ['Beauty', 'Barbering', 'Hairdressing', 'Nail', 'Skincare', 'Makeup'],
  headline: { before: 'Put your', after: 'business in the first chair.' },
  lead: `${brand.name} is the AI assistant that turns to-do lists into done lists. It does the admin, finds what makes you grow, drafts your content and plans the business with you, while your hands stay with your client.`,
  launch: `Opens ${brand.launch}`,
  joined: '+ solo providers have already joined',
  ready: {
    title: 'Ready to Join?',
    text: 'Leave your email, answer seven short questions, and you have a place in the queue. Every friend who follows moves you closer to the front.',
  },
} as const
