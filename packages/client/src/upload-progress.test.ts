import { afterEach, describe, expect, test, vi } from 'vitest'
import { type ClientOptions, createClient, type Fetch, fetchWithProgress, NetworkError } from './client.js'

/** Stands in for a browser's XMLHttpRequest; the test says what happens when it is sent. */
class StandIn {
  static onSend: (request: StandIn) => void
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  readonly headers: Record<string, string> = {}
  method = ''
  address = ''
  status = 0
  response: Blob | undefined
  responseHeaders = ''
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  onloadend = () => {}
  open(method: string, address: string) {
    Object.assign(this, { method, address })
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getAllResponseHeaders = () => this.responseHeaders
  send = () => StandIn.onSend(this)
  abort = () => this.onabort()
  answer(status: number, body: object) {
    this.status = status
    this.response = new Blob([JSON.stringify(body)])
    this.responseHeaders = 'x-request-id: r-7\r\ncontent-type: application/json\r\n'
    this.onload()
  }
}

describe('an upload in a browser', () => {
  const upload = (
    more: object = {},
    onSend: (request: StandIn) => void = () => {},
    options: ClientOptions = {},
  ) => {
    vi.stubGlobal('XMLHttpRequest', StandIn)
    StandIn.onSend = onSend
    const client = createClient({ baseUrl: 'http://service.example', token: 'trw_dig.1', ...options })
    return client.files.upload('finds', 1, new File(['bytes'], 'a.txt'), { onProgress: () => {}, ...more })
  }
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('tells how much has left, and answers like any request', async () => {
    const told: number[][] = []
    const reply = upload({ onProgress: (...one: number[]) => told.push(one) }, (request) => {
      expect(request).toMatchObject({
        method: 'POST',
        address: 'http://service.example/api/record/finds/1/file',
        headers: { authorization: 'Bearer trw_dig.1' },
      })
      request.upload.onprogress?.({ loaded: 3, total: 9 })
      request.upload.onprogress?.({ loaded: 9, total: 9 })
      request.answer(200, { status: 'success', file: { id: 5 } })
    })
    expect([(await reply).file.id, told]).toEqual([
      5,
      [
        [3, 9],
        [9, 9],
      ],
    ])
  })

  test('goes through the `fetch` of the program', async () => {
    const sent: (string | undefined)[] = []
    const fetch: Fetch = (address, init) => {
      sent.push(init.method)
      return fetchWithProgress(address, init)
    }
    const answer = (request: StandIn) => request.answer(200, { status: 'success', file: { id: 5 } })
    expect([(await upload({}, answer, { fetch })).file.id, sent]).toEqual([5, ['POST']])
  })

  test('is refused like any request', async () => {
    const refused = upload({}, (request) =>
      request.answer(413, { status: 'error', code: 'too_large', text: 'Too large.' }),
    )
    await expect(refused).rejects.toMatchObject({ status: 413, code: 'too_large', requestId: 'r-7' })
  })

  test('can be given up', async () => {
    const control = new AbortController()
    const given = upload({ signal: control.signal }, () => control.abort(new Error('the view was left')))
    await expect(given).rejects.toThrow('the view was left')
  })

  test('that breaks off could not reach the service', async () => {
    await expect(upload({}, (request) => request.onerror())).rejects.toBeInstanceOf(NetworkError)
  })
})
