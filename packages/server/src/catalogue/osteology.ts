import { isObject } from '@trowel/contract/json.js'
import { boneFindings, bones, maxInventoryBytes } from '@trowel/contract/osteology.js'
import { type Message, message } from '../message.js'

/** The column that holds the inventory of bones of a table with osteology. */
export const osteologyColumn = 'osteo_data'

const knownBones = new Map(bones.map((bone) => [bone.id, bone]))

/**
 * What is wrong with an inventory of bones, as one message; `undefined` when nothing is. @param text JSON
 */
export function osteologyProblem(text: string): Message | undefined {
  if (Buffer.byteLength(text) > maxInventoryBytes) return message('inventory_too_large', {})
  let inventory: unknown
  try {
    inventory = JSON.parse(text)
  } catch {
    return message('inventory_no_json', {})
  }
  const individuals = isObject(inventory) ? inventory['individuals'] : undefined
  if (!Array.isArray(individuals)) return message('inventory_without_individuals', {})
  const ids = new Set<unknown>()
  for (const [index, individual] of individuals.entries()) {
    const problem = individualProblem(individual, ids)
    if (problem !== undefined) return message('individual_wrong', { individual: index + 1, problem })
  }
  return undefined
}

function individualProblem(individual: unknown, ids: Set<unknown>): Message | undefined {
  if (!isObject(individual)) return message('individual_no_object', {})
  const { id, label, notes, bones: described } = individual
  if (!Number.isSafeInteger(id)) return message('individual_id_form', {})
  if (ids.has(id)) return message('individual_id_twice', { id: Number(id) })
  ids.add(id)
  if (!isTextOrAbsent(label) || !isTextOrAbsent(notes)) return message('individual_texts', {})
  if (described === undefined) return undefined
  if (!isObject(described)) return message('bones_no_object', {})
  for (const [name, bone] of Object.entries(described)) {
    const known = knownBones.get(name)
    if (!known) return message('bone_unknown', { bone: name })
    const problem = boneProblem(bone, known.side !== undefined)
    if (problem !== undefined) return message('bone_wrong', { bone: name, problem })
  }
  return undefined
}

const isTextOrAbsent = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === 'string'

function boneProblem(bone: unknown, isPaired: boolean): Message | undefined {
  if (!isObject(bone)) return message('bone_no_object', {})
  const present = bone['present']
  if (present !== undefined && typeof present !== 'boolean') return message('present_form', {})
  if (!isTextOrAbsent(bone['notes'])) return message('bone_notes_form', {})
  for (const [key, allowed] of Object.entries(boneFindings)) {
    const value = bone[key]
    if (value === undefined || value === null) continue
    if (present !== true) return message('only_of_present_bone', { key })
    if (key === 'laterality_certainty' && !isPaired) return message('only_of_paired_bone', { key })
    if (!(allowed as readonly unknown[]).includes(value))
      return message('bone_finding_unknown', { key, allowed: allowed.join(', ') })
  }
  return undefined
}
