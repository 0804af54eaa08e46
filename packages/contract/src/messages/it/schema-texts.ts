import type { schemaTexts as english } from '../en/schema-texts.js'
import type { AreaTranslation } from '../messages.js'

export const schemaTexts: AreaTranslation<typeof english> = {
  codes: {
    dbml_empty: 'Il testo dello schema è vuoto.',
    dbml_parse_error: 'Il testo dello schema non si capisce.',
    dbml_apply_error: 'Lo schema non è stato applicato e non è cambiato nulla.',
    dbml_export_error: 'Lo schema non si è potuto scrivere.',
  },

  problems: {
    // A schema as text: the tables
    schema_table_exists: 'La tabella {{table}} c’è già e resta com’è.',
    schema_name_of_database: 'Il nome «{{name}}» serve al database: scegline un altro.',
    schema_name_invalid:
      '«{{name}}» non può essere il nome di una tabella: comincia con una lettera minuscola e ha al massimo 48 lettere minuscole, cifre e «_».',
    schema_name_reserved: '«{{name}}» comincia come le tabelle del servizio stesso.',
    schema_table_too_wide: 'Una tabella ha al massimo {{fields}} campi e {{indexes}} indici.',
    schema_table_repeated: 'Il testo ha più volte la tabella {{table}}.',
    schema_parent_missing: 'Appartiene alla tabella {{table}}, che non c’è o non si può creare.',
    schema_parent_is_plugin: 'Non può appartenere a {{table}}, che è essa stessa una tabella accessoria.',
    schema_dates_in_plugin:
      'Le datazioni e gli inventari di ossa stanno nelle tabelle principali, non in una tabella accessoria.',
    schema_radiocarbon_in_main:
      'Le date al radiocarbonio stanno in una tabella accessoria: scrivi is_plugin con la tabella a cui appartengono.',
    schema_setting_without_table:
      'L’impostazione {{setting}} ha bisogno della tabella {{table}}, che non c’è o non si può creare.',
    schema_setting_without_field:
      'L’impostazione {{setting}} nomina il campo {{field}}, che la tabella non ha: vale id.',
    schema_preview_without_field: 'L’anteprima nomina il campo {{field}}, che la tabella non ha.',
    schema_annotation_unknown: 'Di una tabella nessuno conosce l’annotazione «{{name}}»: è tralasciata.',

    // its fields
    schema_field_repeated: 'Il campo {{field}} compare più volte.',
    schema_field_invalid:
      '«{{name}}» non può essere il nome di un campo: comincia con una lettera minuscola e ha al massimo 63 lettere minuscole, cifre e «_».',
    schema_field_reserved: 'Il nome «{{name}}» è riservato al servizio.',
    schema_field_of_switch:
      '«{{name}}» viene con una parte già pronta: annota la tabella con fuzzy_date=1 o osteology=1.',
    schema_key_other_than_id: 'La chiave di una tabella è il suo campo id, non {{field}}.',
    schema_id_comes: 'Il campo id viene da sé.',
    schema_creator_comes: 'Il campo creator viene da sé.',
    schema_type_unknown: 'Nessuno conosce il tipo {{type}} di {{field}}: diventa testo.',
    schema_field_annotation_unknown: 'Nessuno conosce l’annotazione «{{name}}» di {{field}}: è tralasciata.',
    schema_field_without_table:
      'Il campo {{field}} ha bisogno della tabella {{table}}, che non c’è o non si può creare.',

    // its relations, indexes and vocabularies
    schema_relation_without_field: 'La relazione di {{field}} porta a {{table}}.{{column}}, che non c’è.',
    schema_relation_repeated:
      'Il campo {{field}} ha già una relazione, perciò non ne può avere una con {{table}}.',
    schema_reference_ignored:
      'Il riferimento di {{field}} a {{table}} è tralasciato: va da molti a molti, o la sua tabella non è nel testo.',
    schema_index_invalid:
      'Un indice non si può chiamare «{{name}}»: un nome comincia con una lettera minuscola e ha al massimo 63 lettere minuscole, cifre e «_».',
    schema_index_without_field: 'L’indice {{name}} nomina il campo {{field}}, che la tabella non ha.',
    schema_index_columns: 'L’indice {{name}} non ha da 1 a {{most}} colonne diverse.',
    schema_index_repeated: 'Due indici della tabella si chiamano {{name}}.',
    schema_index_over_expression: 'Un indice sta su colonne, non su espressioni: è tralasciato.',
    schema_vocabulary_exists: 'Il vocabolario {{name}} c’è già: riceve i valori che gli mancano.',

    // Parts of a schema
    schema_text_needed: 'Invia lo schema come testo in «dbml».',
    schema_text_too_large: 'Il testo di uno schema ha al massimo 2 MiB.',
    schema_text_too_deep:
      'Il testo dello schema è troppo annidato o troppo lungo per essere letto: invialo a pezzi.',
    schema_wrong_at: 'Riga {{line}}, colonna {{column}}: {{reason}}',
    schema_too_many_tables:
      'Il testo dello schema ha {{given}} tabelle: inviane al massimo {{most}} alla volta.',
    schema_too_many_fields:
      'Il testo dello schema ha {{given}} campi: inviane al massimo {{most}} alla volta.',
    schema_too_many_values:
      'Il testo dello schema ha {{given}} valori: inviane al massimo {{most}} alla volta.',
    schema_parser_says: 'il testo non si capisce («{{words}}»)',
    schema_no_inclusion: 'Il testo di uno schema non può prendere parti da altri file.',
    schema_no_element: '«{{element}}» non è un elemento di uno schema.',
    schema_needs_braces: '«{{element}}» ha bisogno del contenuto fra parentesi graffe.',
    schema_needs_name: '«{{element}}» ha bisogno di un nome.',
    schema_column_form: 'Una colonna si scrive «nome tipo [impostazioni]».',
    schema_reference_form: 'Un riferimento si scrive «ref: > tabella.colonna».',
  },
}
