// The frame around every page of the documentation.
import { escapeHtml } from './markdown.mjs'

/**
 * @param page `path` below the site, `title`, `html`, `headings`, and `above`: the page that leads to it
 * @param navigation sections with a `title` and `links` (`path`, `text`)
 */
export function frame(page, navigation, version) {
  const up = '../'.repeat(page.path.split('/').length - 1)
  const link = ({ path, text }) =>
    `<li><a href="${up}${path}"${path === page.path ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a></li>`
  const isHere = ({ links }) => links.some(({ path }) => path === page.path || path === page.above)
  const ways = navigation
    .map(
      (section) => `<details${isHere(section) ? ' open' : ''}>
        <summary>${escapeHtml(section.title)}</summary><ul>${section.links.map(link).join('')}</ul></details>`,
    )
    .join('\n')
  const inPage = page.headings.filter(({ level }) => level <= 3)
  const contents =
    inPage.length < 2
      ? ''
      : `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${inPage
          .map(
            ({ level, slug, text }) =>
              `<li class="level-${level}"><a href="#${slug}">${escapeHtml(text)}</a></li>`,
          )
          .join('')}</ul></nav>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.path === 'index.html' ? 'Trowel: documentation' : `${page.title} · Trowel`)}</title>
<link rel="icon" href="${up}mark.svg" type="image/svg+xml">
<link rel="preload" href="${up}source-sans-3.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${up}site.css">
<script type="module" src="${up}site.js"></script>
</head>
<body data-up="${up}">
<a class="skip" href="#page">Skip to the text</a>
<header>
<a class="home" href="${up}index.html"><img src="${up}mark.svg" alt="" width="28" height="28">Trowel <span>${escapeHtml(version)}</span></a>
<search>
<label class="unseen" for="words">Search the documentation</label>
<input id="words" type="search" placeholder="Search" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list">
<kbd aria-hidden="true">/</kbd>
<div id="found" class="found" role="listbox" aria-label="Found" hidden></div>
</search>
<button class="menu" type="button" aria-expanded="false" aria-controls="ways">Menu</button>
</header>
<div class="columns">
<nav id="ways" class="ways" aria-label="Documentation">
${ways}
</nav>
<main id="page" tabindex="-1">
<article>
${page.html}
</article>
</main>
${contents}
</div>
</body>
</html>
`
}
