import { describe, expect, test } from 'vitest'
import { documentIn, type MapSearch, mapIn, searchOf, viewIn, viewText } from './map-address.js'
import { definitionOf, documentOf, freeId, inOrder, plainLayer, withLayer } from './map-document.js'

describe('the address of the map', () => {
  test.each([
    { lng: 11.417, lat: 43.059, zoom: 17.5, bearing: 0 },
    { lng: -0.5, lat: 43.059, zoom: 3, bearing: -33.5 },
  ])('brings back what was seen: %j', (seen) => expect(viewIn(mapIn({ at: viewText(seen) }))).toEqual(seen))

  test.each(['', '1,2', '1,2,x', '1,91,3', '1,2,25', '1,,3', '1,2,3,4,5'])(
    'shows everything where it says %j',
    (at) => expect(viewIn(mapIn({ at }))).toBeUndefined(),
  )

  test('names features, records and views by whole numbers only', () =>
    expect(mapIn({ record: 4.5, feature: 'x', draw: 'old', view: '1' })).toMatchObject({
      record: undefined,
      feature: undefined,
      draw: undefined,
      view: undefined,
    }))
})

describe('what is on the map', () => {
  const usual = {
    table: 'sites',
    configured: [{ kind: 'configured', id: 'plan', shown: true, opacity: 1 }],
  } as const
  const read = (search: Record<string, unknown>) => documentIn(mapIn(search), undefined, usual)
  const plan = usual.configured[0]

  test.each<[MapSearch, object]>([
    [{}, { table: 'sites' }],
    [{ table: 'finds' }, { table: 'finds', narrowed: {}, colouring: undefined, years: undefined }],
    [
      { table: 'finds', q: 'bronze', by: '-' },
      { narrowed: { q: 'bronze' }, colouring: { by: 'one' } },
    ],
    [
      { table: 'finds', filter: { kind: { _eq: 'pin' } }, by: 'kind', years: '-300,200' },
      {
        narrowed: { filter: { kind: { _eq: 'pin' } } },
        colouring: { by: 'field', field: 'kind' },
        years: [-300, 200],
      },
    ],
    [{ table: 'finds', years: '5' }, { years: undefined }],
  ])('is one table with what is usual below it: %j', (search, layer) => {
    const document = read({ ...search })
    expect(document.layers).toMatchObject([{ kind: 'table', ...layer }, plan])
    // And is written as it was.
    const written = searchOf(document, undefined, usual)
    expect(written.layers).toBeUndefined()
    expect(documentIn(mapIn({ ...written }), undefined, usual)).toEqual(document)
  })

  test('is spelled out as soon as there is more to it', () => {
    const one = read({ table: 'finds' })
    for (const changed of [
      { ...one, layers: [...one.layers, plainLayer('t2', 'contexts')] },
      { ...one, base: null },
      { ...one, layers: [] },
      inOrder(one, ['plan', 't1']),
      withLayer(one, 'plan', (layer) => ({ ...layer, opacity: 0.5 })),
      withLayer(one, 'plan', () => undefined),
      withLayer(one, 't1', (layer) => ({ ...layer, shown: false })),
      withLayer(one, 't1', (layer) =>
        layer.kind === 'table'
          ? {
              ...layer,
              name: 'Pins',
              labels: null,
              clusters: false,
              narrowed: { expert: 'kind = "pin"' },
              search: 'All pins',
              colouring: {
                by: 'field',
                field: 'weight',
                method: 'natural',
                classes: 7,
                palette: 'blue',
                colours: { heavy: '#102030' },
              },
            }
          : layer,
      ),
    ]) {
      const written = searchOf(changed, undefined, usual)
      expect(written.layers).toBeDefined()
      const again = documentIn(mapIn(JSON.parse(JSON.stringify(written))), undefined, usual)
      expect(again).toEqual(changed)
    }
  })

  test('is the saved view that the address names, until something about it is changed', () => {
    const saved = documentOf({
      layers: [
        { id: 'a', tb: 'finds' },
        { id: 'x', layer: 'plan' },
      ],
      base: 'osm',
    })
    expect(documentIn(mapIn({ view: 3 }), saved, usual)).toEqual(saved)
    expect(searchOf(saved, saved, usual)).toMatchObject({ layers: undefined, base: undefined })
    const changed = withLayer(saved, 'a', (layer) => ({ ...layer, opacity: 0.3 }))
    const written = searchOf(changed, saved, usual)
    expect(documentIn(mapIn({ view: 3, ...written }), saved, usual)).toEqual(changed)
  })

  test.each([
    undefined,
    7,
    [],
    { layers: 'all' },
    { layers: [7, null, {}, { id: 'a' }, { id: '', tb: 'x' }, { id: 'a', tb: 5 }], base: 7 },
  ])('is nothing where nothing can be read: %j', (stored) =>
    expect(documentOf(stored)).toEqual({ layers: [], base: undefined }),
  )

  test('leaves out of a layer what cannot be read', () => {
    const { layers } = documentOf({
      layers: [
        {
          id: 'a',
          tb: 'finds',
          opacity: 7,
          select: 'all',
          years: ['x', 2],
          colouring: {
            by: 'field',
            field: 'kind',
            method: 'guess',
            classes: 1.5,
            colours: { a: 'red', b: '#00ff00' },
          },
          labels: 7,
        },
        { id: 'a', tb: 'twice' },
        { id: 'b', tb: 'finds', colouring: { by: 'one', colour: 'javascript:' } },
      ],
    })
    expect(layers).toEqual([
      { ...plainLayer('a', 'finds'), colouring: { by: 'field', field: 'kind', colours: { b: '#00ff00' } } },
      { ...plainLayer('b', 'finds'), colouring: { by: 'one' } },
    ])
    expect(definitionOf({ layers, base: undefined }).layers).toHaveLength(2)
    expect(freeId({ layers: [plainLayer('t1', 'finds')], base: null })).toBe('t2')
  })
})
