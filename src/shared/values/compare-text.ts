/**
 * Orders text by code points, as PostgreSQL does with the collation "C". JavaScript's `<` compares UTF-16 units
 * instead, which orders some characters differently.
 */
export function compareText(one: string, other: string): number {
  let index = 0
  while (index < one.length && one[index] === other[index]) index += 1
  return (one.codePointAt(index) ?? -1) - (other.codePointAt(index) ?? -1)
}
