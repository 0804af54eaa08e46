// Loaded before the service: its clock, of all its threads, is ahead by the milliseconds that a file says.
import { readFileSync } from 'node:fs'

const file = process.env['SHIFTED_CLOCK'] ?? ''
const RealDate = Date

const now = (): number => RealDate.now() + Number(readFileSync(file, 'utf8'))

globalThis.Date = new Proxy(RealDate, {
  construct: (real, given, target) => Reflect.construct(real, given.length === 0 ? [now()] : given, target),
  get: (real, key) => (key === 'now' ? now : Reflect.get(real, key)),
})
