import { Toast } from '@base-ui/react/toast'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { site } from '#shared/site/site.ts'
import { CloseIcon } from './icons.tsx'
import type { Attempt, Notice } from './notify.ts'

let toasts: ReturnType<typeof Toast.createToastManager> | null = null
const shownBy = new Map<Attempt, number>()

/** Survives a change of page. */
export function showNotices(attempt: Attempt, notices: Notice[]) {
  const earlier = shownBy.get(attempt) ?? 0
  shownBy.set(attempt, notices.length)
  for (const [index, { title, description, tone = 'plain', timeout }] of notices.entries()) {
    toasts ??= mountToaster()
    toasts.add({
      id: `${attempt} ${index}`,
      title,
      description,
      type: tone,
      timeout: timeout ?? (tone === 'destructive' ? 10_000 : 5_000),
    })
  }
  for (let index = notices.length; index < earlier; index++) toasts?.close(`${attempt} ${index}`)
}

function mountToaster() {
  const manager = Toast.createToastManager()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  // Synchronously, because the manager drops notices that are added before anything listens.
  flushSync(() =>
    root.render(
      <Toast.Provider toastManager={manager} limit={2}>
        <Toast.Portal>
          <Toast.Viewport aria-label={site().frame.notices} className="toasts print:hidden">
            <Toasts />
          </Toast.Viewport>
        </Toast.Portal>
      </Toast.Provider>,
    ),
  )
  return manager
}

function Toasts() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={['up', document.dir === 'rtl' ? 'left' : 'right']}
      className="rounded-control border border-ink bg-raised shadow-lift transition duration-200 ease-settle data-ending-style:opacity-0 data-limited:hidden data-starting-style:-translate-y-2 data-starting-style:opacity-0 data-[type=destructive]:border-danger data-[type=destructive]:bg-danger-wash"
    >
      <Toast.Content className="flex items-start gap-2 py-2 pe-1.5 ps-4">
        <div className="min-w-0 grow py-2">
          <Toast.Title className="font-text font-semibold tracking-normal" />
          <Toast.Description className="text-small break-words" />
        </div>
        <Toast.Close
          aria-label={site().frame.dismiss}
          className="grid size-11 shrink-0 place-items-center rounded-control"
        >
          <CloseIcon />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
