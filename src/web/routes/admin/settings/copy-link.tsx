import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '../ui/copy-button.tsx'
import { settingsQuery } from './queries.ts'

/** Copies the address of the site. */
export function CopyLink() {
  const { data } = useQuery(settingsQuery)
  const url = data?.settings.find(({ name }) => name === 'PUBLIC_URL')?.value
  return url ? <CopyButton url={url} /> : null
}
