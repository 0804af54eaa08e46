import { isObject, type JsonObject } from '@trowel/contract/json.js'
import { type boneFindings, bones } from '@trowel/contract/osteology.js'

/** One skeleton of an inventory, with whatever else was written about it. */
export interface Individual extends JsonObject {
  readonly id: number
  readonly label?: string
  readonly notes?: string
  readonly bones?: Readonly<Record<string, JsonObject>>
}

/** What a record holds of bones; keys that nobody here knows stay as they are. */
export interface Inventory extends JsonObject {
  readonly individuals: readonly Individual[]
}

export type Presence = 'present' | 'absent' | 'unknown'
export type Finding = keyof typeof boneFindings
export const findings = [
  'conservation',
  'certainty',
  'laterality_certainty',
] as const satisfies readonly Finding[]

const isIndividual = (value: unknown): value is Individual =>
  isObject(value) && typeof value['id'] === 'number'

/** Reads the text of the field; `undefined` for what is no inventory, an empty one for nothing. */
export function readInventory(text: string | null): Inventory | undefined {
  if (text === null || text.trim() === '') return { individuals: [] }
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return undefined
    const list = value['individuals'] ?? []
    return Array.isArray(list) && list.every(isIndividual) ? { ...value, individuals: list } : undefined
  } catch {
    return undefined
  }
}

/** An inventory without anybody is no inventory. */
export const inventoryText = (inventory: Inventory): string | null =>
  inventory.individuals.length === 0 && Object.keys(inventory).length === 1 ? null : JSON.stringify(inventory)

export const presenceOf = ({ bones: known }: Individual, bone: string): Presence => {
  const present = known?.[bone]?.['present']
  return present === true ? 'present' : present === false ? 'absent' : 'unknown'
}

export const findingOf = ({ bones: known }: Individual, bone: string, finding: Finding): string => {
  const value = known?.[bone]?.[finding]
  return typeof value === 'string' ? value : ''
}

/** How many bones are present and absent, of all or of some. */
export const countBones = (individual: Individual, of: readonly { readonly id: string }[] = bones) => ({
  all: of.length,
  present: of.filter(({ id }) => presenceOf(individual, id) === 'present').length,
  absent: of.filter(({ id }) => presenceOf(individual, id) === 'absent').length,
})

export function withIndividual(inventory: Inventory): Inventory {
  const id = Math.max(0, ...inventory.individuals.map((one) => one.id)) + 1
  return { ...inventory, individuals: [...inventory.individuals, { id, bones: {} }] }
}

export const withoutIndividual = (inventory: Inventory, id: number): Inventory => ({
  ...inventory,
  individuals: inventory.individuals.filter((one) => one.id !== id),
})

export const changed = (inventory: Inventory, individual: Individual): Inventory => ({
  ...inventory,
  individuals: inventory.individuals.map((one) => (one.id === individual.id ? individual : one)),
})

/** What is found of a bone stands only with one that is present; notes and other keys stay. */
export function withPresence(individual: Individual, bone: string, presence: Presence): Individual {
  const { present: _before, ...rest } = individual.bones?.[bone] ?? {}
  const kept =
    presence === 'present'
      ? rest
      : Object.fromEntries(Object.entries(rest).filter(([key]) => !findings.some((one) => one === key)))
  const next: JsonObject = presence === 'unknown' ? kept : { present: presence === 'present', ...kept }
  const { [bone]: _bone, ...others } = individual.bones ?? {}
  return { ...individual, bones: Object.keys(next).length === 0 ? others : { ...others, [bone]: next } }
}

export function withFinding(
  individual: Individual,
  bone: string,
  finding: Finding,
  word: string,
): Individual {
  const { [finding]: _before, ...rest } = individual.bones?.[bone] ?? {}
  return {
    ...individual,
    bones: { ...individual.bones, [bone]: word === '' ? rest : { ...rest, [finding]: word } },
  }
}
