import { createContext, type RefObject } from 'react'

/** The dialog that popups are rendered into, so that screen readers can reach them. Null outside of dialogs. */
export const PopupHome = createContext<RefObject<HTMLElement | null> | null>(null)
