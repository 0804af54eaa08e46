/** Inventories of bones. */
export const osteology = {
  problems: {
    inventory_too_large: 'The inventory of bones is larger than 256 KiB.',
    inventory_no_json: 'The inventory of bones is not valid JSON.',
    inventory_without_individuals: 'An inventory of bones is an object with a list "individuals".',
    individual_wrong: 'Individual {{individual}}: {{problem}}',
    individual_no_object: 'an object with "id", "label", "notes" and "bones" is needed.',
    individual_id_form: '"id" must be a whole number.',
    individual_id_twice: 'the id {{id}} is used twice.',
    individual_texts: '"label" and "notes" must be texts.',
    bones_no_object: '"bones" must be an object.',
    bone_unknown: 'there is no bone "{{bone}}".',
    bone_wrong: '{{bone}}: {{problem}}',
    bone_no_object: 'an object is needed.',
    present_form: '"present" must be true or false.',
    bone_notes_form: '"notes" must be a text.',
    only_of_present_bone: '"{{key}}" stands only with a bone that is present.',
    only_of_paired_bone: '"{{key}}" stands only with a bone that has two sides.',
    bone_finding_unknown: '"{{key}}" must be one of {{allowed}}.',
  },
} as const
