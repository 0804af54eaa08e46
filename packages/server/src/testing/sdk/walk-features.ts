import {
  AnalysesReply,
  AnalysisDataReply,
  AnalysisDone,
  SaveAnalysisReply,
  SeriationReply,
  SourcesReply,
  TableMetaReply,
} from '@trowel/contract/assemblages.js'
import { ChartDataReply, ChartDone, ChartsReply, SaveChartReply } from '@trowel/contract/charts.js'
import { RelatedReply, TimelineReply } from '@trowel/contract/chronology.js'
import {
  CitationAddedReply,
  CitationDeletedReply,
  CitationLinksReply,
  CitationUpdatedReply,
  ItemSearchReply,
  LibrariesReply,
  LibraryAddedReply,
  LibraryDeletedReply,
  LibraryOptionsReply,
  LibraryUpdatedReply,
  RecordSyncReply,
  SyncReply,
} from '@trowel/contract/citations.js'
import {
  FeatureReply,
  FeaturesChangedReply,
  FeaturesMeta,
  FeaturesRemovedReply,
} from '@trowel/contract/geoface.js'
import { JobStartedReply } from '@trowel/contract/jobs.js'
import { MapViewDone, MapViewsReply, SaveMapViewReply } from '@trowel/contract/map-views.js'
import { CalibrateReply, RecalibrateReply } from '@trowel/contract/radiocarbon.js'
import {
  TemplateChangedReply,
  TemplatesOfTableReply,
  TemplateTablesReply,
} from '@trowel/contract/templates.js'
import { WidgetsReply } from '@trowel/contract/widgets.js'
import { expect } from 'vitest'
import { inventedWork } from '../invented-works.js'
import type { Walk } from './walk.js'

export async function walkAnalysis({ client, answers }: Walk): Promise<void> {
  const { charts, assemblages } = client
  const bars = { tb: 'finds', type: 'bar', x_field: 'context', y_field: 'id', y_function: 'COUNT' } as const
  await answers(ChartDataReply, charts.data(bars))
  const sum = { tb: 'finds', type: 'metric', field: 'weight_g', function: 'SUM' } as const
  const bronze = { filter: { material: { _in: ['bone', 'flint'] } } }
  expect(await answers(ChartDataReply, charts.data({ ...sum, filter: bronze }))).toMatchObject({
    value: 15.2,
  })
  const { chart } = await answers(SaveChartReply, charts.create({ name: 'By context', definition: bars }))
  await answers(SaveChartReply, charts.update(chart.id, { name: 'Finds by context' }))
  await answers(ChartDone, charts.share(chart.id))
  await answers(ChartsReply, charts.list())
  await answers(ChartDone, charts.unshare(chart.id))
  await answers(ChartDone, charts.remove(chart.id))

  await answers(SourcesReply, assemblages.sources())
  await answers(TableMetaReply, assemblages.tableMeta('finds'))
  const definition = {
    source_tb: 'finds',
    char_field: 'material',
    group_path: [{ local_field: 'context', join_tb: 'contexts', join_pk: 'id' }],
    group_field: 'ctx_type',
  }
  expect((await answers(AnalysisDataReply, assemblages.data(definition))).data['layer']).toMatchObject({
    flint: 1,
  })
  expect(
    (await answers(SeriationReply, assemblages.seriation(definition, { min_meetings: 1 }))).blocks.length,
  ).toBeGreaterThan(0)
  const { analysis } = await answers(SaveAnalysisReply, assemblages.create({ name: 'Materials', definition }))
  await answers(SaveAnalysisReply, assemblages.update(analysis.id, { name: 'Materials by type' }))
  await answers(AnalysisDone, assemblages.share(analysis.id))
  await answers(AnalysesReply, assemblages.list())
  await answers(AnalysisDone, assemblages.unshare(analysis.id))
  await answers(AnalysisDone, assemblages.remove(analysis.id))
}

export async function walkMap({ client, answers }: Walk): Promise<void> {
  const { geoface, mapViews } = client
  const geometry = { type: 'Point', coordinates: [15, 40] } as const
  const { geo_id: id } = await answers(FeatureReply, geoface.create({ tb: 'contexts', id: 1, geometry }))
  const moved = { type: 'Point', coordinates: [15.5, 40] } as const
  await answers(FeaturesChangedReply, geoface.update([{ id, geometry: moved }]))
  const shown = await geoface.features({
    tb: 'contexts',
    bbox: '15,39,16,41',
    filter: { ctx_type: { _eq: 'layer' } },
    fields: ['ctx_type'],
  })
  await answers(FeaturesMeta, Promise.resolve(shown.meta))
  expect(shown.meta.fields).toEqual([{ name: 'ctx_type', key: 'ctx_type' }])
  expect(shown.geojson.features).toMatchObject([
    { geometry: moved, properties: { id: 1, geo_id: id, ctx_type: 'layer' } },
  ])
  const tile = await geoface.tile('contexts', { z: 0, x: 0, y: 0 }).fetch()
  const pattern = new URL(geoface.tilePattern('contexts', { fields: 'kind', filter: { id: { _in: [1] } } }))
  expect(decodeURIComponent(pattern.pathname)).toBe('/api/geoface/tiles/contexts/{z}/{x}/{y}')
  expect(pattern.searchParams.get('filter')).toBe('{"id":{"_in":[1]}}')
  expect(tile.type).toContain('vector-tile')
  expect((await (await geoface.geoPackage({ tb: ['contexts'] }).fetch()).blob()).size).toBeGreaterThan(1000)
  await answers(FeaturesRemovedReply, geoface.remove([id]))

  const definition = { layers: [{ id: 'a', tb: 'contexts', labels: 'ctx_no' }] }
  const { view } = await answers(SaveMapViewReply, mapViews.create({ name: 'Contexts', definition }))
  await answers(SaveMapViewReply, mapViews.update(view.id, { name: 'All contexts' }))
  await answers(MapViewDone, mapViews.share(view.id))
  expect((await answers(MapViewsReply, mapViews.list())).views).toMatchObject([
    { name: 'All contexts', definition },
  ])
  await answers(MapViewDone, mapViews.unshare(view.id))
  await answers(MapViewDone, mapViews.remove(view.id))
}

