import { Alert, Button, List, Radio, Select, Stack, Text } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FileType } from '@trowel/contract/imports.js'
import { privileges } from '@trowel/contract/privileges.js'
import { type MissingUnits, missingUnits } from '@trowel/contract/relation-import.js'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { showProblem } from '../../components/notices.js'
import { relationWords } from '../../components/stratigraphy/relation-sides.js'
import { type Table, useApplication } from '../../core/application.js'
import { allOf } from '../../core/query.js'
import { client } from '../../core/session.js'
import { importQueries } from '../../queries/imports.js'
import { FileFormPanel } from './file-form-panel.js'
import type { TablePreview } from './file-preview.js'
import classes from './import.module.css'
import { LookedAt } from './looked-at.js'
import { sampleOf } from './mapping-table.js'
import {
  columnsBody,
  gapInRoles,
  type Role,
  type Roles,
  relationCodes,
  rolesAtFirst,
  sentencesOf,
  withRole,
} from './relation-roles.js'
import { Trial } from './trial.js'
import type { Asked } from './use-written.js'

interface Props {
  readonly table: Table
  readonly file: File
  readonly type: FileType
  /** The line that names the file, and into what it goes. */
  readonly header: ReactNode
  readonly onRun: (job: number) => void
}

/** Second step, for relations: which columns name units, how these lie to each other, and what is missing. */
export function RelationsImport(props: Props) {
  const { app } = useApplication()
  const { table, file, type, header } = props
  const [asked, ask] = useState<Asked>({})
  const [share, setShare] = useState(0)
  const preview = useQuery({
    ...importQueries.preview(app, { file, type, ...asked }, (sent, total) => setShare((sent / total) * 100)),
    placeholderData: keepPreviousData,
  })
  if (!table.rs)
    return (
      <Stack gap="lg" maw={860}>
        {header}
        <SwitchOn table={table} />
      </Stack>
    )
  return (
    <LookedAt file={file} preview={preview} share={share} header={header} asked={asked} onAsk={ask}>
      {(found) => <Columns key={found.temp_id} {...props} preview={found} asked={asked} onAsk={ask} />}
    </LookedAt>
  )
}

/** A table whose records have no relations yet. */
function SwitchOn({ table }: { table: Table }) {
  const { t } = useTranslation()
  const { app, mayAct } = useApplication()
  const queries = useQueryClient()
  const switchOn = useMutation({
    mutationFn: () => client.configuration.saveTable(table.name, { rs: true }),
    onSuccess: () => queries.invalidateQueries(allOf(app)),
    onError: showProblem,
  })
  return (
    <Alert color="yellow" icon={<Icon name="warning" />}>
      <Text size="sm">{t('import.noRelations', { table: table.label })}</Text>
      {mayAct(privileges.super_admin) ? (
        <Button mt="sm" size="xs" loading={switchOn.isPending} onClick={() => switchOn.mutate()}>
          {t('import.switchRelationsOn', { table: table.label })}
        </Button>
      ) : (
        <Text size="sm">{t('import.askForPlaces')}</Text>
      )}
    </Alert>
  )
}

function Columns({
  table,
  preview,
  asked,
  onAsk,
  onRun,
}: Props & { preview: TablePreview; asked: Asked; onAsk: (asked: Asked) => void }) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const { columns, count } = preview
  const { data: known } = useQuery(importQueries.fields(app, table.name))
  const [chosenRoles, setRoles] = useState<Roles>()
  const roles =
    chosenRoles ?? rolesAtFirst(columns, known?.fields.find(({ name }) => name === table.id_field)?.label)
  const [missing, setMissing] = useState<MissingUnits>('refuse')
  const gap = gapInRoles(roles)
  const sentences = gap ? [] : sentencesOf(preview, roles)
  const request = { temp_id: preview.temp_id, tb: table.name, missing, ...columnsBody(columns, roles) }
  return (
    <>
      <section className={classes['panel']}>
        <h2>{t('import.relations', { count, number: count.toLocaleString(i18n.language) })}</h2>
        <RoleTable preview={preview} roles={roles} onChange={setRoles} />
        {sentences.length > 0 && (
          <>
            <Text size="sm" mt="md" c="dimmed">
              {t('import.readAs')}
            </Text>
            <List size="sm">
              {sentences.map((sentence) => (
                <List.Item key={sentence}>{sentence}</List.Item>
              ))}
            </List>
          </>
        )}
      </section>
      <section className={classes['panel']}>
        <h2>{t('import.missing')}</h2>
        <Radio.Group
          aria-label={t('import.missing')}
          value={missing}
          onChange={(chosen) => setMissing(missingUnits.find((one) => one === chosen) ?? missing)}
        >
          <Stack gap="xs">
            {missingUnits.map((one) => (
              <Radio key={one} value={one} label={t(`import.missingUnits.${one}`, { table: table.label })} />
            ))}
          </Stack>
        </Radio.Group>
      </section>
      <FileFormPanel preview={preview} asked={asked} onAsk={onAsk} />
      {gap && (
        <Alert color="yellow" icon={<Icon name="warning" />}>
          {t(`import.relationGaps.${gap}`)}
        </Alert>
      )}
      <Trial
        asked={JSON.stringify(request)}
        isReady={gap === undefined}
        direct={t('import.relate')}
        note={t('import.relateText')}
        start={(manner) => client.imports.relations({ ...request, ...manner, background: true })}
        onRun={onRun}
      />
    </>
  )
}

/** Each column of the file with its first values, and what it holds. */
function RoleTable({
  preview,
  roles,
  onChange,
}: {
  preview: TablePreview
  roles: Roles
  onChange: (roles: Roles) => void
}) {
  const { t } = useTranslation()
  const choices = [
    { value: 'unit', label: t('import.roles.unit') },
    { value: 'relation', label: t('import.roles.relation') },
    {
      group: t('import.roles.others'),
      items: [
        ...relationCodes.map((code) => ({
          value: String(code),
          label: t('import.roles.to', { relation: relationWords(code) }),
        })),
        { value: 'named', label: t('import.roles.named') },
      ],
    },
  ]
  return (
    <div className={classes['scroll']}>
      <table className={`${classes['table']} ${classes['fields']}`}>
        <thead>
          <tr>
            <th scope="col">{t('import.column')}</th>
            <th scope="col">{t('import.firstValues')}</th>
            <th scope="col">{t('import.holds')}</th>
          </tr>
        </thead>
        <tbody>
          {preview.columns.map((column, place) => {
            const role = roles[place] ?? null
            return (
              <tr key={column} className={role === null ? classes['left'] : undefined}>
                <td className={classes['column']}>{column}</td>
                <td className={classes['sample']}>{sampleOf(preview, place)}</td>
                <td className={classes['target']}>
                  <Select
                    size="xs"
                    clearable
                    aria-label={t('import.roleOf', { column })}
                    placeholder={t('import.leaveOut')}
                    data={choices}
                    value={role === null ? null : String(role)}
                    onChange={(chosen) => onChange(withRole(roles, place, roleIn(chosen)))}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function roleIn(text: string | null): Role | null {
  if (text === 'unit' || text === 'relation' || text === 'named') return text
  return text === null ? null : Number(text)
}
