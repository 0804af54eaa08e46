/** A needle that points to north. @param bearing by how many degrees the map is turned */
export const NorthNeedle = ({ bearing, size }: { bearing: number; size: number }) => (
  <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24">
    <g transform={`rotate(${-bearing} 12 12)`}>
      <path d="M12 2l4.5 10h-9z" fill="var(--mantine-primary-color-filled)" />
      <path d="M12 22l4.5-10h-9z" fill="var(--line-strong)" />
    </g>
  </svg>
)
