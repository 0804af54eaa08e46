import type { layouts as english } from '../en/layouts.js'
import type { AreaTranslation } from '../messages.js'

export const layouts: AreaTranslation<typeof english> = {
  codes: {
    template_not_found: 'Questo layout non esiste.',
    template_name_exists: 'La tabella ha già un layout con questo nome.',
    invalid_template_name: 'Il nome di un layout ha da 1 a 64 lettere, cifre, «-» o «_».',
    invalid_template_data: 'Un layout è un oggetto con un elenco «sections».',
    template_validation_failed: 'Il layout non è valido.',
    too_many_sections: 'Il layout ha troppe sezioni.',
    sections_missing_or_invalid: 'Il layout non ha sezioni leggibili.',
    content_missing_or_invalid: 'La sezione non ha un contenuto leggibile.',
    fields_missing_or_invalid: 'La parte non ha campi leggibili.',
    unknown_plugin: 'La tabella non ha queste righe.',
    unknown_part: 'Un layout non ha questa parte.',
    invalid_width: 'Un layout non ha questa larghezza.',
    invalid_part_text: 'Quello che un layout dice è un testo.',
  },

  problems: {
    no_such_template_of_table: 'La tabella «{{table}}» non ha il layout «{{template}}».',
    too_many_labels:
      '{{labels}} etichette sono più di quante se ne possano stampare in una volta ({{most}}). Restringi l’elenco con un filtro, o stampa meno copie.',
    labels_do_not_fit:
      'Queste etichette non stanno nella loro pagina, o manca la dimensione dell’etichetta: controlla "width" e "height" e le misure della pagina.',
    start_beyond_sheet: 'Un foglio ha {{most}} etichette: "start" non può essere maggiore.',
    too_many_to_print:
      '{{records}} schede sono più di quante se ne stampano in una volta ({{most}}). Restringi l’elenco con un filtro.',
    too_many_columns_to_print:
      '{{columns}} colonne non stanno una accanto all’altra: al massimo {{portrait}} in verticale, {{landscape}} in orizzontale. Scegli meno colonne, o stampa le schede una dopo l’altra.',
    layout_sections: 'Un layout ha al massimo {{most}} sezioni.',
    layout_size: 'Un layout ha al massimo {{most}} KiB.',
    layout_needs_sections: 'A un layout serve un elenco di sezioni.',
    section_is_object: 'Una sezione è un oggetto.',
    layout_no_plugin: '{{table}} non ha la tabella accessoria {{plugin}}.',
    layout_no_part: 'Una parte del layout è una di {{parts}}.',
    accordion_needs_fields: 'A una parte richiudibile serve un elenco di campi.',
    section_needs_content: 'A una sezione serve un elenco come contenuto.',
    layout_no_field: '{{table}} non ha il campo {{field}}.',
    layout_width: 'Una larghezza è una di {{widths}}.',
    layout_part_text: 'Il "text" di una parte è un testo.',
    layout_problem_at: '{{place}}: {{problem}}',
    layout_unfit: 'Il layout «{{layout}}» non si adatta più alla tabella: {{problem}}',
    print_takes_too_long:
      'La stampa richiede più tempo di quanto il servizio concede. Restringila con un filtro, o riprova più tardi.',
  },
}
