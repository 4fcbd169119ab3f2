import { site } from '#shared/site/site.ts'
import { Stamp } from '../../ui/drawings/stamp.tsx'
import { ContactForm } from './contact-form.tsx'

export function ContactPage() {
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-10 pt-8 pb-16 tablet:pt-14 tablet:pb-24 desktop:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] desktop:gap-16">
      <div>
        <h1 className="text-display">{site().contact.title}</h1>
        <p className="mt-5 max-w-md text-lead text-muted">{site().contact.lead}</p>
        <Addresses />
      </div>
      <section aria-labelledby="write" className="letter">
        <div className="mb-6 flex items-start justify-between gap-4">
          <h2 id="write" className="mt-1 text-heading">
            {site().contact.form}
          </h2>
          <Stamp />
        </div>
        <ContactForm />
      </section>
    </div>
  )
}

function Addresses() {
  return (
    <dl className="mt-8 space-y-6">
      <div>
        <dt className="text-small text-muted">{site().contact.email}</dt>
        <dd>
          <a
            href={`mailto:${site().brand.supportEmail}`}
            className="-my-2 inline-flex min-h-11 items-center font-display text-title wrap-anywhere underline decoration-velvet decoration-3 underline-offset-4"
          >
            {site().brand.supportEmail}
          </a>
        </dd>
      </div>
      <div>
        <dt className="text-small text-muted">{site().contact.street}</dt>
        <dd>
          <address className="font-display text-title not-italic">
            {site().brand.address.map((line, index) => (
              <span key={index} className="block">
                {line}
              </span>
            ))}
          </address>
        </dd>
      </div>
    </dl>
  )
}
