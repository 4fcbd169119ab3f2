/** The names below which countries let people register domains, as in `co.uk` and `com.br`. */
const SECOND_LEVEL = 'ac co com edu gen go gob gouv gov ind ltd me ne net nhs nom or org plc sch school'.split(' ')

/**
 * SQL: the part of a domain that somebody registered, such as `salon.co.uk` of `mail.salon.co.uk`. Its owner can make
 * endless subdomains. This is only a good guess: the full list of public suffixes has thousands of lines.
 */
export function registeredDomain(domain: string): string {
  return `coalesce(substring(${domain} from '([^.]+\\.(?:(?:${SECOND_LEVEL.join('|')})\\.[a-z]{2}|[^.]+))$'), ${domain})`
}
