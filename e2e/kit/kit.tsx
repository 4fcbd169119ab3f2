import { createRoot } from 'react-dom/client'
import { Hints } from '../../src/web/ui/text.tsx'
import { Actions } from './actions.tsx'
import { Content } from './content.tsx'
import { Fields } from './fields.tsx'
import '../../src/web/styles/main.css'
import '../../src/web/routes/admin/admin.css'
import './kit.css'

/* For development (/kit) and tests. No visitor's bundle has it. */
createRoot(document.getElementById('root')!).render(
  <div className="kit-page">
    <h1 className="text-heading">Kit</h1>
    <Actions />
    <Fields />
    <Content />
    <Hints />
  </div>,
)
