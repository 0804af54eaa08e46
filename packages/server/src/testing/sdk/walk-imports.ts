import { NewFieldsReply } from '@trowel/contract/configuration.js'
import {
  GeojsonImportReply,
  ImportFieldsReply,
  ImportPreviewReply,
  ImportProgressReply,
  ImportReply,
  PhotoImportReply,
  PhotoPreviewReply,
} from '@trowel/contract/imports.js'
import { JobReply } from '@trowel/contract/jobs.js'
import { NewTableImportReply } from '@trowel/contract/new-table-import.js'
import { RelationImportReply } from '@trowel/contract/relation-import.js'
import { SavedQueriesReply, SavedQueryDone, SaveQueryReply } from '@trowel/contract/saved-queries.js'
import { SearchConfigReply, SearchEverywhereReply, SearchValuesReply } from '@trowel/contract/search.js'
import { ReplaceFieldsReply, ReplaceReply, ReplaceTablesReply } from '@trowel/contract/search-replace.js'
import sharp from 'sharp'
import { expect } from 'vitest'
import { zipBytes } from '../zip-bytes.js'
import type { Walk } from './walk.js'

export async function walkSearching({ client, answers }: Walk): Promise<void> {
  const { search, savedQueries, searchReplace } = client
  await answers(SearchConfigReply, search.config('finds'))
  const everywhere = await answers(SearchEverywhereReply, search.everywhere({ q: 'bron', limit: 3 }))
  expect(everywhere.tables.map(({ tb }) => tb)).toContain('finds')
  const { values } = await answers(SearchValuesReply, search.values('finds', { fld: 'material', q: 'bron' }))
  expect(values).toEqual(['bronze'])

  const input = { name: 'Bones', tb: 'finds', query: { filter: { material: { _eq: 'bone' } } } }
  const { query } = await answers(SaveQueryReply, savedQueries.create(input))
  await answers(SaveQueryReply, savedQueries.update(query.id, { name: 'b' }))
  await answers(SavedQueryDone, savedQueries.share(query.id))
  await answers(SavedQueriesReply, savedQueries.list())
  await answers(SavedQueryDone, savedQueries.unshare(query.id))
  await answers(SavedQueryDone, savedQueries.remove(query.id))

  await answers(ReplaceTablesReply, searchReplace.tables())
  await answers(ReplaceFieldsReply, searchReplace.fields('finds'))
  const change = { tb: 'finds', fld: 'material', search: 'bronze', replace: 'copper alloy' }
  expect((await answers(ReplaceReply, searchReplace.run(change))).affected).toBe(1)
}

export async function walkImports({ client, answers }: Walk): Promise<void> {
  const { imports, jobs } = client
  await answers(ImportFieldsReply, imports.fields('finds'))
  const csv = (content: string) => new File([content], 'finds.csv')
  const upload = (content: string) => imports.previewFile({ file: csv(content), type: 'csv', tb: 'finds' })
  const mapping = { no: 'inv_no', w: 'weight_g' }

  const { temp_id } = await answers(ImportPreviewReply, upload('no,w\nB1,1\nB2,heavy\n'))
  const skipping = { temp_id, tb: 'finds', mapping, key_field: 'inv_no', on_error: 'skip' } as const
  const run = await answers(ImportReply, imports.rows(skipping))
  expect([run.inserted, run.refused]).toEqual([1, 1])
  expect(await (await imports.refused(temp_id).fetch()).text()).toContain('heavy')

  const coins = await imports.previewFile({
    file: csv('no,metal\nM1,tin\nM2,lead\n'),
    type: 'csv',
    propose: '1',
  })
  if (!('proposal' in coins) || !coins.proposal) throw new Error('Nothing was proposed.')
  const fields = coins.proposal.fields.map(({ column, name, kind }) => ({ column, name, kind }))
  const made = { temp_id: coins.temp_id, name: 'coins', label: 'Coins', fields, id_field: 'no' }
  expect((await answers(NewTableImportReply, imports.newTable(made))).inserted).toBe(2)

  const coloured = await imports.previewFile({
    file: csv('no,colour\nM1,red\n'),
    type: 'csv',
    tb: 'coins',
    propose: '1',
  })
  const colour = { column: 'colour', name: 'colour', kind: 'choice' } as const
  await answers(
    NewFieldsReply,
    imports.newFields({ temp_id: coloured.temp_id, tb: 'coins', fields: [colour] }),
  )

  const longer = await upload('no,w\nB3,1\nB4,2\n')
  await answers(ImportProgressReply, imports.progress(longer.temp_id))
  const { job } = await imports.rows({ ...skipping, temp_id: longer.temp_id, background: true })
  const told: number[] = []
  const ended = await jobs.wait(job.id, { every: 5, onProgress: ({ done }) => told.push(done) })
  expect([ended.state, ended.result, told.at(-1)]).toMatchObject(['done', { inserted: 2 }, 2])
  await answers(JobReply, jobs.read(job.id))

  const wrong = await upload('no,w\nB5,heavy\n')
  const begun = await imports.rows({
    temp_id: wrong.temp_id,
    tb: 'finds',
    mapping,
    key_field: 'inv_no',
    background: true,
  })
  await expect(jobs.wait(begun.job.id, { every: 5 })).rejects.toMatchObject({
    name: 'ApiError',
    code: 'import_error_validation',
    errors: [{ row: 1, field: 'weight_g' }],
  })

  const feature = {
    type: 'Feature',
    properties: { ctx: 'C1' },
    geometry: { type: 'Point', coordinates: [15, 40] },
  }
  const features = new File([JSON.stringify({ type: 'FeatureCollection', features: [feature] })], 'c.geojson')
  const map = await answers(
    ImportPreviewReply,
    imports.previewFile({ file: features, type: 'geojson', tb: 'contexts' }),
  )
  const places = { temp_id: map.temp_id, tb: 'contexts', geo_prop: 'ctx', key_field: 'ctx_no' }
  expect((await answers(GeojsonImportReply, imports.geojson(places))).updated).toBe(1)

  const order = new File(['younger,older\nC5,C6\n'], 'order.csv')
  const stated = await imports.previewFile({ file: order, type: 'csv' })
  const columns = { unit: 'younger', relations: [{ column: 'older', relation: 5 }] }
  const relations = imports.relations({ temp_id: stated.temp_id, tb: 'contexts', ...columns })
  expect((await answers(RelationImportReply, relations)).added).toBe(1)

  const photo = await sharp({ create: { width: 4, height: 3, channels: 3, background: '#a63' } })
    .png()
    .toBuffer()
  const zip = new File([new Uint8Array(zipBytes([{ name: 'F1_north.png', content: photo }]))], 'photos.zip')
  const pictures = imports.previewPhotos({ zip, tb: 'finds', pattern: '{inv_no}_*' })
  const archive = await answers(PhotoPreviewReply, pictures)
  const index = new File(['filename,record_id\nF1_north.png,1\n'], 'index.csv')
  expect((await imports.previewPhotos({ zip, tb: 'finds', index })).missing_files).toEqual([])
  expect((await imports.previewPhotos({ zip, tb: 'finds', pattern: 'auto' })).unmatched).toBe(0)
  const photos = imports.photos({ temp_id: archive.temp_id, tb: 'finds' })
  expect((await answers(PhotoImportReply, photos)).linked).toBe(1)
}
