// The search, and the menu on small windows. All of a page is readable without it.
const up = document.body.dataset.up
const words = document.querySelector('#words')
const found = document.querySelector('#found')
const menu = document.querySelector('.menu')
const ways = document.querySelector('#ways')

menu.addEventListener('click', () => {
  const isOpen = ways.classList.toggle('open')
  menu.setAttribute('aria-expanded', String(isOpen))
})
ways.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })

let index
/** The index is fetched when somebody begins to search. */
async function openIndex() {
  index ??= (async () => {
    const [{ default: MiniSearch }, reply] = await Promise.all([
      import(new URL('minisearch.js', import.meta.url)),
      fetch(`${up}search.json`),
    ])
    return MiniSearch.loadJSON(await reply.text(), {
      fields: ['title', 'page', 'text'],
      storeFields: ['title', 'page', 'path', 'start'],
    })
  })()
  return index
}

words.addEventListener('focus', openIndex)
words.addEventListener('input', async () => {
  const asked = words.value
  const results = asked.trim() === '' ? [] : (await openIndex()).search(asked, options).slice(0, 12)
  if (asked === words.value) show(results, asked)
})
const options = {
  boost: { title: 4, page: 2 },
  prefix: (term) => term.length > 1,
  fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  combineWith: 'AND',
}

function show(results, asked) {
  found.replaceChildren(
    ...results.map(({ title, page, path, start }, k) => {
      const link = document.createElement('a')
      link.href = up + path
      link.id = `found-${k}`
      link.role = 'option'
      link.tabIndex = -1
      const parts = [title, page === title ? '' : page, start].map((text) => {
        const span = document.createElement('span')
        span.textContent = text
        return span
      })
      link.append(...parts)
      return link
    }),
  )
  if (results.length === 0 && asked.trim() !== '') {
    const nothing = document.createElement('p')
    nothing.textContent = 'Nothing found. Try fewer or other words.'
    found.append(nothing)
  }
  setOpen(asked.trim() !== '')
}

function setOpen(isOpen) {
  found.hidden = !isOpen
  words.setAttribute('aria-expanded', String(isOpen))
  choose(undefined)
}

const chosen = () => found.querySelector('[aria-selected="true"]')
function choose(link) {
  chosen()?.removeAttribute('aria-selected')
  link?.setAttribute('aria-selected', 'true')
  link?.scrollIntoView({ block: 'nearest' })
  if (link) words.setAttribute('aria-activedescendant', link.id)
  else words.removeAttribute('aria-activedescendant')
}

words.addEventListener('keydown', (event) => {
  const links = [...found.querySelectorAll('a')]
  const at = links.indexOf(chosen())
  if (event.key === 'ArrowDown') choose(links[Math.min(at + 1, links.length - 1)])
  else if (event.key === 'ArrowUp') choose(links[at - 1])
  else if (event.key === 'Enter') (chosen() ?? links[0])?.click()
  else if (event.key === 'Escape') setOpen(false)
  else return
  event.preventDefault()
})
document.addEventListener('click', ({ target }) => {
  if (!target.closest('search')) setOpen(false)
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.matches('input')) return
  event.preventDefault()
  words.focus()
})
