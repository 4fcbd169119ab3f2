import type { ElementType, Key, ReactNode } from 'react'
import { Fragment, jsx as element, jsxs as elements, type JSX as ReactJSX } from 'react/jsx-runtime'

/*
 * Every tag of our TSX calls this, so that each text has an element to itself. Browsers that translate replace each
 * text by another node: React throws when it removes such a text or inserts something before it, and its changes of the
 * text are not seen.
 */

type Props = { children?: ReactNode }

export { Fragment }
export type { ReactJSX as JSX }

export function jsx(type: ElementType, props: Props, key?: Key) {
  return element(type, withTextsApart(type, props), key)
}

export function jsxs(type: ElementType, props: Props, key?: Key) {
  const apart = withTextsApart(type, props)
  return (Array.isArray(apart.children) ? elements : element)(type, apart, key)
}

function withTextsApart(type: ElementType | symbol, props: Props): Props {
  const children = Array.isArray(props.children) ? apart(props.children as ReactNode[]) : props.children
  // A fragment is no element: its text stands beside whatever surrounds it.
  const alone = typeof type === 'symbol' && isText(children) ? apart([children, null]) : children
  return alone === props.children ? props : { ...props, children: alone }
}

/**
 * Joins texts that follow each other, and wraps them unless they are alone. Other children keep their index, which is
 * their key.
 */
function apart(children: ReactNode[]): ReactNode {
  const parts = children.map((child) => (Array.isArray(child) ? apart(child as ReactNode[]) : child))
  if (parts.every(isText)) return parts.join('')
  return parts.map((part, index) => {
    if (!isText(part)) return part
    if (isText(parts[index - 1])) return null
    const next = parts.findIndex((other, at) => at > index && !isText(other))
    const text = parts.slice(index, next < 0 ? undefined : next).join('')
    // A space is not translated, and its element would be one more item of a flex container.
    return text.trim() ? element('x-text' as 'span', { children: text }, `text-${index}`) : text
  })
}

function isText(part: ReactNode): part is string | number {
  return typeof part === 'string' || typeof part === 'number'
}
