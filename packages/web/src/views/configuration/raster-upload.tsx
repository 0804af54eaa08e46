import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { type RasterReply, rasterEndings, worldEndings } from '@trowel/contract/map-layers.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { client } from '../../core/session.js'
import { ReferenceSystemChoice } from './reference-system-choice.js'

/** A picture that a person chose, with the file that says where it lies, and the system that it lies in. */
export interface ChosenRaster {
  readonly picture: File | undefined
  readonly world: File | undefined
  readonly epsg: number | null
}

export const noRaster: ChosenRaster = { picture: undefined, world: undefined, epsg: null }

export interface RasterProgress {
  readonly phase: 'sending' | 'preparing'
  /** 0 to 100. */
  readonly share: number
}

const endsWith = (name: string, endings: readonly string[]): boolean =>
  endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`))

/**
 * Sends a picture and waits until it is prepared. @returns under which name it is kept
 * @throws what the service refuses
 */
export async function uploadRaster(
  picture: File,
  { world, epsg }: ChosenRaster,
  onProgress: (progress: RasterProgress) => void,
): Promise<string> {
  const place = world && (await world.text())
  const { job } = await client.mapLayers.uploadRaster(
    picture,
    { ...(epsg !== null && { epsg: String(epsg) }), ...(place && { world: place }) },
    { onProgress: (sent, total) => onProgress({ phase: 'sending', share: (sent / total) * 100 }) },
  )
  const ended = await client.jobs.wait(job.id, {
    onProgress: ({ done, total }) => onProgress({ phase: 'preparing', share: (done / total) * 100 }),
  })
  return (ended.result as RasterReply).filename
}

/** Which picture is uploaded, and where it lies. */
export function RasterUpload({
  chosen,
  progress,
  onChange,
}: {
  chosen: ChosenRaster
  /** While it is on its way. */
  progress: RasterProgress | undefined
  onChange: (chosen: ChosenRaster) => void
}) {
  const { t } = useTranslation()
  const { picture, world, epsg } = chosen
  const take = (files: readonly File[]) =>
    onChange({
      ...chosen,
      picture: files.find(({ name }) => endsWith(name, rasterEndings)) ?? picture,
      world: files.find(({ name }) => endsWith(name, worldEndings)) ?? world,
    })
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <FileButton
          multiple
          accept={[...rasterEndings, ...worldEndings].map((ending) => `.${ending}`).join()}
          onChange={(files) => take(files)}
        >
          {(props) => (
            <Button {...props} variant="default" leftSection={<Icon name="picture" size={16} />}>
              {t('configuration.raster.choose')}
            </Button>
          )}
        </FileButton>
        {picture && <Text size="sm">{picture.name}</Text>}
        {world && <Text size="sm">{world.name}</Text>}
      </Group>
      <Text size="sm" c="dimmed">
        {t('configuration.raster.hint')}
      </Text>
      {picture && (
        <ReferenceSystemChoice
          label={t('configuration.raster.system')}
          description={t('configuration.raster.systemHint')}
          placeholder={t('configuration.raster.ofFile')}
          value={epsg}
          onChange={(code) => onChange({ ...chosen, epsg: code })}
        />
      )}
      {progress && (
        <div role="status">
          <Text size="sm" className="numbers">
            {t(`configuration.raster.${progress.phase}`, { share: Math.round(progress.share) })}
          </Text>
          <Progress value={progress.share} aria-label={t('configuration.raster.progress')} />
        </div>
      )}
    </Stack>
  )
}
