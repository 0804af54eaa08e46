import { expect, test } from 'vitest'
import chosen from './mantine.css?raw'

const sources: Readonly<Record<string, string>> = import.meta.glob('../**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const styles = new Set(
  Object.keys(import.meta.glob('../../../../node_modules/@mantine/core/styles/*.css')).map(
    (path) => path.split('/').at(-1) ?? '',
  ),
)

test('every component that is used has its styles', () => {
  const used = Object.values(sources)
    .flatMap((source) => [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => `${name.trim()}.css`)
    .filter((name) => styles.has(name))
  expect(used.length).toBeGreaterThan(100)
  expect([...new Set(used)].filter((name) => !chosen.includes(`/styles/${name}"`))).toEqual([])
})
