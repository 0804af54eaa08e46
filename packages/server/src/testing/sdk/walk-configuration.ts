import {
  AppReply,
  ConfiguredTableReply,
  ConfiguredTablesReply,
  ConstraintsReply,
  doneReply,
  FieldLabelsReply,
  FieldStructureReply,
  FixReply,
  IndexesReply,
  IndexSuggestionsReply,
  NewFieldReply,
  NewFieldsReply,
  NewIndexReply,
  NewTableReply,
  RadiocarbonReply,
  RelationReply,
  RelationsReply,
  renamedReply,
  ValidationReply,
} from '@trowel/contract/configuration.js'
import { SchemaAppliedReply, SchemaPreviewReply, StartsReply } from '@trowel/contract/dbml.js'
import { JobStartedReply } from '@trowel/contract/jobs.js'
import {
  DrawnLayersReply,
  MapFileReply,
  MapLayersReply,
  MapLayersSavedReply,
} from '@trowel/contract/map-layers.js'
import {
  NewItemReply,
  RemoveItemReply,
  RenameItemReply,
  SortItemsReply,
  UsagesReply,
  VocabulariesReply,
} from '@trowel/contract/vocabularies.js'
import sharp from 'sharp'
import { expect } from 'vitest'
import { password, type Walk } from './walk.js'

export async function walkConfiguration({ client, answers }: Walk): Promise<void> {
  const { configuration: config, auth } = client
  await answers(AppReply, config.app())
  await answers(
    doneReply('ok_cfg_data_updated'),
    config.saveApp({ definition: 'A larger dig', color: 'teal' }),
  )
  await answers(ConfiguredTablesReply, config.tables())
  await answers(NewTableReply, config.createTable({ name: 'bones', label: 'Bones' }))
  await answers(doneReply('ok_sort_update'), config.sortTables(['bones', 'trenches']))
  await answers(FieldStructureReply, config.fieldStructure())
  const field = { name: 'species', label: 'Species', type: 'text', db_type: 'TEXT' }
  await answers(NewFieldReply, config.createField('bones', field))
  const fields = [{ name: 'side', label: 'Side', type: 'select', vocabulary_set: 'sides' }]
  const vocabularies = [{ name: 'sides', values: ['left', 'right'] }]
  await answers(NewFieldsReply, config.createFields('bones', { fields, vocabularies, in_lists: true }))
  await answers(
    doneReply('ok_cfg_data_updated'),
    config.saveField('bones', 'species', { ...field, help: 'Latin' }),
  )
  await answers(renamedReply('ok_renaming_column'), config.renameField('bones', 'species', 'taxon'))
  await answers(FieldLabelsReply, config.fields('bones'))
  await answers(doneReply('ok_sort_update'), config.sortFields('bones', ['taxon']))
  await answers(ConfiguredTableReply, config.table('bones'))
  await answers(
    doneReply('ok_cfg_data_updated'),
    config.saveTable('bones', { label: 'Animal bones', order: 'id' }),
  )
  await answers(renamedReply('ok_renaming_table'), config.renameTable('bones', 'fauna'))

  await answers(doneReply('fuzzy_date_activated'), config.fuzzyDateOn('fauna'))
  await answers(doneReply('fuzzy_date_deactivated'), config.fuzzyDateOff('fauna'))
  await answers(doneReply('osteology_activated'), config.osteologyOn('fauna'))
  await answers(doneReply('osteology_deactivated'), config.osteologyOff('fauna'))
  await answers(RadiocarbonReply, config.radiocarbonOn('fauna'))
  await answers(doneReply('radiocarbon_deactivated'), config.radiocarbonOff('fauna'))

  await expect(config.removeField('fauna', 'taxon')).rejects.toMatchObject({
    code: 'password_confirmation_required',
  })
  await auth.checkPassword(password)
  await answers(doneReply('ok_cfg_column_delete'), config.removeField('fauna', 'taxon'))
  await answers(doneReply('ok_cfg_tb_delete'), config.removeTable('fauna'))
}

