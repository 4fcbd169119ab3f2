/**
 * All other parts are in the language `first`. `others`: those at addresses such as `/de/`. `texts`: the owner's
 * versions, by language and the path of the text (shared/site/translation.ts).
 */
export const languages = {
  first: 'en' as string,
  others: [] as string[],
  texts: {} as Record<string, Record<string, string>>,
}
