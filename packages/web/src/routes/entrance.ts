import { createRoute, redirect } from '@tanstack/react-router'
import { textIn } from '../core/listing-address.js'
import { closeLoginWindow, enterWithCode, targetAfterProvider } from '../core/provider-login.js'
import { client } from '../core/session.js'
import { loginIn } from '../views/login/login-address.js'
import { root } from './root.js'
import { firstView, view } from './view.js'

/**
 * An identity provider leads back to the first address, with what it answered behind a hash. Any page can
 * lead there as well: a token, as the service gives to clients that ask for no code, is not taken from an
 * address.
 */
async function passProvider(): Promise<void> {
  const answered = /^#\/oauth-callback\?(.*)$/.exec(window.location.hash)
  if (!answered) return
  const { code, app = '', error } = Object.fromEntries(new URLSearchParams(answered[1]))
  if (!code && !error) return
  const refused = code ? await enterWithCode(app, code) : error
  if (refused)
    throw redirect({
      to: '/login',
      search: { app: textIn(app), refused: textIn(refused), to: targetAfterProvider(app) },
      replace: true,
    })
  closeLoginWindow()
  const target = targetAfterProvider(client.session.user?.app ?? '')
  if (target) throw redirect({ href: target, replace: true })
}

const front = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    await passProvider()
    const { user } = client.session
    if (user) throw redirect({ to: '/app/$app', params: { app: user.app }, replace: true })
    throw redirect({ to: '/login', replace: true })
  },
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: loginIn,
  component: firstView(() => import('../views/login/login.js'), 'Login'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: view(() => import('../views/setup/setup.js'), 'Setup'),
})

/** What is there before anybody is logged in. */
export const entranceRoutes = [front, login, setup] as const
