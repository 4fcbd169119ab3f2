import { brand } from '#site/brand.ts'

export function SiteFooter() {
  return (
    <footer className="mt-auto border-t border-line">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-8 px-5 py-4 text-small text-muted tablet:px-8">
        <p>
          {brand.name} opens in {brand.launch}.
        </p>
        <a
          href={`mailto:${brand.supportEmail}`}
          className="flex min-h-11 items-center underline-offset-4 hover:underline"
        >
          {brand.supportEmail}
        </a>
      </div>
    </footer>
  )
}
