import { isObject } from '@trowel/contract/json.js'
import { boneFindings, bones, largestInventoryBytes } from '@trowel/contract/osteology.js'

/** The column that holds the inventory of bones of a table with osteology. */
export const osteologyColumn = 'osteo_data'

const knownBones = new Map(bones.map((bone) => [bone.id, bone]))

/**
 * What is wrong with an inventory of bones, as one sentence; `undefined` when nothing is. @param text JSON
 */
export function osteologyProblem(text: string): string | undefined {
  if (Buffer.byteLength(text) > largestInventoryBytes) return 'The inventory of bones is larger than 256 KiB.'
  let inventory: unknown
  try {
    inventory = JSON.parse(text)
  } catch {
    return 'The inventory of bones is not valid JSON.'
  }
  const individuals = isObject(inventory) ? inventory['individuals'] : undefined
  if (!Array.isArray(individuals)) return 'An inventory of bones is an object with a list "individuals".'
  const ids = new Set<unknown>()
  for (const [index, individual] of individuals.entries()) {
    const problem = individualProblem(individual, ids)
    if (problem !== undefined) return `Individual ${index + 1}: ${problem}`
  }
  return undefined
}

function individualProblem(individual: unknown, ids: Set<unknown>): string | undefined {
  if (!isObject(individual)) return 'an object with "id", "label", "notes" and "bones" is needed.'
  const { id, label, notes, bones: described } = individual
  if (!Number.isSafeInteger(id)) return '"id" must be a whole number.'
  if (ids.has(id)) return `the id ${id} is used twice.`
  ids.add(id)
  if (!isTextOrAbsent(label) || !isTextOrAbsent(notes)) return '"label" and "notes" must be texts.'
  if (described === undefined) return undefined
  if (!isObject(described)) return '"bones" must be an object.'
  for (const [name, bone] of Object.entries(described)) {
    const known = knownBones.get(name)
    if (!known) return `there is no bone "${name}".`
    const problem = boneProblem(bone, known.side !== undefined)
    if (problem !== undefined) return `${name}: ${problem}`
  }
  return undefined
}

const isTextOrAbsent = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === 'string'

function boneProblem(bone: unknown, isPaired: boolean): string | undefined {
  if (!isObject(bone)) return 'an object is needed.'
  const present = bone['present']
  if (present !== undefined && typeof present !== 'boolean') return '"present" must be true or false.'
  if (!isTextOrAbsent(bone['notes'])) return '"notes" must be a text.'
  for (const [key, allowed] of Object.entries(boneFindings)) {
    const value = bone[key]
    if (value === undefined || value === null) continue
    if (present !== true) return `"${key}" stands only with a bone that is present.`
    if (key === 'laterality_certainty' && !isPaired)
      return `"${key}" stands only with a bone that has two sides.`
    if (!(allowed as readonly unknown[]).includes(value))
      return `"${key}" must be one of ${allowed.join(', ')}.`
  }
  return undefined
}
