const element = (id) => document.getElementById(id)
const show = (name, text) => {
  for (const place of document.querySelectorAll(`.${name}`)) place.textContent = text
}
show('origin', location.origin)

async function ask(path, options) {
  const reply = await fetch(path, options)
  return { ok: reply.ok, body: await reply.json() }
}

async function look() {
  const [info, wizard, known] = await Promise.all(
    ['/api/info', '/api/new-app/status', '/api/auth/apps'].map((path) => ask(path)),
  )
  const apps = known.body.apps ?? []
  const names = apps.map((app) => app.db).join(', ')
  const what = apps.length > 0 ? `applications: ${names}` : wizard.body.fresh ? 'no application yet' : 'ready'
  element('state').textContent = `Version ${info.body.version} is running; ${what}.`
  element('wizard').hidden = !wizard.body.permitted
  element('token-line').hidden = !wizard.body.setup_token_required
  if (apps.length > 0) show('app', apps[0].db)
  if (apps.length > 0 && apps[0].db !== 'demo') show('email', 'you@example.org')
  return wizard.body
}

function tellProblems(form, problems) {
  for (const note of form.querySelectorAll('small.problem')) note.remove()
  for (const input of form.querySelectorAll('input')) input.removeAttribute('aria-invalid')
  for (const problem of problems) {
    const input = form.elements.namedItem(problem.field)
    if (!input) continue
    input.setAttribute('aria-invalid', 'true')
    const note = document.createElement('small')
    note.className = 'problem'
    note.textContent = problem.text
    input.after(note)
  }
  form.querySelector('[aria-invalid]')?.focus()
}

const form = element('new-app')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const values = Object.fromEntries(new FormData(form))
  const { body: wizard } = await ask('/api/new-app/status')
  const { ok, body } = await ask('/api/new-app', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...values, db_engine: wizard.engines[0] }),
  })
  tellProblems(form, body.errors ?? [])
  element('answer').textContent = ok ? '' : body.text
  if (!ok) return
  await look()
  show('app', body.app)
  show('email', values.email)
  element('state').textContent = `The application "${body.app}" is ready. Go on with the steps below.`
  element('state').scrollIntoView({ behavior: 'smooth' })
})

look().catch(() => {
  element('state').textContent = 'The service does not answer. Is it still running?'
})
