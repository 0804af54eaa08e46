import { BulkEditReply, DuplicatedReply } from '@trowel/contract/bulk-edit.js'
import { CellEditReply } from '@trowel/contract/cell-edit.js'
import {
  ChangeSetReply,
  ChangeSetsReply,
  ChangeTimesReply,
  FollowReply,
  RecordChangesReply,
} from '@trowel/contract/changes.js'
import {
  FileLinkedReply,
  FileListReply,
  FileMetadataReply,
  FileReplacedReply,
  FileStagedReply,
  fileReply,
} from '@trowel/contract/files.js'
import { HistoryReply } from '@trowel/contract/history.js'
import { ManualLinkRemovedReply, ManualLinkReply } from '@trowel/contract/manual-links.js'
import { RecordReply } from '@trowel/contract/record.js'
import { BulkDeletedReply, DeletedReply, DeletedRowsReply } from '@trowel/contract/record-deletes.js'
import {
  CandidatesReply,
  FieldOptionsReply,
  PluginCountsReply,
  UniqueReply,
} from '@trowel/contract/record-forms.js'
import { GroupsReply, TotalsReply } from '@trowel/contract/record-groups.js'
import { CheckedReply, SavedReply } from '@trowel/contract/record-writes.js'
import { ListReply } from '@trowel/contract/records.js'
import {
  CheckReply,
  MatrixLayoutReply,
  MatrixReply,
  RelationAddedReply,
  RelationRemovedReply,
} from '@trowel/contract/stratigraphy.js'
import { TemplateNamesReply } from '@trowel/contract/templates.js'
import { UndoReply } from '@trowel/contract/undo.js'
import { DeletedRecordsReply, RestoredReply, VersionReply, VersionsReply } from '@trowel/contract/versions.js'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Walk } from './walk.js'

