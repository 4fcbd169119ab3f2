import { QUESTIONS } from './questionnaire.ts'

/** How many questions are asked. The build computes it, because the landing page does not include the questions. */
export const QUESTIONS_ASKED = QUESTIONS.length

const WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** The same number as a word. */
export const QUESTION_COUNT = WORDS[QUESTIONS.length] ?? String(QUESTIONS.length)
