import { useQuery } from '@tanstack/react-query'
import { Empty } from '../../../ui/query-state.tsx'
import { Alarms } from '../integrations/alarms.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import type { SectionProps } from '../view/use-view.ts'
import { PAGES } from './pages.tsx'
import { settingsQuery } from './queries.ts'
import { useSettings } from './use-settings.ts'

/** One component, so that what is typed on one page stays while others are open. */
export function SettingsView(props: SectionProps) {
  const settings = useSettings()
  const { view, label, lead, role, Body } = PAGES.find(({ view }) => view === props.view.view)!
  return (
    <section key={view} aria-labelledby="settings" className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
      <SectionHead id="settings" title={label} lead={lead} />
      <Alarms />
      {role === 'owner' && !settings ? <NotLoaded /> : <Body {...props} settings={settings} />}
    </section>
  )
}

function NotLoaded() {
  const { isError } = useQuery(settingsQuery)
  return <Empty>{isError ? 'The settings couldn’t be loaded. Trying again every 30 seconds.' : 'Loading…'}</Empty>
}