export async function walkRecords({ client, answers }: Walk): Promise<void> {
  const { records } = client
  const page = await answers(
    ListReply,
    records.list('finds', { per_page: 3, sort_field: 'id', sort_dir: 'desc' }),
  )
  expect([page.total, page.data.map(({ id }) => id)]).toEqual([8, [8, 7, 6]])
  const filter = { _or: [{ material: { _eq: 'bone' } }, { weight_g: { _between: [50, 100] } }] }
  expect((await records.list('finds', { filter, columns: ['inv_no'] })).data).toHaveLength(3)
  expect((await answers(ListReply, records.search('finds', { filter }))).total).toBe(3)
  const totals = ['weight_g:SUM', 'material:COUNT_DISTINCT']
  expect((await answers(TotalsReply, records.totals('finds', { filter, totals }))).totals).toEqual({
    weight_g: { SUM: 167 },
    material: { COUNT_DISTINCT: 2 },
  })
  const groups = await answers(GroupsReply, records.groups('finds', { group_by: 'context', totals }))
  expect(groups.groups.map(({ label, count }) => [label, count])).toEqual([
    ['C1', 2],
    ['C2', 1],
    ['C3', 1],
    ['C5', 1],
    ['C6', 2],
    [null, 1],
  ])
  expect((await records.search('finds', { group_by: 'context', group_key: null })).data).toHaveLength(1)

  const read = await records.read('contexts', 1)
  await answers(RecordReply, Promise.resolve(read))
  expect(read.core['ctx_no']?.val).toBe('C1')
  await answers(RecordReply, records.readNew('contexts'))
  const core = { inv_no: 'F9', context: 1, material: 'glass' }
  const { id, etag } = await records.create('finds', { core })
  const { last_changed: changed } = (await records.read('finds', id)).metadata
  const stamped = await records.list('finds', {
    columns: ['sys_changed_at', 'sys_changed_by'],
    filter: { sys_changed_by: { name: { _eq: changed?.user_name ?? '' } } },
    sort_field: 'sys_changed_at',
    sort_dir: 'desc',
  })
  expect(stamped.data[0]).toEqual({ id, sys_changed_at: changed?.time, sys_changed_by: changed?.user })
  const saved = records.update('finds', id, { core: { material: 'lead' } }, { ifMatch: etag })
  await answers(SavedReply, saved)
  await expect(
    records.update('finds', id, { core: { material: 'tin' } }, { ifMatch: etag }),
  ).rejects.toMatchObject({
    status: 412,
    code: 'stale_record',
  })
  await answers(
    SavedReply,
    records.update('finds', id, { core: { material: 'tin' } }, { ifMatch: (await saved).etag }),
  )

  await answers(
    BulkEditReply,
    records.bulkEdit('finds', { ids: [id], core: { material: 'jet' }, preview: true }),
  )
  const cells = [{ id, labels: { context: 'C2' }, before: { context: 1 } }]
  expect(await answers(CellEditReply, records.editCells('finds', { records: cells }))).toMatchObject({
    updated: 1,
  })
  await expect(records.editCells('finds', { records: cells })).rejects.toMatchObject({
    code: 'stale_record',
    detail: { cells: [{ id, field: 'context', value: 2 }] },
  })
  await answers(FieldOptionsReply, records.fieldOptions('finds', { fld: 'context', q: 'C' }))
  expect(
    await answers(UniqueReply, records.checkUnique('finds', { field: 'inv_no', value: 'F9' })),
  ).toMatchObject({
    unique: false,
  })
  expect(await answers(CheckedReply, records.check('finds', null, { core: { inv_no: 'F1' } }))).toMatchObject(
    {
      errors: [{ field: 'inv_no', code: 'no_dupl' }],
    },
  )
  expect(await answers(CheckedReply, records.check('finds', 1, { core: { inv_no: 'F1' } }))).toMatchObject({
    errors: [],
  })
  await expect(records.nextNumber('finds', { fld: 'inv_no', core: { context: 1 } })).rejects.toMatchObject({
    code: 'invalid_parameter',
  })
  await answers(CandidatesReply, records.linkCandidates('finds', 'F'))
  await answers(PluginCountsReply, records.pluginCounts('contexts', 1))
  await answers(DeletedRowsReply, records.removePluginRows('contexts', 3))
  await answers(TemplateNamesReply, records.templates('finds'))
  const copy = await answers(DuplicatedReply, records.duplicate('contexts', 2))
  await answers(DeletedReply, records.remove('contexts', copy.id))
  await answers(BulkDeletedReply, records.bulkRemove('finds', [id]))

  expect((await (await records.exportAll().fetch()).blob()).size).toBeGreaterThan(1000)
  const csv = records.export('finds', { format: 'csv', filter })
  const file = await csv.fetch()
  expect([file.name, file.type]).toEqual([
    expect.stringMatching(/\.csv$/),
    expect.stringContaining('text/csv'),
  ])
  expect((await file.text()).trim().split('\n')).toHaveLength(4)
  expect(await (await fetch(await csv.url())).text()).toContain('bone')
}

export async function walkHistory({ client, answers }: Walk): Promise<void> {
  const { records, history } = client
  await records.update('finds', 1, { core: { material: 'chert' } }, { note: 'žluť: 100% chert' })
  await records.remove('finds', 2)
  const told = await answers(HistoryReply, history.list({ tb: 'finds', user: '*', per_page: 2 }))
  expect(told.data.map(({ operation }) => operation)).toEqual(['delete', 'update'])
  const sets = await answers(ChangeSetsReply, history.changeSets({ table: 'finds', user: '*' }))
  expect(sets.data[1]?.note).toBe('žluť: 100% chert')
  await answers(ChangeSetReply, history.changeSet(sets.data[0]?.id ?? 0, { per_page: 1 }))
  const tried = await answers(UndoReply, history.undo(sets.data[0]?.id ?? 0, { preview: true }))
  expect(tried).toMatchObject({ preview: true, change_set: null, counts: { record: { created: 1 } } })
  const both = { ids: sets.data.map((set) => set.id), preview: true }
  await answers(UndoReply, history.undoSeveral(both))
  await answers(RecordChangesReply, history.changesOf('finds', 1))
  const { last } = await answers(FollowReply, history.changesAfter({ after: 0, limit: 1 }))
  expect(last).toBe(1)
  const { around } = await answers(ChangeTimesReply, history.changeTimes({ at: last, most: 1 }))
  expect(around?.state?.id).toBe(last)
  for await (const { id } of history.follow({ after: last })) {
    expect(id).toBe(last + 1)
    break
  }
  const { versions } = await answers(VersionsReply, history.versions('finds', 1))
  const id = versions[0]?.id ?? 0
  await answers(VersionReply, history.version(id, { diff: 'current' }))
  await answers(RestoredReply, history.restore(id, { fields: ['material'] }))
  expect((await records.read('finds', 1)).core['material']?.val).toBe('flint')
  const { deleted } = await answers(DeletedRecordsReply, history.deleted('finds'))
  expect(deleted.map(({ rowid }) => rowid)).toEqual([2])
}

