import { Button, Checkbox, Menu, Select, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import { MoreMenu } from '../../../components/more-menu.js'
import { OrderList } from '../../../components/order-list.js'
import { Waiting } from '../../../components/states.js'
import { useApplication } from '../../../core/application.js'
import type { BackgroundLayer } from '../background/background-layers.js'
import { nameOf } from '../background/configured-on-map.js'
import type { ShownLayer } from '../layers/table-on-map.js'
import { everything, isPart, type StackLayer, type TableLayer } from '../map-document.js'
import { Opacity, TableDress } from './layer-dress.js'
import { Legend } from './legend.js'
import type { MapWork } from './map-work.js'
import { NoFeatures } from './no-features.js'
import classes from './side-panel.module.css'

/** What is on the map, the topmost first: order, what is shown, and how the layer at hand is drawn. */
export function LayerList({ work }: { work: MapWork }) {
  const { t } = useTranslation()
  const { document, active, changeLayer, reorder, configured } = work
  const items = document.layers.map((layer) => ({ ...layer, key: layer.id, called: work.nameOf(layer) }))
  const chosen = document.layers.find(({ id }) => id === active)
  if (!work.isKnown) return <Waiting lines={8} />
  return (
    <div className={classes['scroll']}>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed" p="md">
          {t('map.noLayers')}
        </Text>
      ) : (
        <OrderList
          label={t('map.layers')}
          items={items.map(({ key, called }) => ({ key, name: called }))}
          onOrder={reorder}
        >
          {({ key }) => {
            const layer = document.layers.find(({ id }) => id === key)
            return layer && <LayerLine layer={layer} work={work} />
          }}
        </OrderList>
      )}
      <div className={classes['below']}>
        <AddLayer work={work} />
        <BaseChoice work={work} />
      </div>
      {chosen && (
        <section className={classes['chosen']} aria-label={t('map.dressOf', { name: work.nameOf(chosen) })}>
          <h2>{work.nameOf(chosen)}</h2>
          {chosen.kind === 'table' ? (
            <ChosenTable layer={chosen} work={work} />
          ) : (
            <div className={classes['dress']}>
              <Opacity
                layer={chosen}
                onChange={(opacity) => changeLayer(chosen.id, (layer) => ({ ...layer, opacity }))}
              />
              {configured.find(({ id }) => id === chosen.id) === undefined && (
                <Text size="sm">{t('map.layerGone')}</Text>
              )}
            </div>
          )}
        </section>
      )}
    </div>
  )
}

/** How the layer at hand is drawn; and how it begins, where nothing is in it yet. */
function ChosenTable({ layer, work }: { layer: TableLayer; work: MapWork }) {
  const table = work.tableOf(layer)
  const state = work.shown.get(layer.id)
  const change = (part: Partial<TableLayer>) =>
    work.changeLayer(layer.id, (one) => (one.kind === 'table' ? { ...one, ...part } : one))
  if (table && state?.on?.total === 0)
    return <NoFeatures table={table} onAll={isPart(layer) ? () => change(everything) : undefined} />
  // Its fields and colours come together: nothing moves when they do.
  if (layer.shown && !state?.on && !state?.error) return <Waiting />
  return <TableDress layer={layer} label={table?.label ?? layer.table} shown={state} onChange={change} />
}

