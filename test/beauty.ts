/** What belongs to the trade of src/site. */
export const BEAUTY =
  /chair|salon|barber|\bnails?\b|\bcombs?\b|scissors|\bseats?\b|\bhair|beauty|treatment|stylist|foils|balayage|make.?up|solo provider|Group practice|Kingly Court/i

/** With attributes that somebody reads, without the names of classes, files and the software. */
export function textsIn(html: string): string {
  return html
    .replace(/<style[^]*?<\/style>|<script[^]*?<\/script>/g, '')
    .replace(/ (?:class|id|for|href|src|srcset|name|aria-labelledby|data-[a-z]+)="[^"]*"/g, '')
    .replace(/firstchair/gi, '')
}
