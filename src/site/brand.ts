/** The owner of this waitlist. Every text about the owner that visitors read comes from here. */
export const brand = {
  name: 'Firstchair',
  pitch: 'The AI assistant that turns to-do lists into done lists, for people who work in beauty.',
  launch: 'June 2025',
  supportEmail: 'hello@firstchair.example',
  address: ['12 Kingly Court', 'Carnaby Street', 'London W1B 5PW'],
}

/** What other words mention. Files whose words mention it are functions of it. */
export type Basics = {
  brand: typeof brand
  /** How many questions are asked, as a word. */
  questionCount: string
}
