export function withinADay(times: string): string {
  return `array(select at from unnest(${times}) as at where at between now() - interval '1 day' and now())`
}
