import type { records as english } from '../en/records.js'
import type { AreaTranslation } from '../messages.js'

export const records: AreaTranslation<typeof english> = {
  codes: {
    // Tables and fields
    unknown_table: 'Questa tabella non esiste.',
    unknown_field: 'La tabella non ha questo campo.',
    field_not_found: 'La tabella non ha questo campo.',
    plugin_table_not_allowed:
      'Le righe di una tabella accessoria si modificano nella scheda a cui appartengono.',

    // Records
    record_not_found: 'Questa scheda non esiste.',
    validation_failed: 'Alcuni valori non vanno bene.',
    stale_record: 'Qualcuno ha modificato la scheda nel frattempo: ricaricala prima di salvare.',
    idempotency_key_reused:
      'Un tentativo precedente con questa Idempotency-Key ha già creato una scheda, di contenuto diverso; "detail" dice quale. Guardala prima di inviare un’altra chiave.',
    in_use: 'Altri dati vi fanno riferimento, perciò non si può eliminare.',
    no_id_provided: 'Non è detto di quali schede si tratta.',
    no_record_deleted: 'Non si è potuta eliminare nessuna scheda.',
    version_not_found: 'Questa versione non esiste.',
    link_already_exists: 'Queste due schede sono già collegate.',

    // Vocabularies
    error_def_added: 'Il vocabolario ha già questa voce.',
    error_def_update: 'La voce del vocabolario non si è potuta modificare.',
    error_def_erase: 'Questa voce del vocabolario non esiste.',
    error_sort_update: 'L’elenco da riordinare nomina voci sconosciute, estranee o ripetute.',
  },

  problems: {
    // Tables, fields and records
    no_such_table_named: 'La tabella «{{table}}» non esiste.',
    table_has_no_field: 'La tabella «{{table}}» non ha il campo «{{field}}».',
    table_has_no_fields: 'La tabella «{{table}}» non ha questi campi: {{fields}}.',
    field_without_numbers: 'Il campo «{{field}}» non ha un modello di numerazione.',
    table_has_no_record: 'La tabella «{{table}}» non ha la scheda {{records}}.',
    record_has_no_row: 'La scheda non ha la riga {{row}} in «{{table}}».',
    record_takes_no_fields: 'La scheda non può avere {{fields}}: la tabella non ha questi campi.',
    row_id_invalid: 'La riga {{row}} di «{{table}}» ha un id che non è un numero intero positivo.',
    no_plugin_of_table: '«{{plugin}}» non è una tabella accessoria di «{{table}}».',
    rows_would_repeat:
      'In «{{table}}» più righe avrebbero {{values}} in {{fields}}, dove ogni valore può stare una volta sola.',
    version_differs: '«{{name}}» nella richiesta è diverso dalla versione nell’indirizzo.',
    diff_kinds: '«{{name}}» è «current» (o 1) oppure «change».',
    version_keeps_nothing: 'La versione non conserva nulla della scheda.',
    row_parent_gone:
      'La riga appartiene a una scheda di «{{table}}» che non c’è più: ripristina prima quella.',
    version_has_no_field: 'Né la versione né la tabella hanno il campo «{{field}}».',
    version_has_no_plugin: '«{{plugin}}» non è una tabella accessoria né della versione né di «{{table}}».',
    field_not_valid: '1 campo non va bene.',
    fields_not_valid: '{{fields}} campi non vanno bene.',
    version_value_taken:
      'Un’altra scheda ha il valore di {{fields}} che questa versione conserva e che deve essere unico.',
    version_refers_to_gone:
      'Il database rifiuta lo stato che questa versione conserva: una scheda a cui rimanda non c’è più.',

    // Radiocarbon dates
    dates_calibrated_already: 'Le date al radiocarbonio si stanno già calibrando.',
    calibration_stopped: 'Il servizio si sta fermando; ciò che è calibrato resta. Ricomincia per il resto.',
    curve_unknown:
      'Non c’è una curva di calibrazione con questo nome. Il servizio ha {{curves}}; le altre si installano con «trowel curve install».',

    // Links by hand
    no_such_link: 'Il collegamento {{link}} non esiste.',
    text_not_replaceable: 'In «{{field}}» non si può sostituire del testo: scegli un campo di testo libero.',

    // Vocabularies
    no_such_vocabulary_item: 'Questa voce del vocabolario non esiste.',
    no_vocabulary_item: 'La voce {{item}} del vocabolario non esiste.',
    vocabulary_has_definition: 'Il vocabolario «{{vocabulary}}» ha già questa voce.',
    vocabulary_item_changed: 'Nel frattempo qualcun altro ha cambiato la voce: ora è «{{now}}».',
    field_cannot_hold:
      '«{{field}}» in «{{table}}» non può contenere {{value}}, e delle schede usano lì la voce.',

    // Records
    column_not_changed: '«{{field}}» in «{{table}}» non è stato modificato: {{reason}}.',
    cells_changed_meanwhile:
      'Qualcuno ha modificato nel frattempo {{cells}} di queste celle; "detail" dice che cosa contengono ora.',
    value_would_repeat: 'un valore starebbe due volte dove può stare una volta sola',
    records_joined_by_values: 'delle schede sono legate ad altre da questi valori',
    others_refer: 'Altre schede vi fanno riferimento, perciò non si può eliminare.',
    others_refer_named: 'Altre schede vi fanno riferimento, perciò non si può eliminare: {{named}}.',
    list_names_item_twice: 'L’elenco nomina una voce due volte.',
    list_of_two_vocabularies:
      'L’elenco nomina voci di «{{one}}» e di «{{other}}»: ordina un vocabolario alla volta.',
  },
}
