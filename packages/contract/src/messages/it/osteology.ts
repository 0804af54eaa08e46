import type { osteology as english } from '../en/osteology.js'
import type { AreaTranslation } from '../messages.js'

export const osteology: AreaTranslation<typeof english> = {
  problems: {
    inventory_too_large: 'L’inventario di ossa supera 256 KiB.',
    inventory_no_json: 'L’inventario di ossa non è JSON valido.',
    inventory_without_individuals: 'Un inventario di ossa è un oggetto con un elenco «individuals».',
    individual_wrong: 'Individuo {{individual}}: {{problem}}',
    individual_no_object: 'serve un oggetto con «id», «label», «notes» e «bones».',
    individual_id_form: '«id» deve essere un numero intero.',
    individual_id_twice: 'l’id {{id}} è usato due volte.',
    individual_texts: '«label» e «notes» devono essere testi.',
    bones_no_object: '«bones» deve essere un oggetto.',
    bone_unknown: 'l’osso «{{bone}}» non esiste.',
    bone_wrong: '{{bone}}: {{problem}}',
    bone_no_object: 'serve un oggetto.',
    present_form: '«present» deve essere vero o falso.',
    bone_notes_form: '«notes» deve essere un testo.',
    only_of_present_bone: '«{{key}}» vale solo per un osso presente.',
    only_of_paired_bone: '«{{key}}» vale solo per un osso doppio.',
    bone_finding_unknown: '«{{key}}» deve essere uno di {{allowed}}.',
  },
}
