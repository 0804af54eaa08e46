import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.js'
import { message } from '../message.js'
import { digits } from './guard.js'

/** Answers what no route takes: 405 with the methods that the path has, else 404. */
export function answerUnknownRoutes(server: FastifyInstance): void {
  const methodsByPath = new Map<string, Set<string>>()
  server.addHook('onRoute', (route) => {
    // Which origins may ask is answered for every address, also for those that do not exist.
    if (route.url === '*') return
    const methods = methodsByPath.get(route.url) ?? new Set()
    for (const method of [route.method].flat()) methods.add(method)
    methodsByPath.set(route.url, methods)
  })
  let patterns: { readonly pattern: RegExp; readonly methods: ReadonlySet<string> }[] | undefined
  server.setNotFoundHandler((request: FastifyRequest) => {
    patterns ??= [...methodsByPath].map(([path, methods]) => ({ pattern: patternOf(path), methods }))
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = new Set(
      patterns.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods]),
    )
    if (allowed.size === 0) throw new AppError('route_not_found')
    // The address is one of those that stand for many, and this one of them does not exist.
    if (allowed.has(request.method)) throw new AppError('not_found')
    const list = [...allowed].sort()
    throw new AppError('method_not_allowed', {
      ...message(list.length > 1 ? 'method_not_possible_but_others' : 'method_not_possible', {
        method: request.method,
        methods: list.join(', '),
      }),
      headers: { allow: list.join(', ') },
      body: { allowed: list },
    })
  })
}

function patternOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => {
    if (segment.endsWith(digits)) return '\\d+'
    if (segment === '*') return '.*'
    return segment.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')
  })
  return new RegExp(`^${segments.join('/')}$`)
}
