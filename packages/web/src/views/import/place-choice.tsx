import { Checkbox, Select, SimpleGrid, Text } from '@mantine/core'
import { knownSystems } from '@trowel/contract/model/reference-systems.js'
import { useTranslation } from 'react-i18next'
import type { PlaceDraft } from './table-draft.js'

/** Every grid by its code, as it is known by name. */
const grids = knownSystems().map(({ epsg, name }) => ({ value: String(epsg), label: `${name} · ${epsg}` }))

/** Which columns tell where on the map a record is, and in which grid. */
export function PlaceChoice({
  place,
  columns,
  numeric = columns,
  onChange,
}: {
  place: PlaceDraft
  columns: readonly string[]
  /** Those of numbers, as far as that is known. */
  numeric?: readonly string[]
  onChange: (place: PlaceDraft) => void
}) {
  const { t } = useTranslation()
  const { isOn, x, y, wkt, geometry, epsg } = place
  const change = (part: Partial<PlaceDraft>) => onChange({ ...place, ...part })
  return (
    <>
      <Checkbox
        label={t('import.placesOn')}
        description={t(geometry ? 'import.placesOfFile' : 'import.placesOfColumns')}
        checked={isOn}
        onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
      />
      {isOn && (
        <SimpleGrid mt="sm" cols={{ base: 1, sm: 3 }}>
          {!geometry && wkt === null && (
            <>
              <Select
                required
                searchable
                label={t('import.east')}
                data={[...new Set([...numeric, ...(x === null ? [] : [x])])]}
                value={x}
                onChange={(chosen) => change({ x: chosen })}
              />
              <Select
                required
                searchable
                label={t('import.north')}
                data={[...new Set([...numeric, ...(y === null ? [] : [y])])]}
                value={y}
                onChange={(chosen) => change({ y: chosen })}
              />
            </>
          )}
          {!geometry && wkt !== null && (
            <Select
              required
              searchable
              label={t('import.wkt')}
              data={[...columns]}
              value={wkt}
              onChange={(chosen) => change({ wkt: chosen })}
            />
          )}
          <Select
            required
            searchable
            limit={80}
            label={t('import.grid')}
            placeholder={t('import.gridHint')}
            data={grids}
            value={epsg === null ? null : String(epsg)}
            onChange={(chosen) => change({ epsg: chosen === null ? null : Number(chosen) })}
          />
        </SimpleGrid>
      )}
      {isOn && !geometry && (
        <Text size="xs" c="dimmed" mt="xs">
          {t('import.placesKeep')}
        </Text>
      )}
    </>
  )
}
