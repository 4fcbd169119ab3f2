const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

export function Moment({ date }: { date: string }) {
  return (
    <time dateTime={date} className="moment">
      {format.format(new Date(date))}
    </time>
  )
}
