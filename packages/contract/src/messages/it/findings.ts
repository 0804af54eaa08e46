import type { findings as english } from '../en/findings.js'
import type { Translation } from '../messages.js'

export const findings: Translation<typeof english> = {
  // Its sections
  security: 'Sicurezza',
  application: 'Applicazione',
  system_tables: 'Tabelle del servizio',
  system_columns: 'Colonne del servizio',
  names: 'Nomi',
  field_types: 'Tipi dei campi',
  patterns: 'Modelli',
  formulas: 'Formule',
  tables: 'Tabelle',
  columns: 'Colonne di {{table}}',
  references: 'Rimandi',
  relations: 'Relazioni',

  // Security
  secret_weak: 'TROWEL_SECRET è corto o risaputo: servono almeno 32 caratteri a caso.',
  secret_own: 'TROWEL_SECRET non è fra quelli risaputi.',
  secret_readable:
    'Altri account di questa macchina possono leggere il segreto del servizio: imposta i permessi del file a 0600.',
  secret_random: 'Il segreto del servizio è stato creato a caso; nessun altro account può leggerlo.',
  data_folder_closed:
    'La cartella dei dati non è esposta da nessun server web di questo servizio: i file si inviano uno per uno.',
  public_files: 'TROWEL_PUBLIC_FILES è attivo: chi conosce il numero di un file può leggerlo.',
  anybody_makes_applications:
    'Chiunque può creare applicazioni: imposta TROWEL_SETUP_TOKEN, oppure TROWEL_ALLOW_NEW_APP=auto.',

  // Application
  application_on: 'Nome: {{name}}. Stato: aperta.',
  application_frozen: 'Nome: {{name}}. Stato: congelata.',
  application_off: 'Nome: {{name}}. Stato: chiusa.',
  engine: 'Database: {{engine}}. Versione: {{version}}.',
  backups: 'Copie di sicurezza: {{backups}}, la più recente del {{day}}.',
  no_backup: 'Non c’è ancora nessuna copia di sicurezza.',

  // System tables and their columns
  system_table_missing: 'Manca la tabella del servizio {{table}}.',
  system_table_unknown: 'Questa versione non conosce la tabella del servizio {{table}}.',
  system_tables_right: 'Ci sono tutte: {{tables}}.',
  system_column_missing: 'Manca la colonna del servizio {{table}}.{{column}}.',
  system_column_unknown: 'Il servizio non conosce la propria colonna {{table}}.{{column}}.',
  system_columns_right: 'Ci sono tutte, e nessun’altra.',

  // Names
  table_left_out_invalid:
    'La tabella configurata «{{table}}» è tralasciata: nessuna tabella può avere questo nome.',
  table_left_out_reserved:
    'La tabella configurata «{{table}}» è tralasciata: il suo nome comincia come quelli del servizio o del database.',
  table_left_out_same:
    'La tabella configurata «{{table}}» è tralasciata: un’altra ne differisce solo per le maiuscole.',
  field_left_out_invalid:
    'Il campo «{{field}}» di {{table}} è tralasciato: nessuna colonna può avere questo nome.',
  field_left_out_same:
    'Il campo «{{field}}» di {{table}} è tralasciato: un altro ne differisce solo per le maiuscole.',
  relation_left_out:
    'La relazione da «{{from}}» a «{{to}}» è tralasciata: da ciò che dice non si può fare una relazione.',
  names_right: 'Tutti i nomi configurati si possono usare.',

  // Fields, tables and columns
  type_unknown: '{{table}}.{{field}} ha il tipo «{{type}}», che nessuna colonna può avere.',
  types_right: 'Tutti i campi hanno un tipo che una colonna può avere.',
  pattern_broken: 'Il modello di {{table}}.{{field}} non è un’espressione regolare: non viene applicato.',
  pattern_not_run:
    'Il modello di {{table}}.{{field}} contiene «{{part}}», che non si può verificare in un tempo limitato: il campo non accetta nuovi valori finché il modello non è riscritto.',
  patterns_right: 'Tutti i modelli dei campi si possono verificare.',
  formula_broken:
    'La formula di {{table}}.{{field}} non si può usare, perché ciò che nomina non c’è più: il campo resta vuoto.',
  formulas_right: 'Tutte le formule dei campi si possono calcolare.',
  table_missing: 'La tabella {{table}} è configurata, ma nel database non c’è.',
  table_unconfigured: 'La tabella {{table}} è nel database (righe: {{rows}}), ma non è configurata.',
  tables_right: 'Le tabelle configurate ci sono tutte: {{tables}}.',
  column_missing: 'Manca la colonna {{table}}.{{column}}, che ogni tabella di questo tipo deve avere.',
  field_without_column: 'Il campo {{table}}.{{field}} non ha una colonna.',
  field_waiting: '{{table}}.{{field}} appartiene a una funzione disattivata; i suoi valori sono conservati.',
  column_without_field: 'La colonna {{table}}.{{column}} non è un campo.',
  column_of_other_type: '{{table}}.{{field}} è configurato come {{type}}, ma la sua colonna è {{stored}}.',
  columns_right: 'Campi e colonne concordano.',

  // References
  order_without_field: 'L’ordinamento di {{table}} nomina il campo «{{missing}}», che {{table}} non ha.',
  id_field_without_field: 'Il campo identificativo di {{table}} è «{{missing}}», che {{table}} non ha.',
  preview_without_field:
    'Le colonne degli elenchi di {{table}} nominano il campo «{{missing}}», che {{table}} non ha.',
  backlink_malformed:
    'La via di ricerca «{{backlink}}» di {{table}} non è valida: deve avere la forma table:via:field.',
  backlink_without_table:
    'La via di ricerca «{{backlink}}» di {{table}} nomina la tabella «{{missing}}», che non esiste.',
  backlink_without_field:
    'La via di ricerca «{{backlink}}» di {{table}} nomina il campo «{{missing}}», che {{via}} non ha.',
  path_without_table: 'Il percorso delle date di {{table}} nomina la tabella «{{missing}}», che non esiste.',
  source_without_table: '{{table}}.{{field}} nomina la tabella «{{missing}}», che non esiste.',
  number_without_field:
    'I numeri di {{table}}.{{field}} nominano il campo «{{missing}}», che {{table}} non ha.',
  source_without_field: '{{table}}.{{field}} nomina il campo «{{missing}}», che {{source}} non ha.',
  template_without_table:
    'Il layout «{{template}}» di {{table}} nomina la tabella «{{missing}}», che non esiste.',
  template_without_field:
    'Il layout «{{template}}» di {{table}} nomina il campo «{{missing}}», che {{owner}} non ha.',
  relation_without_table:
    'La relazione da {{from}} a {{to}} nomina la tabella «{{missing}}», che non esiste.',
  relation_without_field:
    'La relazione da {{from}} a {{to}} nomina il campo «{{missing}}», che {{owner}} non ha.',
  index_without_table: 'L’indice {{index}} è della tabella «{{table}}», che non esiste.',
  index_without_field: 'L’indice {{index}} di {{table}} nomina il campo «{{missing}}», che {{table}} non ha.',
  references_right: 'Impostazioni, campi e layout nominano cose che esistono.',

  // Relations
  relation_lost_column: 'La relazione da {{from}} a {{to}} ha perso una colonna.',
  relation_of_two_types:
    'La relazione da {{from}} a {{to}} non è applicata: le sue colonne sono di tipo diverso.',
  relation_rows_astray:
    'La relazione da {{from}} a {{to}} non è applicata: righe di {{table}} che non rimandano a nulla: {{rows}}.',
  relation_not_enforced:
    'La relazione da {{from}} a {{to}} non è applicata: «Verifica e applica tutto» dice perché, o la applica.',
  relation_not_counted:
    'La relazione da {{from}} a {{to}} non è applicata; le sue righe non sono state contate.',
  relation_too_long_to_count:
    'La relazione da {{from}} a {{to}} non è applicata; le sue righe non si sono potute contare in tempo.',
  relation_empties_field: 'Una relazione svuota {{table}}.{{field}}, un campo che deve avere un valore.',
  table_detached:
    'La tabella accessoria {{table}} non appartiene a nessuna tabella: nessuno vede le sue righe.',
  index_lost:
    'L’indice {{index}} di {{table}} non è nel database: «Verifica e applica tutto», fra le relazioni, lo crea.',
  relations_right: 'Il database applica tutte le relazioni: {{relations}}.',
}