export async function walkLinks({ client, answers }: Walk): Promise<void> {
  const { manualLinks, stratigraphy } = client
  const ends = { tb_one: 'finds', id_one: 1, tb_two: 'contexts', id_two: 2 }
  const { link } = await answers(ManualLinkReply, manualLinks.create({ ...ends, label: 'drawn on' }))
  await answers(ManualLinkRemovedReply, manualLinks.remove(link.key))

  const covers = { first: 1, relation: 5, second: 2 }
  const { id } = await answers(RelationAddedReply, stratigraphy.relate('contexts', covers))
  await expect(stratigraphy.relate('contexts', { first: 2, relation: 5, second: 1 })).rejects.toMatchObject({
    code: 'stratigraphic_loop',
    detail: { loop: expect.anything() },
  })
  await answers(MatrixReply, stratigraphy.matrix({ tb: 'contexts', reduced: true, levels: true }))
  await answers(CheckReply, stratigraphy.check({ tb: 'contexts' }))
  await answers(MatrixLayoutReply, stratigraphy.layout({ tb: 'contexts', reduced: true }))
  const drawing = await stratigraphy.export({ tb: 'contexts', format: 'dot' }).fetch()
  expect(await drawing.text()).toContain('digraph')
  await answers(RelationRemovedReply, stratigraphy.unrelate(id))
}

export async function walkFiles({ client, answers }: Walk): Promise<void> {
  const { files } = client
  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#a63' } })
    .png()
    .toBuffer()
  const picture = (name: string) => new File([new Uint8Array(photo)], name)
  const told: [number, number][] = []
  const upload = files.upload('finds', 1, picture('Örtlichkeit.png'), {
    onProgress: (sent, total) => told.push([sent, total]),
  })
  const { file } = await answers(FileLinkedReply, upload)
  expect([file.filename, told.at(-1)]).toEqual(['Örtlichkeit', [1, 1]])
  expect((await answers(FileListReply, files.list({ search: 'rtlich' }))).total).toBe(1)
  const again = await answers(FileLinkedReply, files.link('finds', 2, file.id))
  await answers(fileReply('ok_file_updated'), files.update(file.id, { description: 'from the north' }))
  await answers(FileMetadataReply, files.metadata(file.id))
  await answers(FileStagedReply, files.stage('finds', picture('c.png')))
  const second = await files.upload('finds', 1, picture('b.png'))
  await answers(fileReply('ok_file_sorting_update'), files.sort([second.file.link_id, file.link_id]))
  await answers(FileReplacedReply, files.replace(second.file.id, picture('c.png')))
  const bytes = await files.content(file.id).fetch()
  expect((await files.print(file.id, { marks: false }).fetch()).type).toContain('application/pdf')
  expect((await bytes.blob()).size).toBe(photo.length)
  const small = await fetch(files.url(file, { w: 120 }))
  expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const ticketed = await fetch(await files.content(file.id, { w: 120 }).url())
  expect(ticketed.headers.get('content-type')).toBe('image/webp')
  await answers(fileReply('ok_file_unlinked'), files.unlink(again.file.link_id))
  await answers(fileReply('ok_file_deleted'), files.remove(file.id))
}
