import { QUESTIONS } from './questionnaire.ts'

const WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

/**
 * The number of questions, as a word. The build computes it, because the landing page does not include the questions.
 */
export const QUESTION_COUNT = WORDS[QUESTIONS.length] ?? String(QUESTIONS.length)
