import { Alert, Group, Radio, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import {
  isFileLayer,
  type LayerPlace,
  type LayerType,
  layerPlaces,
  layerTypeOfFile,
  layerTypes,
  type MapLayer,
} from '@trowel/contract/map-layers.js'
import type { Static } from '@trowel/contract/wire.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/form-dialog.js'
import { Icon } from '../../components/icon.js'
import { showDone } from '../../components/notices.js'
import { useTyped } from '../../components/use-typed.js'
import { noRaster, type RasterProgress, RasterUpload, uploadRaster } from './raster-upload.js'
import { WmsLayers } from './wms-layers.js'

type Layer = Static<typeof MapLayer>

/** What people add most comes first. */
const offeredTypes: readonly LayerType[] = ['raster', 'pmtiles', 'local', 'wms', 'tiles', 'maplibre_style']
/** Where a layer lies mostly. */
const usualPlaces: Readonly<Record<LayerType, LayerPlace>> = {
  raster: 'overlay',
  local: 'overlay',
  wms: 'overlay',
  pmtiles: 'base',
  tiles: 'base',
  maplibre_style: 'base',
}

const newLayer: Layer = { id: '', label: '', type: 'raster', path: '', wmslayers: '', layertype: 'overlay' }

/** One layer of the map. */
export function LayerForm({
  layer,
  stored,
  files,
  save,
  saveAndAsk,
  onClose,
}: {
  layer: Layer | undefined
  /** The layer as it stands now: another person may have changed it, or taken it away. */
  stored: Layer | undefined
  files: readonly string[]
  save: (layer: Layer) => Promise<unknown>
  /**
   * The same, and reloads the page with the layer: only then may it ask a server that no layer named
   * before.
   */
  saveAndAsk: (layer: Layer) => Promise<unknown>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [opened] = useState(layer)
  const { draft, change } = useTyped<Layer>(stored ?? opened ?? newLayer)
  const [raster, setRaster] = useState(noRaster)
  const [progress, setProgress] = useState<RasterProgress>()
  const saving = useMutation({
    mutationFn: async (asks: boolean) => {
      if (asks) return saveAndAsk(draft)
      if (draft.type !== 'raster' || !raster.picture) return save(draft)
      const path = await uploadRaster(raster.picture, raster, setProgress)
      // It is stored now, also if the layer is not saved.
      change({ path })
      setRaster(noRaster)
      return save({ ...draft, path })
    },
    onSettled: () => setProgress(undefined),
    onSuccess: (_reply, asks) => {
      if (asks) return
      showDone(t('form.saved'))
      onClose()
    },
  })
  const fitting = files.filter((file) => layerTypeOfFile(file) === draft.type)
  const isChosen = draft.path.trim() !== '' || (draft.type === 'raster' && raster.picture !== undefined)
  const isOther = !saving.isPending && !saving.isSuccess && JSON.stringify(stored) !== JSON.stringify(opened)
  const named = draft.label.trim() !== '' && isChosen
  return (
    <FormDialog
      size="lg"
      title={t(layer ? 'configuration.editLayer' : 'configuration.newLayer')}
      saving={saving}
      act={t('form.save')}
      ready={named && (draft.type !== 'wms' || draft.wmslayers.trim() !== '')}
      onSave={() => saving.mutate(false)}
      onClose={onClose}
    >
      {isOther && (
        <Alert color="yellow" variant="light" py={8} icon={<Icon name="warning" />} role="status">
          {stored
            ? t('configuration.layerChanged', {
                now: [
                  stored.label,
                  stored.path,
                  stored.wmslayers,
                  t(`configuration.layerPlaces.${stored.layertype}`),
                ]
                  .filter(Boolean)
                  .join(' · '),
              })
            : t('configuration.layerGone')}
        </Alert>
      )}
      <TextInput
        required
        data-autofocus
        label={t('configuration.layerLabel')}
        value={draft.label}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      <Select
        allowDeselect={false}
        label={t('configuration.layerType')}
        data={offeredTypes.map((value) => ({ value, label: t(`configuration.layerTypes.${value}`) }))}
        value={draft.type}
        onChange={(value) => {
          const type = layerTypes.find((one): one is LayerType => one === value)
          if (type) change({ type, path: '', layertype: usualPlaces[type] })
        }}
      />
      {isFileLayer(draft.type) ? (
        <Select
          required={!raster.picture}
          label={t('configuration.layerFile')}
          description={fitting.length === 0 ? t('configuration.noFittingFile') : undefined}
          data={fitting}
          value={draft.path === '' ? null : draft.path}
          onChange={(path) => change({ path: path ?? '' })}
        />
      ) : (
        <TextInput
          required
          label={t('configuration.layerAddress')}
          description={t(`configuration.layerHints.${draft.type}`)}
          value={draft.path}
          onChange={(event) => change({ path: event.currentTarget.value })}
        />
      )}
      {draft.type === 'raster' && (
        <RasterUpload
          chosen={raster}
          progress={progress}
          onChange={(chosen) => {
            setRaster(chosen)
            if (draft.label === '' && chosen.picture)
              change({ label: chosen.picture.name.replace(/\.[^.]+$/, '') })
          }}
        />
      )}
      {draft.type === 'wms' && (
        <WmsLayers
          path={draft.path.trim()}
          value={draft.wmslayers}
          asks={layer?.type === 'wms' && layer.path === draft.path}
          onChange={(wmslayers) => change({ wmslayers })}
          onSaveAndAsk={named ? () => saving.mutate(true) : undefined}
        />
      )}
      <Radio.Group
        label={t('configuration.layerPlace')}
        value={draft.layertype}
        onChange={(value) => {
          const layertype = layerPlaces.find((one): one is LayerPlace => one === value)
          if (layertype) change({ layertype })
        }}
      >
        <Group mt={6}>
          {layerPlaces.map((place) => (
            <Radio key={place} value={place} label={t(`configuration.layerPlaces.${place}`)} />
          ))}
        </Group>
      </Radio.Group>
    </FormDialog>
  )
}
