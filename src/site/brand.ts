/**
 * In all other texts, {brand} stands for `name`, {launch} for `launch`, {support} for `supportEmail`, and {questions}
 * for the number of questions.
 */
export const brand = {
  name: 'Firstchair',
  pitch: 'The AI assistant that turns to-do lists into done lists, for people who work in beauty.',
  launch: 'June 2025',
  /** On tickets and at the foot of each page. */
  opens: 'Opens {launch}',
  opensLine: '{brand} opens {launch}.',
  supportEmail: 'hello@firstchair.example',
  address: ['12 Kingly Court', 'Carnaby Street', 'London W1B 5PW'],
}
