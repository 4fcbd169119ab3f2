import { useState } from 'react'
import { Link } from 'wouter'
import { site } from '#shared/site/site.ts'
import { paths } from '#shared/site/paths.ts'
import { takeFragment } from '../../storage/place-token.ts'
import { readStored, writeStored } from '../../storage/storage.ts'
import { buttonStyle } from '../../ui/button.ts'
import { CutLine } from '../../ui/drawings/cut-line.tsx'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { KeepReceipt } from './keep-receipt.tsx'
import { Receipt } from './receipt.tsx'
import { useReceipt } from './use-receipt.ts'
import './receipt.css'

/** The token's key in the tab's storage: a reload shows the receipt again. */
const KEY = 'receiptToken'

/** Shows which data is deleted, and where. Each service is ticked off when it has answered. */
export function ReceiptPage() {
  const [token] = useState(arrivingToken)
  const { receipt, status } = useReceipt(token)
  const heading = useFocusOnArrival()
  const { title, text } = status === 'ended' ? site().receipt.ended : site().receipt

  return (
    <div className="flex grow flex-col pt-8 pb-16 tablet:pt-14">
      <div className="page-width receipt-page">
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-heading">
            {title}
          </h1>
          <p className="mt-4 max-w-md text-lead text-muted">{text}</p>
          {status === 'ended' && <Home />}
        </div>
        {status !== 'ended' && (
          <div>
            {receipt ? <Receipt receipt={receipt} /> : <p className="receipt">{site().receipt.loading}</p>}
            <output className="block text-danger not-empty:mt-3">
              {status === 'failing' && site().receipt.failed}
            </output>
            {token && <KeepReceipt token={token} />}
            <Home />
          </div>
        )}
      </div>
      <div className="mt-auto pt-12 print:hidden">
        <CutLine />
      </div>
    </div>
  )
}

function Home() {
  return (
    <Link href={paths.home} className={buttonStyle('bare', 'mt-4 -ml-2 print:hidden')}>
      {site().receipt.home}
    </Link>
  )
}

function arrivingToken(): string | null {
  const token = takeFragment()
  if (token) writeStored('sessionStorage', KEY, token)
  return token || readStored('sessionStorage', KEY)
}
