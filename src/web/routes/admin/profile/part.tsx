import { type ReactNode, type Ref, useId } from 'react'

/** A part of the profile under its title. */
export function Part({
  title,
  heading,
  children,
}: {
  title: string
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 ref={heading} id={id} tabIndex={heading ? -1 : undefined} className="mb-1.5 text-[1.125rem]">
        {title}
      </h3>
      {children}
    </section>
  )
}