export async function walkChronology({ client, answers }: Walk): Promise<void> {
  const { chronology, jobs, records } = client
  await records.update('contexts', 1, { core: { chrono_from: -325, chrono_to: -301 } })
  const { tables } = await answers(
    TimelineReply,
    chronology.timeline({ from: -400, to: -300, tb: ['contexts'] }),
  )
  expect(tables[0]?.records.map(({ id }) => id)).toEqual([1])
  await answers(RelatedReply, chronology.related('trenches', 1))
  const calibrated = await answers(
    CalibrateReply,
    chronology.calibrate({ bp: 2450, error: 40, curve: 'shcal20' }),
  )
  expect(calibrated.source.title).toBe('SHCal20')
  await answers(RecalibrateReply, chronology.recalibrate())
  const { job } = await answers(JobStartedReply, chronology.recalibrate({ background: true }))
  expect((await jobs.wait(job.id, { every: 5 })).result).toMatchObject({ changed: 0 })
}

export async function walkTemplates({ client, answers }: Walk): Promise<void> {
  const { templates, records, widgets } = client
  await answers(TemplateTablesReply, templates.tables())
  const layout = { sections: [{ label: 'Identity', content: [{ field: 'inv_no', width: '1/4' }] }] } as const
  await answers(TemplateChangedReply, templates.save('finds', 'sheet', layout))
  expect((await templates.read('finds', 'sheet')).template).toEqual(layout)
  await answers(TemplateChangedReply, templates.rename('finds', 'sheet', 'museum'))
  await answers(TemplatesOfTableReply, templates.list('finds'))
  const page = await records.print('finds', 1, { template: 'museum' }).fetch()
  expect(page.type).toContain('application/pdf')
  const pages = await records
    .printAll('finds', { template: 'museum', filter: { material: { _eq: 'bone' } } })
    .fetch()
  expect(pages.type).toContain('application/pdf')
  const labels = await records.labels('finds', { sheet: 'avery-l7160', copies: 2 }).fetch()
  expect(labels.name).toMatch(/^Finds .*\.pdf$/)
  await answers(TemplateChangedReply, templates.remove('finds', 'museum'))

  await answers(WidgetsReply, widgets.list())
  await expect(widgets.read('munsell').fetch()).rejects.toMatchObject({ status: 404 })
}

export async function walkCitations({ client, answers, manager }: Walk): Promise<void> {
  const { citations } = client
  const works = manager.library('groups/501')
  works.version = 400
  works.items.set('AAAAAAA2', inventedWork('AAAAAAA2'))
  const input = { type: 'group', refman_id: 501, name: 'Alento survey' } as const
  const { id: lib_id } = await answers(LibraryAddedReply, citations.addLibrary(input))
  await answers(LibraryUpdatedReply, citations.updateLibrary(lib_id, { name: 'Alento' }))
  await answers(LibrariesReply, citations.libraries())
  await answers(LibraryOptionsReply, citations.libraryOptions())
  const { results } = await answers(ItemSearchReply, citations.search({ lib_id, q: 'Kilns' }))
  expect(results.map(({ key }) => key)).toEqual(['AAAAAAA2'])
  const cited = { tb: 'finds', record_id: 1, lib_id, refman_key: 'AAAAAAA2', pages: '88-91' }
  const { id } = await answers(CitationAddedReply, citations.cite(cited))
  await answers(CitationUpdatedReply, citations.update(id, { notes: 'compare' }))
  await answers(CitationLinksReply, citations.links('finds', 1))
  await answers(RecordSyncReply, citations.sync('finds', 1))
  await answers(SyncReply, citations.syncAll())
  expect(await (await citations.exportOf('finds', 1, { format: 'bibtex' }).fetch()).text()).toContain('@book')
  expect(await (await citations.export('finds', { format: 'ris' }).fetch()).text()).toContain('TY  - BOOK')
  await answers(CitationDeletedReply, citations.remove(id))
  await answers(LibraryDeletedReply, citations.removeLibrary(lib_id))
}
