/**
 * SQL: those of the times in this array that lie within the last day. A time in the future is a clock's fault, and
 * counts as long ago.
 */
export function withinADay(times: string): string {
  return `array(select at from unnest(${times}) as at where at between now() - interval '1 day' and now())`
}
