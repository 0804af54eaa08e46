import type { files as english } from '../en/files.js'
import type { AreaTranslation } from '../messages.js'

export const files: AreaTranslation<typeof english> = {
  codes: {
    file_not_found: 'Questo file non esiste.',
    error_erasing_file: 'Il file non si è potuto eliminare.',
    error_uploading_file: 'Il file non è arrivato.',
    upload_gone: 'Alcuni file caricati non sono più conservati per questa scheda: inviali di nuovo.',
    error_file_sorting_update: 'L’elenco deve nominare una volta ogni file collegato alla scheda.',
  },

  problems: {
    // Exports
    no_map_data_to_export:
      'La tabella «{{table}}» non ha dati per la mappa: scegli un altro formato, o attivali.',
    cell_too_long_for_sheet:
      '{{place}} supera i 32.767 caratteri di una cella di foglio di calcolo: scegli csv o json, o tralascia il campo.',
    exports_running: 'Sono già in corso più esportazioni: riprova quando una è finita.',
    file_not_taken: 'Nessuno ha ritirato il file: chiedilo di nuovo.',
    packages_running: 'Si stanno già creando più pacchetti: riprova quando uno è finito.',

    // Files
    pictures_wait: 'Troppe immagini attendono: riprova fra poco.',
    one_file_needed: 'Invia un solo file, nella parte «file».',
    file_too_large_here: 'Il file supera {{most}} byte, il limite qui.',
    file_too_large_split: 'Il file supera {{most}} byte, il limite qui: dividilo.',
    file_is_empty: 'Il file è vuoto.',
    picture_is_none:
      'Il file comincia come un’immagine ({{extension}}) ma non lo è: è danneggiato, o non è ciò che dice il nome.',
    marks_changed:
      'Nel frattempo qualcun altro ha disegnato su questa immagine: ricaricala, poi salva i tuoi segni.',
    no_picture_to_print: 'Questo file non è un’immagine che si possa stampare.',
    no_smaller_copy: 'Di questo file non c’è una copia più piccola.',
    upload_given_up: 'Il caricamento durava troppo ed è stato abbandonato: invia di nuovo il file.',
    file_not_changeable: 'Non puoi modificare questo file: appartiene a una scheda che non puoi modificare.',
    no_such_file_here: 'Questo file non esiste.',
    no_such_file_link: 'Questo collegamento di un file a una scheda non esiste.',
  },
}
