import { Select, Slider, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { MapColouring } from '@trowel/contract/map-views.js'
import { classMethods } from '@trowel/contract/model/class-methods.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { distinct, maxClasses, minClasses, ramps } from '../layers/colouring.js'
import type { ShownLayer } from '../layers/table-on-map.js'
import { oneColour } from '../map-address.js'
import type { StackLayer, TableLayer } from '../map-document.js'
import { Legend } from './legend.js'
import classes from './side-panel.module.css'

/** How a layer of features is drawn: colours, letters, how much shows through. */
export function TableDress({
  layer,
  label,
  shown,
  onChange,
}: {
  layer: TableLayer
  /** The label of its table. */
  label: string
  shown: ShownLayer | undefined
  onChange: (change: Partial<TableLayer>) => void
}) {
  const { t } = useTranslation()
  const fields = shown?.fields ?? []
  const by = shown?.coloured.by
  const { colouring } = layer
  const wanted = colouring?.by === 'field' ? colouring.field : undefined
  const isOffered = wanted !== undefined && fields.some(({ name }) => name === wanted)
  const options = fields.map(({ name, label: of }) => ({ value: name, label: of }))
  return (
    <Stack gap="sm" className={classes['dress'] ?? ''}>
      <Select
        label={t('map.colourBy')}
        allowDeselect={false}
        searchable={fields.length > 10}
        nothingFoundMessage={t('map.noSuchField')}
        data={[{ value: oneColour, label: t('map.oneColour') }, ...options]}
        value={(isOffered ? wanted : by?.name) ?? oneColour}
        onChange={(name) =>
          name && onChange({ colouring: name === oneColour ? { by: 'one' } : { by: 'field', field: name } })
        }
      />
      {shown && <Colours colouring={colouring} shown={shown} onChange={onChange} />}
      <Select
        label={t('map.labels')}
        searchable={fields.length > 10}
        allowDeselect={false}
        nothingFoundMessage={t('map.noSuchField')}
        data={[
          { value: '', label: t('map.labelsUsual') },
          { value: oneColour, label: t('map.labelsNone') },
          ...options,
        ]}
        value={layer.labels === null ? oneColour : (layer.labels ?? '')}
        onChange={(name) =>
          onChange({ labels: name === oneColour ? null : name === '' ? undefined : (name ?? undefined) })
        }
      />
      <Opacity layer={layer} onChange={(opacity) => onChange({ opacity })} />
      <Switch
        label={t('map.clusters')}
        checked={layer.clusters}
        onChange={(event) => onChange({ clusters: event.currentTarget.checked })}
      />
      <TextInput
        label={t('map.layerName')}
        placeholder={label}
        maxLength={200}
        value={layer.name ?? ''}
        onChange={(event) => onChange({ name: event.currentTarget.value || undefined })}
      />
    </Stack>
  )
}

/** How much of what lies below shows through. */
export function Opacity({ layer, onChange }: { layer: StackLayer; onChange: (opacity: number) => void }) {
  const { t } = useTranslation()
  const percent = Math.round(layer.opacity * 100)
  return (
    <div>
      <Text size="sm" fw={500} className="numbers">
        {t('map.opacity')}: {percent} %
      </Text>
      <Slider
        size="sm"
        mt={6}
        mb={4}
        step={5}
        label={null}
        value={percent}
        thumbLabel={t('map.opacity')}
        onChange={(value) => onChange(value / 100)}
      />
    </div>
  )
}

function Colours({
  colouring,
  shown,
  onChange,
}: {
  colouring: MapColouring | undefined
  shown: ShownLayer
  onChange: (change: Partial<TableLayer>) => void
}) {
  const { t } = useTranslation()
  const { on, coloured } = shown
  const { by } = coloured
  if (!by || !coloured.colouring)
    return (
      <OneColour
        colour={coloured.plain}
        onColour={(colour) => onChange({ colouring: { by: 'one', colour } })}
      />
    )
  const chosen = colouring?.by === 'field' ? colouring : { by: 'field' as const, field: by.name }
  const change = (part: Partial<typeof chosen>) => onChange({ colouring: { ...chosen, ...part } })
  const isGraded = coloured.colouring.legend.some(({ kind }) => kind === 'range')
  return (
    <>
      <Legend
        by={by}
        colouring={coloured.colouring}
        readOf={on?.isPart ? on.total : undefined}
        onColour={(value, colour) => change({ colours: { ...chosen.colours, [value]: colour } })}
      />
      <Palettes
        value={chosen.palette ?? (by.isNumber ? 'warm' : 'distinct')}
        withDistinct={!by.isNumber}
        onChange={(palette) => change({ palette, colours: undefined })}
      />
      {(isGraded || chosen.method) && (
        <div className={classes['pair']}>
          <Select
            label={t('map.method')}
            allowDeselect={false}
            data={classMethods.map((value) => ({ value, label: t(`map.methods.${value}`) }))}
            value={chosen.method ?? 'quantile'}
            onChange={(value) => {
              const method = classMethods.find((one) => one === value)
              if (method) change({ method })
            }}
          />
          <Select
            label={t('map.classes')}
            allowDeselect={false}
            data={Array.from({ length: maxClasses - minClasses + 1 }, (_, k) => String(minClasses + k))}
            value={String(chosen.classes ?? 5)}
            onChange={(value) => change({ classes: Number(value) })}
          />
        </div>
      )}
    </>
  )
}

function OneColour({ colour, onColour }: { colour: string; onColour: (colour: string) => void }) {
  const { t } = useTranslation()
  return (
    <Choices label={t('map.colour')}>
      {distinct.map((one) => (
        <Swatch
          key={one}
          label={one}
          isChosen={one === colour}
          background={one}
          onChoose={() => onColour(one)}
        />
      ))}
      <input
        type="color"
        className={classes['colour']}
        aria-label={t('map.otherColour')}
        title={t('map.otherColour')}
        value={colour}
        onChange={(event) => onColour(event.currentTarget.value)}
      />
    </Choices>
  )
}

function Palettes({
  value,
  withDistinct,
  onChange,
}: {
  value: string
  withDistinct: boolean
  onChange: (palette: string | undefined) => void
}) {
  const { t } = useTranslation()
  const stripes = (colours: readonly string[]) => `linear-gradient(to right, ${colours.join(', ')})`
  const offered: readonly (readonly [string, readonly string[]])[] = [
    ...(withDistinct ? [['distinct', distinct.slice(0, 6)] as const] : []),
    ...Object.entries(ramps),
  ]
  return (
    <Choices label={t('map.palette')}>
      {offered.map(([name, colours]) => (
        <Swatch
          key={name}
          wide
          label={t(`map.palettes.${name as 'distinct'}`)}
          isChosen={name === value}
          background={stripes(colours)}
          onChoose={() => onChange(name === 'distinct' ? undefined : name)}
        />
      ))}
    </Choices>
  )
}

const Choices = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className={classes['choices']}>
    <legend>{label}</legend>
    {children}
  </fieldset>
)

function Swatch({
  label,
  background,
  isChosen,
  wide = false,
  onChoose,
}: {
  label: string
  background: string
  isChosen: boolean
  wide?: boolean
  onChoose: () => void
}) {
  return (
    <button
      type="button"
      className={classes['choice']}
      data-wide={wide || undefined}
      aria-label={label}
      title={label}
      aria-pressed={isChosen}
      style={{ background }}
      onClick={onChoose}
    />
  )
}