/** One layer: whether it is shown, what it is called, and what its colours mean. */
function LayerLine({ layer, work }: { layer: StackLayer; work: MapWork }) {
  const { t, i18n } = useTranslation()
  const { active, shown, failed } = work
  const name = work.nameOf(layer)
  const state = shown.get(layer.id)
  const isActive = layer.id === active
  const { by, colouring } = state?.coloured ?? {}
  return (
    <div className={classes['layer']} data-active={isActive || undefined}>
      <div className={classes['line']}>
        <Checkbox
          aria-label={t('map.show', { name })}
          checked={layer.shown}
          onChange={() => work.show(layer, !layer.shown)}
        />
        <button
          type="button"
          className={classes['layerName']}
          aria-pressed={isActive}
          onClick={() => work.activate(layer.id)}
        >
          <Sign layer={layer} state={state} />
          <span>{name}</span>
          {state?.on && (
            <span className={classes['count']}>
              {state.on.isPart ? '> ' : ''}
              {state.on.total.toLocaleString(i18n.language)}
            </span>
          )}
          {layer.kind === 'table' && isPart(layer) && <Icon name="filter" size={13} />}
        </button>
        <MoreMenu label={t('map.moreOf', { name })}>
          {state?.on && state.on.total > 0 && (
            <Menu.Item leftSection={<Icon name="fit" size={16} />} onClick={() => work.zoomTo(layer.id)}>
              {t('map.zoomTo')}
            </Menu.Item>
          )}
          {layer.kind === 'table' && (
            <Menu.Item
              leftSection={<Icon name="filter" size={16} />}
              onClick={() => work.openRecords(layer.id)}
            >
              {t('map.whichRecords')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<Icon name="bin" size={16} />}
            onClick={() => work.changeLayer(layer.id, () => undefined)}
          >
            {t('map.removeLayer')}
          </Menu.Item>
        </MoreMenu>
      </div>
      {failed.has(layer.id) && (
        <Text size="xs" c="var(--danger)" className={classes['problem'] ?? ''}>
          {t(work.isFile(layer.id) ? 'map.fileFailed' : 'map.layerFailed')}
        </Text>
      )}
      {layer.shown && !isActive && by && colouring && (
        <div className={classes['problem']}>
          <Legend by={by} colouring={colouring} readOf={undefined} />
        </div>
      )}
    </div>
  )
}

/** In which colour a layer is drawn. */
function Sign({ layer, state }: { layer: StackLayer; state: ShownLayer | undefined }) {
  if (layer.kind === 'configured') return <Icon name="picture" size={15} />
  const all = state?.coloured.all ?? []
  const style: CSSProperties =
    all.length > 1
      ? { background: `conic-gradient(${stripes(all.slice(0, 6))})` }
      : { background: all[0] ?? 'var(--line-strong)' }
  return <span className={classes['swatch']} style={style} />
}

const stripes = (colours: readonly string[]): string =>
  colours
    .map((colour, place) => `${colour} ${place / colours.length}turn ${(place + 1) / colours.length}turn`)
    .join(', ')

/** Tables and configured layers that the map does not show yet. */
function AddLayer({ work }: { work: MapWork }) {
  const { t } = useTranslation()
  const { app, mayAct } = useApplication()
  const missing = work.configured.filter(
    ({ id, layertype }) => layertype === 'overlay' && work.document.layers.every((layer) => layer.id !== id),
  )
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="plus" size={16} />}>
          {t('map.addLayer')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('map.tables')}</Menu.Label>
        {work.tables.map(({ name, label }) => (
          <Menu.Item key={name} onClick={() => work.addTable(name)}>
            {label}
          </Menu.Item>
        ))}
        {missing.length > 0 && <Menu.Label>{t('map.plans')}</Menu.Label>}
        {missing.map((layer: BackgroundLayer) => (
          <Menu.Item key={layer.id} onClick={() => work.addConfigured(layer.id)}>
            {nameOf(layer)}
          </Menu.Item>
        ))}
        {mayAct(privileges.super_admin) && (
          <>
            <Menu.Divider />
            <Menu.Item
              renderRoot={(props: object) => (
                <Link {...props} to="/app/$app/configuration" params={{ app }} search={{ part: 'map' }} />
              )}
            >
              {t('map.configureLayers')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** What lies below everything. */
function BaseChoice({ work }: { work: MapWork }) {
  const { t } = useTranslation()
  const bases = work.configured.filter(({ layertype }) => layertype === 'base')
  if (bases.length === 0) return null
  const isFailed = work.base !== null && work.failed.has(work.base)
  return (
    <Select
      label={t('map.base')}
      allowDeselect={false}
      data={[
        { value: '', label: t('map.plain') },
        ...bases.map((layer) => ({ value: layer.id, label: nameOf(layer) })),
      ]}
      value={work.base ?? ''}
      error={isFailed ? t(work.isFile(work.base ?? '') ? 'map.fileFailed' : 'map.layerFailed') : undefined}
      onChange={(id) => work.chooseBase(id === '' ? null : id)}
    />
  )
}
