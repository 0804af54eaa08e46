import { Alert, Button, NumberInput, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { privileges } from '@trowel/contract/privileges.js'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { showProblem } from '../../components/notices.js'
import { Failed, Waiting } from '../../components/states.js'
import { type Table, useApplication } from '../../core/application.js'
import { allOf } from '../../core/query.js'
import { client } from '../../core/session.js'
import { importQueries } from '../../queries/imports.js'
import type { FeaturePreview } from './file-preview.js'
import classes from './import.module.css'
import { Trial } from './trial.js'

interface Props {
  readonly table: Table
  readonly file: File
  readonly header: ReactNode
  readonly onRun: (job: number) => void
}

/**
 * Second step, for places on the map: which property names the record, and in which grid the coordinates are.
 */
export function PlacesImport(props: Props) {
  const { t } = useTranslation()
  const { app, mayAct } = useApplication()
  const queries = useQueryClient()
  const { table, file, header } = props
  const preview = useQuery(importQueries.preview(app, { file, type: 'geojson', tb: table.name }))
  const switchOn = useMutation({
    mutationFn: () => client.configuration.saveTable(table.name, { geodata: true }),
    onSuccess: () => queries.invalidateQueries(allOf(app)),
    onError: showProblem,
  })
  if (preview.isError)
    return (
      <>
        <Failed error={preview.error} />
        {header}
      </>
    )
  if (!preview.data || !('geo_props' in preview.data)) return <Waiting lines={5} />
  return (
    <Stack gap="lg" maw={860}>
      {header}
      {preview.data.geo_field === null ? (
        <Alert color="yellow" icon={<Icon name="warning" />}>
          <Text size="sm">{t('import.noPlaces', { table: table.label })}</Text>
          {mayAct(privileges.super_admin) ? (
            <Button mt="sm" size="xs" loading={switchOn.isPending} onClick={() => switchOn.mutate()}>
              {t('import.switchPlacesOn', { table: table.label })}
            </Button>
          ) : (
            <Text size="sm">{t('import.askForPlaces')}</Text>
          )}
        </Alert>
      ) : (
        <Mapping {...props} preview={preview.data} />
      )}
    </Stack>
  )
}

function Mapping({ table, preview, onRun }: Props & { preview: FeaturePreview }) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const fields = useQuery(importQueries.fields(app, table.name))
  const { geo_props: properties, count } = preview
  const [property, setProperty] = useState<string | null>(
    properties.find((one) => one === table.id_field) ??
      (properties.length === 1 ? (properties[0] ?? null) : null),
  )
  const [key, setKey] = useState<string | null>(table.id_field)
  const [epsg, setEpsg] = useState<number | ''>(preview.epsg ?? '')
  const known = fields.data?.fields ?? []
  return (
    <>
      <section className={classes['panel']}>
        <h2>{t('import.features', { count, number: count.toLocaleString(i18n.language) })}</h2>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <Select
            label={t('import.property')}
            description={t('import.propertyHint')}
            searchable
            data={properties}
            value={property}
            onChange={setProperty}
          />
          <Select
            label={t('import.comparedWith')}
            description={t('import.comparedHint')}
            searchable
            data={known.map(({ name, label }) => ({ value: name, label }))}
            value={known.some(({ name }) => name === key) ? key : null}
            onChange={setKey}
          />
          <NumberInput
            label={t('import.epsg')}
            description={
              preview.crs === null ? t('import.epsgSilent') : t('import.epsgSaid', { crs: preview.crs })
            }
            placeholder="32633"
            hideControls
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator={false}
            value={epsg}
            onChange={(typed) => setEpsg(typeof typed === 'number' ? typed : '')}
          />
        </SimpleGrid>
        <Text size="sm" c="dimmed" mt="md">
          {t('import.placesText')}
        </Text>
      </section>
      <Trial
        asked={JSON.stringify([preview.temp_id, property, key, epsg])}
        isReady={property !== null && key !== null}
        start={(manner) =>
          client.imports.geojson({
            temp_id: preview.temp_id,
            tb: table.name,
            geo_prop: property ?? '',
            key_field: key ?? '',
            ...(epsg !== '' && { epsg }),
            ...manner,
            background: true,
          })
        }
        onRun={onRun}
      />
    </>
  )
}
