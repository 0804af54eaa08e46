import { Button, FileButton, Group, Menu, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { fileEndings, layerTypeOfFile, type MapLayer } from '@trowel/contract/map-layers.js'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sizeText } from '../../components/files/size-text.js'
import { FormDialog } from '../../components/form-dialog.js'
import { Icon } from '../../components/icon.js'
import { MoreMenu } from '../../components/more-menu.js'
import { showDone, showProblem } from '../../components/notices.js'
import { OrderList } from '../../components/order-list.js'
import { Section } from '../../components/section.js'
import { Empty, Loaded } from '../../components/states.js'
import { useApplication, useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { configurationQueries } from '../../queries/configuration.js'
import { broughtBack, changeLayers, type LayersChange, ordered, removed, saved } from './change-layers.js'
import classes from './configuration.module.css'
import { LayerForm } from './layer-form.js'
import { ReferenceSystemChoice } from './reference-system-choice.js'

/** What lies under and over the map: pictures of map servers, and files of the project. */
export function MapLayers() {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const changed = useChanged()
  const query = useQuery(configurationQueries.layers(app))
  const { layer: named } = useSearch({ from: '/app/$app/configuration' })
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<MapLayer | 'new'>()
  const close = () => {
    setChosen(undefined)
    if (named !== undefined)
      void navigate({
        to: '/app/$app/configuration',
        params: { app },
        search: { part: 'map' },
        replace: true,
      })
  }
  const again = () => changed({ of: 'layer' })
  const save = useMutation({
    mutationFn: changeLayers,
    onSettled: again,
  })
  const upload = useMutation({
    mutationFn: (file: File) => client.mapLayers.upload(file),
    onSuccess: async ({ filename }) => {
      await again()
      showDone(t('configuration.fileUploaded', { name: filename }))
    },
    onError: showProblem,
  })
  const system = useMutation({
    mutationFn: (epsg: number | null) => client.mapLayers.setReferenceSystem(epsg),
    onSuccess: async () => {
      await again()
      showDone(t('form.saved'))
    },
    onError: showProblem,
  })
  const [doomed, setDoomed] = useState<string>()
  const removeLarge = useMutation({
    mutationFn: (name: string) => client.mapLayers.removeFile(name),
    onSuccess: async () => {
      setDoomed(undefined)
      await again()
    },
  })
  const removeFile = useMutation({
    mutationFn: async (name: string) => {
      const kept = await (await client.mapLayers.file(name).fetch()).blob()
      await client.mapLayers.removeFile(name)
      return new File([kept], name)
    },
    onSuccess: async (file) => {
      await again()
      showDone(t('configuration.fileRemoved', { name: file.name }), () => upload.mutate(file))
    },
    onError: showProblem,
  })
  return (
    <Loaded query={query}>
      {({ layers, files: stored, local_files: files, epsg }) => (
        <Stack>
          <Group justify="space-between">
            <Text size="sm" c="dimmed" maw={620}>
              {t('configuration.layersHint')}
            </Text>
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setChosen('new')}>
              {t('configuration.newLayer')}
            </Button>
          </Group>
          {layers.length === 0 ? (
            <Empty icon="map" title={t('configuration.noLayers')}>
              {t('configuration.noLayersText')}
            </Empty>
          ) : (
            <div className={classes['panel']}>
              <OrderList
                label={t('configuration.parts.map')}
                items={layers.map((layer) => ({ layer, key: layer.id, name: layer.label }))}
                onOrder={(keys) => save.mutateAsync(ordered(keys)).catch(showProblem)}
              >
                {({ layer }) => (
                  <div className={classes['field']}>
                    <span className={classes['name']}>{layer.label}</span>
                    <Text size="sm">{t(`configuration.layerTypes.${layer.type}`)}</Text>
                    <Text size="sm" c="dimmed">
                      {t(`configuration.layerPlaces.${layer.layertype}`)}
                    </Text>
                    <MoreMenu label={t('configuration.moreOf', { name: layer.label })}>
                      <Menu.Item
                        leftSection={<Icon name="edit" size={16} />}
                        onClick={() => setChosen(layer)}
                      >
                        {t('record.edit')}
                      </Menu.Item>
                      <Menu.Item
                        color="var(--danger)"
                        leftSection={<Icon name="bin" size={16} />}
                        onClick={() => {
                          save.mutate(removed(layer), { onError: showProblem })
                          const place = layers.indexOf(layer)
                          showDone(t('configuration.layerRemoved', { name: layer.label }), () =>
                            save.mutate(broughtBack(layer, place), { onError: showProblem }),
                          )
                        }}
                      >
                        {t('configuration.removeLayer')}
                      </Menu.Item>
                    </MoreMenu>
                  </div>
                )}
              </OrderList>
            </div>
          )}
          <ReferenceSystemChoice
            label={t('configuration.system')}
            description={t('configuration.systemHint')}
            placeholder={t('configuration.noSystem')}
            value={epsg}
            disabled={system.isPending}
            onChange={(code) => system.mutate(code)}
          />
          <Section
            name="configuration.mapFiles"
            title={t('configuration.mapFiles')}
            count={files.length}
            actions={
              <FileButton
                accept={[...fileEndings.local, ...fileEndings.pmtiles].map((ending) => `.${ending}`).join()}
                onChange={(file) => {
                  if (file) upload.mutate(file)
                }}
              >
                {(props) => (
                  <Button {...props} size="compact-sm" variant="default" loading={upload.isPending}>
                    {t('configuration.uploadFile')}
                  </Button>
                )}
              </FileButton>
            }
          >
            {files.length === 0 ? (
              <Text size="sm" c="dimmed">
                {t('configuration.noMapFiles')}
              </Text>
            ) : (
              stored.map(({ name: file, size }) => (
                <div key={file} className={classes['finding']}>
                  <span>
                    {file}{' '}
                    <Text component="span" size="sm" c="dimmed" className="numbers">
                      {sizeText(size, i18n.language)}
                    </Text>
                  </span>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="gray"
                    aria-label={t('configuration.removeFile', { name: file })}
                    onClick={() =>
                      layerTypeOfFile(file) === 'local' ? removeFile.mutate(file) : setDoomed(file)
                    }
                  >
                    {t('record.deleteNow')}
                  </Button>
                </div>
              ))
            )}
          </Section>
          {doomed !== undefined && (
            <FormDialog
              danger
              title={t('configuration.removeFile', { name: doomed })}
              saving={removeLarge}
              act={t('record.deleteNow')}
              onSave={() => removeLarge.mutate(doomed)}
              onClose={() => setDoomed(undefined)}
            >
              <Text size="sm">{t('configuration.removeLargeText')}</Text>
            </FormDialog>
          )}
          <ChosenLayer
            chosen={chosen ?? layers.find(({ id }) => id === named)}
            layers={layers}
            files={files}
            save={save.mutateAsync}
            onClose={close}
          />
        </Stack>
      )}
    </Loaded>
  )
}

function ChosenLayer({
  chosen,
  layers,
  save,
  ...form
}: Pick<ComponentProps<typeof LayerForm>, 'files' | 'onClose'> & {
  chosen: MapLayer | 'new' | undefined
  layers: readonly MapLayer[]
  save: (change: LayersChange) => Promise<unknown>
}) {
  const { app } = useApplication()
  if (!chosen) return null
  const layer = chosen === 'new' ? undefined : chosen
  const stored = layers.find(({ id }) => id === layer?.id)
  return (
    <LayerForm
      layer={layer}
      stored={stored}
      save={(draft) => save(saved(draft, stored))}
      saveAndAsk={async (draft) => {
        await save(saved(draft, stored))
        const id = stored?.id ?? (await client.mapLayers.list()).layers.at(-1)?.id
        // As the router writes a text that may look like a number.
        const search = `part=map&layer=${encodeURIComponent(JSON.stringify(id))}`
        window.location.assign(`/app/${app}/configuration?${search}`)
      }}
      {...form}
    />
  )
}