export async function walkSchema({ client, answers, dig }: Walk): Promise<void> {
  const { relations, indexes, validation, dbml, jobs, mapLayers } = client
  await answers(RelationsReply, relations.list())
  const made = { from_tb: 'finds', from_col: 'material', to_tb: 'trenches', to_col: 'code' }
  const { id } = await answers(RelationReply, relations.create(made))
  await answers(RelationReply, relations.update(id, { on_update: 'RESTRICT' }))
  await answers(ConstraintsReply, relations.apply())
  await answers(doneReply('relation_deleted'), relations.remove(id))

  const index = await answers(
    NewIndexReply,
    indexes.create('finds', { name: 'by_day', columns: ['found_on'] }),
  )
  await answers(IndexesReply, indexes.list('finds'))
  await answers(IndexSuggestionsReply, indexes.suggestions())
  await answers(doneReply('index_deleted'), indexes.remove('finds', index.id))

  await dig.application.db.write((tx) => tx.schema.dropColumn('finds', 'found_on'), { schema: true })
  const { report } = await answers(ValidationReply, validation.report())
  const [action = '', tb = '', col] = report.flatMap(({ fix }) => (fix ? [fix] : []))[0] ?? []
  await answers(FixReply, validation.fix({ action: action as 'create', tb, col }))

  expect(await (await dbml.export().fetch()).text()).toContain('finds')
  const text = 'Table pits { id integer [pk]\n depth float }'
  await answers(SchemaPreviewReply, dbml.preview(text))
  await answers(SchemaAppliedReply, dbml.apply(text))
  await answers(StartsReply, dbml.starts('it'))

  const geojson = new File(['{"type":"FeatureCollection","features":[]}'], 'grid.geojson')
  const { filename } = await answers(MapFileReply, mapLayers.upload(geojson))
  const layer = { label: 'Grid', type: 'local', path: filename } as const
  await answers(MapLayersSavedReply, mapLayers.save([layer]))
  expect((await answers(MapLayersReply, mapLayers.list())).local_files).toEqual([filename])
  expect(await (await mapLayers.file(filename).fetch()).text()).toContain('FeatureCollection')
  await answers(MapLayersSavedReply, mapLayers.setReferenceSystem(32632))
  expect((await answers(DrawnLayersReply, mapLayers.toDraw())).epsg).toBe(32632)
  await mapLayers.save({ layers: [], before: (await mapLayers.list()).layers })
  await answers(MapLayersSavedReply, mapLayers.removeFile(filename))
  const green = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'green' } })
    .png()
    .toBuffer()
  const plan = new File([new Uint8Array(green)], 'plan.png')
  const place = { epsg: '32632', world: '0.1\n0\n0\n-0.1\n700000\n4770000\n' }
  const { job } = await answers(JobStartedReply, mapLayers.uploadRaster(plan, place))
  expect((await jobs.wait(job.id, { every: 5 })).result).toMatchObject({ filename: 'plan.tif' })
}

export async function walkVocabularies({ client, answers }: Walk): Promise<void> {
  const { vocabularies } = client
  const first = await answers(NewItemReply, vocabularies.addItem({ voc: 'materials', def: 'bone' }))
  const second = await answers(NewItemReply, vocabularies.addItem({ voc: 'materials', def: 'glass' }))
  await answers(SortItemsReply, vocabularies.sortItems([second.id, first.id]))
  await answers(
    RenameItemReply,
    vocabularies.renameItem(first.id, { val: 'antler', carry: true, preview: true }),
  )
  const { vocs } = await answers(VocabulariesReply, vocabularies.list())
  expect(vocs[0]?.items.map(({ def }) => def)).toEqual(['glass', 'bone'])
  await answers(UsagesReply, vocabularies.usages({ counts: true }))
  await answers(RemoveItemReply, vocabularies.removeItem(first.id))
}
