import { QUESTIONS } from './questionnaire.ts'

const WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** How many questions there are, as a word. The build works it out: the landing page does not carry the questions. */
export const QUESTION_COUNT = WORDS[QUESTIONS.length] ?? String(QUESTIONS.length)
