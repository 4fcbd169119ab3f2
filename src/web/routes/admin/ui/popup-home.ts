import { createContext, type RefObject } from 'react'

/** The dialog that popups inside it belong to, so that screen readers reach them. Null outside of dialogs. */
export const PopupHome = createContext<RefObject<HTMLElement | null> | null>(null)
