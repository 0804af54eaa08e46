import type { Density } from './density-of.js'

/** A small drawing of how records are spread over time. */
export function DensityLine({ density, label, height }: { density: Density; label: string; height: number }) {
  const { slices } = density
  const points = slices.map(
    (share, place) => `L${place} ${100 - share * 94}L${place + 1} ${100 - share * 94}`,
  )
  return (
    <svg
      viewBox={`0 0 ${slices.length} 100`}
      preserveAspectRatio="none"
      width="100%"
      height={height}
      display="block"
      role="img"
      aria-label={label}
    >
      <path
        d={`M0 100${points.join('')}L${slices.length} 100Z`}
        fill="var(--mantine-primary-color-filled)"
        fillOpacity={0.3}
      />
      <path
        d={`M0 100${points.join('')}L${slices.length} 100`}
        fill="none"
        stroke="var(--mantine-primary-color-filled)"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
