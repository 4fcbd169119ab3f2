/** By code points, as PostgreSQL's collation "C". JavaScript's `<` compares UTF-16 units. */
export function compareText(one: string, other: string): number {
  let index = 0
  while (index < one.length && one[index] === other[index]) index += 1
  return (one.codePointAt(index) ?? -1) - (other.codePointAt(index) ?? -1)
}
