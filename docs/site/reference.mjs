// A page for each setting, operator, error code and type of field: what the table of its list says, and where
// else it is spoken of.
import { messages as italian } from '../../packages/contract/dist/messages/it/italian.js'
import { escapeHtml } from './markdown.mjs'

/** The lists, and the marked tables that have them. The tests hold these against the code. */
export const kinds = [
  { kind: 'settings', title: 'Setting', page: 'docs/settings.md', mark: 'settings' },
  { kind: 'operators', title: 'Operator', page: 'docs/api/filters.md', mark: 'operators' },
  { kind: 'errors', title: 'Error code', page: 'docs/api/errors.md', mark: 'errors' },
  { kind: 'field-types', title: 'Type of field', page: 'docs/api/configuration.md', mark: 'field types' },
]

/**
 * @param cells of its row: `text`, `html`
 * @param described the page with the table
 */
export function entryPage({ place, title, heads, cells, described, pages, relativeTo }) {
  const [name, ...others] = cells
  const facts = others.map(({ text, html }, k) => [
    heads[k + 1]?.text || 'meaning',
    text,
    moved(html, described, place, relativeTo),
  ])
  const sentence = title === 'Error code' ? italian.codes[name.text] : undefined
  if (sentence !== undefined) facts.push(['in Italian', sentence, escapeHtml(sentence)])
  const spoken = pages
    .filter(({ path }) => !path.startsWith('reference/') && !path.startsWith('decisions/'))
    .flatMap((page) =>
      page.sections
        .filter(
          (section) =>
            section.codes.has(name.text) && !(page === described && isOfTable(section, described, name)),
        )
        .map((section) => ({ page, section })),
    )
  const list = spoken.map(
    ({ page, section }) =>
      `<li><a href="${relativeTo(place, page.path)}${section.slug && `#${section.slug}`}">${escapeHtml(
        section.title ? `${page.title}: ${section.title}` : page.title,
      )}</a></li>`,
  )
  const back = relativeTo(place, described.path)
  const html = `<p class="kind">${escapeHtml(title)}</p>
<h1><code>${escapeHtml(name.text)}</code></h1>
<dl>${facts
    .filter(([, text]) => text !== '')
    .map(([head, , value]) => `<dt>${escapeHtml(head)}</dt><dd>${value}</dd>`)
    .join('')}</dl>
${list.length > 0 ? `<h2 id="more">More about it</h2><ul>${list.join('')}</ul>` : ''}
<p><a href="${back}">${escapeHtml(described.title)}: all of them</a></p>`
  const text = facts.map(([head, value]) => `${head} ${value}`).join(' ')
  return {
    path: place,
    above: described.path,
    title: name.text,
    html,
    headings: [],
    sections: [{ slug: '', title: '', text, codes: new Set() }],
  }
}

/** The section with the table itself tells nothing more. */
const isOfTable = (section, described, name) =>
  [...described.tables.values()].some((rows) => rows.some(([cell]) => cell?.text === name.text)) &&
  section.text.includes(name.text)

/** Links of a cell, seen from another page. */
const moved = (html, described, place, relativeTo) =>
  html.replace(/href="(?![a-z]+:)([^"#]*)(#[^"]*)?"/g, (_, path, hash = '') => {
    const folder = described.path.split('/').slice(0, -1).join('/')
    const target =
      path === '' ? described.path : new URL(path, `http://site/${folder}${folder && '/'}`).pathname.slice(1)
    return `href="${relativeTo(place, target)}${hash}"`
  })
