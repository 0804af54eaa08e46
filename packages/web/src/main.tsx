import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import './core/fonts.css'
import './core/client.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { NoticePlace } from './components/notice-place.js'
import { watchActivity } from './core/activity.js'
import { watchConnection } from './core/connection.js'
import { startTranslation } from './core/i18n.js'
import { watchPrinting } from './core/printing.js'
import { makeQueryClient } from './core/query-client.js'
import { Themed } from './core/themed.js'
import { makeRouter } from './router.js'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the client.')
const nonce = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? ''
// Dialogs keep the page from scrolling with a style of their own, which looks for the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: nonce })
watchConnection()
watchActivity()
watchPrinting()
const queries = makeQueryClient()
const router = makeRouter(queries)

// Other files of the client wait for this one: it does not wait for them.
void startTranslation().then(() =>
  createRoot(place).render(
    <StrictMode>
      <Themed nonce={nonce}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <NoticePlace />
        </QueryClientProvider>
      </Themed>
    </StrictMode>,
  ),
)
