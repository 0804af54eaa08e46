/**
 * The regions of the skeleton in the order in which an inventory lists them, with their bones from head to
 * foot.
 */
const skeleton = [
  { region: 'skull', bones: ['cranium', 'face', 'mandible'], paired: false },
  {
    region: 'spine',
    bones: ['cervical_vertebrae', 'thoracic_vertebrae', 'lumbar_vertebrae', 'sacrum', 'coccyx'],
    paired: false,
  },
  { region: 'thorax', bones: ['sternum'], paired: false },
  { region: 'thorax', bones: ['ribs'], paired: true },
  { region: 'shoulder', bones: ['clavicle', 'scapula'], paired: true },
  {
    region: 'arm',
    bones: ['humerus', 'radius', 'ulna', 'carpals', 'metacarpals', 'hand_phalanges'],
    paired: true,
  },
  { region: 'pelvis', bones: ['ilium', 'ischium', 'pubis'], paired: true },
  {
    region: 'leg',
    bones: [
      'femur',
      'patella',
      'tibia',
      'fibula',
      'talus',
      'calcaneus',
      'tarsals',
      'metatarsals',
      'foot_phalanges',
    ],
    paired: true,
  },
] as const

export type SkeletonRegion = (typeof skeleton)[number]['region']

/** A bone, or a group of small ones that is documented as one. */
export interface Bone {
  /** As it stands in an inventory, such as `femur_left`. */
  readonly id: string
  readonly region: SkeletonRegion
  /** `undefined` for what the body has once. */
  readonly side: 'right' | 'left' | undefined
}

/** All 51 bones that an inventory knows. */
export const bones: readonly Bone[] = skeleton.flatMap(({ region, bones: names, paired }) =>
  names.flatMap((name): Bone[] =>
    paired
      ? (['right', 'left'] as const).map((side) => ({ id: `${name}_${side}`, region, side }))
      : [{ id: name, region, side: undefined }],
  ),
)

/** What may be said of a bone that is present, and with which words. */
export const boneFindings = {
  conservation: ['complete', 'gt50', 'lt50', 'fragmentary', 'traces'],
  certainty: ['certain', 'probable', 'uncertain'],
  /** Only of a bone that the body has twice. */
  laterality_certainty: ['certain', 'uncertain'],
} as const

/** What is documented of one bone; without `present` it is not documented. */
export interface BoneRecord {
  readonly present?: boolean
  readonly conservation?: (typeof boneFindings.conservation)[number]
  readonly certainty?: (typeof boneFindings.certainty)[number]
  readonly laterality_certainty?: (typeof boneFindings.laterality_certainty)[number]
  readonly notes?: string
}

export interface Individual {
  /** Unique in its inventory. */
  readonly id: number
  readonly label?: string
  readonly notes?: string
  readonly bones?: Readonly<Record<string, BoneRecord>>
}

/** What the field `osteo_data` holds, as JSON text. Further keys anywhere are kept as they came. */
export interface OsteologicalInventory {
  readonly individuals: readonly Individual[]
}

/** An inventory takes at most so many bytes of UTF-8. */
export const maxInventoryBytes = 256 * 1024
