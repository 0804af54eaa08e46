export interface DiagramField {
  readonly name: string
  readonly label: string
}

export interface DiagramTable {
  readonly name: string
  readonly label: string
  readonly isPlugin: boolean
  /** Those that are drawn. */
  readonly fields: readonly DiagramField[]
  /** How many more there are. */
  readonly others: number
}

interface Reference {
  readonly from_tb: string
  readonly from_col: string
  readonly to_tb: string
}

export interface PlacedTable extends DiagramTable {
  readonly x: number
  readonly y: number
  readonly height: number
}

export const boxWidth = 190
export const lineHeight = 20
export const headHeight = 30
const gapX = 110
const gapY = 26

/**
 * Places tables in columns: what refers to nothing stands on the left, what refers to it further right.
 * Within a column tables stand near those that they refer to.
 */
export function placeTables(
  tables: readonly DiagramTable[],
  references: readonly Reference[],
): { placed: readonly PlacedTable[]; width: number; height: number } {
  const targets = new Map(
    tables.map(({ name }) => [
      name,
      [
        ...new Set(
          references.filter((one) => one.from_tb === name && one.to_tb !== name).map((one) => one.to_tb),
        ),
      ],
    ]),
  )
  const columns = new Map<string, number>()
  const columnOf = (name: string, visited: readonly string[]): number => {
    const known = columns.get(name)
    if (known !== undefined) return known
    // In a ring of references the one that was met first stands left.
    if (visited.includes(name)) return -1
    const column =
      Math.max(-1, ...(targets.get(name) ?? []).map((one) => columnOf(one, [...visited, name]))) + 1
    columns.set(name, column)
    return column
  }
  for (const { name } of tables) columnOf(name, [])

  const last = Math.max(0, ...columns.values())
  const middle = new Map<string, number>()
  const placed: PlacedTable[] = []
  for (let column = 0; column <= last; column++) {
    const preferredPosition = ({ name }: DiagramTable): number => {
      const known = (targets.get(name) ?? []).flatMap((one) => middle.get(one) ?? [])
      return known.length === 0 ? 0 : known.reduce((sum, y) => sum + y, 0) / known.length
    }
    let y = 0
    for (const table of tables
      .filter(({ name }) => columns.get(name) === column)
      .sort((a, b) => preferredPosition(a) - preferredPosition(b))) {
      const height = headHeight + (table.fields.length + (table.others > 0 ? 1 : 0)) * lineHeight + 6
      placed.push({ ...table, x: column * (boxWidth + gapX), y, height })
      middle.set(table.name, y + height / 2)
      y += height + gapY
    }
  }
  const height = Math.max(0, ...placed.map((table) => table.y + table.height))
  return {
    placed: placed.map((table) => centred(table, placed, height)),
    width: last * (boxWidth + gapX) + boxWidth,
    height,
  }
}

/** Each column stands in the middle of the drawing. */
function centred(table: PlacedTable, placed: readonly PlacedTable[], height: number): PlacedTable {
  const column = placed.filter(({ x }) => x === table.x)
  const bottom = Math.max(...column.map((one) => one.y + one.height))
  return { ...table, y: table.y + (height - bottom) / 2 }
}
