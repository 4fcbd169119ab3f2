import type * as z from 'zod/mini'

export function explainIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? `of type ${issue.expected}`}`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'too_small':
      return `must ${amount('at least', Number(issue.minimum), issue.origin)}`
    case 'too_big':
      return `must ${amount('at most', Number(issue.maximum), issue.origin)}`
    case 'invalid_format':
      return `must be a valid ${issue.format}`
    case 'unrecognized_keys':
      return `must not have ${issue.keys.join(', ')}`
    case 'invalid_union':
      return Array.isArray(issue.options)
        ? `must be one of ${issue.options.join(', ')}`
        : 'has none of the accepted forms'
    default:
      return undefined
  }
}

const TYPES: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  array: 'a list',
  object: 'a JSON object',
}

function amount(bound: string, count: number, origin: string): string {
  const unit = { string: 'character', array: 'item' }[origin]
  return unit ? `have ${bound} ${count} ${unit}${count === 1 ? '' : 's'}` : `be ${bound} ${count}`
}
