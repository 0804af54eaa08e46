import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, transformWithOxc } from 'vite'
import { firstWords } from './src/locales/first-words.js'

const squeeze = promisify(brotliCompress)
const worker = fileURLToPath(new URL('service-worker/service-worker.ts', import.meta.url))

/**
 * What people need together comes in one file, each with whatever it cannot do without: a browser takes as
 * long to ask for ten small files as for one large one. Earlier ones keep what they share with later ones.
 */
const together = [
  { name: 'start', modules: /web\/src\/(?:main|shell\/shell|views\/(?:login\/login|home\/home))\.tsx/ },
  {
    // What the start page adds to itself. Its charts ask for the colour scheme, which would lie in `records`.
    name: 'overview',
    modules: new RegExp(
      [
        String.raw`web/src/views/home/(?:recent|pinned|attention|places|photographs)\.tsx`,
        String.raw`web/src/components/files/drop-file\.tsx`,
        String.raw`/use-computed-color-scheme\.`,
      ].join('|'),
    ),
  },
  { name: 'records', modules: /web\/src\/views\/(?:listing\/listing|record\/record)\.tsx/ },
]
const groups = [
  ...together.map(({ name, modules }, place) => ({ name, test: modules, priority: together.length - place })),
  { name: 'shared', minShareCount: 2, priority: 0 },
]

export default defineConfig({
  plugins: [
    react(),
    componentStyles(),
    earlyLetters(),
    splitWords(),
    serviceWorker(),
    compressed(),
    namedLibraries(),
  ],
  build: {
    target: 'es2022',
    // What the service hands out to browsers; the compiler keeps its own notes beside it.
    outDir: 'dist/site',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    modulePreload: { polyfill: false },
    // Read by the check of the size of the first view.
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})

/**
 * Each component of the library brings its own styles, so that a view fetches those of what it is made of.
 * They lie in a layer of their own: the styles of the client go before them, in whatever order files come.
 */
function componentStyles(): Plugin {
  return {
    name: 'component-styles',
    apply: 'build',
    transform: {
      filter: { id: /@mantine\/core\/esm\/.*\.module\.mjs$/ },
      handler: (code, id) =>
        `import '@mantine/core/styles/${basename(id, '.module.mjs')}.layer.css'\n${code}`,
    },
  }
}

/** Lets the browser fetch the letters of the first view beside its styles, not after them. */
function earlyLetters(): Plugin {
  return {
    name: 'early-letters',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => /-latin-wght-normal-[^/]+\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** The words of a language are written in one file and fetched in two: `?first`, and `?others`. */
function splitWords(): Plugin {
  const first: ReadonlySet<string> = new Set(firstWords)
  return {
    name: 'split-words',
    enforce: 'pre',
    load: {
      filter: { id: /\/locales\/\w+\.json\?(?:first|others)$/ },
      async handler(id) {
        const [file = '', part] = id.split('?')
        this.addWatchFile(file)
        const words: Record<string, unknown> = JSON.parse(await readFile(file, 'utf8'))
        const chosen = Object.entries(words).filter(([group]) => first.has(group) === (part === 'first'))
        // A text is read faster than an object in the code.
        const text = JSON.stringify(JSON.stringify(Object.fromEntries(chosen)))
        return { code: `export default JSON.parse(${text})`, moduleType: 'js' }
      },
    },
  }
}

/** Puts the service worker beside the page, with the list of the files that it keeps. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const assets = await readdir(join(dir, 'assets'))
      const files = assets.filter((name) => !name.endsWith('.br')).map((name) => `/assets/${name}`)
      const release = createHash('sha256').update(files.join()).digest('hex').slice(0, 16)
      const { code } = await transformWithOxc(await readFile(worker, 'utf8'), worker)
      const facts = `const files = ${JSON.stringify(files)}\nconst release = '${release}'\n`
      await writeFile(join(dir, 'service-worker.js'), facts + code)
    },
  }
}

/** Each file also in its compressed form, so that the service need not do that for every visitor. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const params = { [constants.BROTLI_PARAM_QUALITY]: 7 }
      for (const name of Object.keys(bundle)) {
        if (!/^assets\/.*\.(?:js|mjs|css)$/.test(name)) continue
        const written = await readFile(join(dir, name))
        if (written.length > 2048)
          await writeFile(join(dir, `${name}.br`), await squeeze(written, { params }))
      }
    },
  }
}

/** Notes whose modules the page has, for the bill of materials of the archive. */
function namedLibraries(): Plugin {
  const folder = /^.*?\/(node_modules\/.*\/)?(node_modules\/(?:@[^/]+\/)?[^/]+)\//
  return {
    name: 'named-libraries',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const places = [...this.getModuleIds()].flatMap((id) => {
        const [, outer = '', inner] = folder.exec(id) ?? []
        return inner === undefined ? [] : `${outer}${inner}`
      })
      await writeFile(join(dir, '..', 'libraries.json'), JSON.stringify([...new Set(places)].sort()))
    },
  }
}
