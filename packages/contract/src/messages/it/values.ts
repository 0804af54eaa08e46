import type { values as english } from '../en/values.js'
import type { AreaTranslation } from '../messages.js'

export const values: AreaTranslation<typeof english> = {
  codes: {
    // Rules of fields
    text: 'Questo testo non si può registrare.',
    required: 'Qui serve un valore.',
    int: 'Un numero intero, senza punto né virgola.',
    number: 'Un numero con il punto prima dei decimali, per esempio 12.5.',
    boolean: 'Sì o no.',
    date: 'Un giorno del calendario, per esempio 2024-05-31.',
    email: 'Un indirizzo e-mail, per esempio nome@example.org.',
    url: 'Un indirizzo web completo, che comincia con http:// o https://.',
    min: 'Almeno {{min}}.',
    max: 'Al massimo {{max}}.',
    max_length: 'Al massimo {{max_length}} caratteri.',
    pattern: 'Il valore non ha la forma richiesta.',
    reference: 'Questa scheda non si trova.',
    no_dupl: 'Questo valore è già usato.',
    valid_wkt: 'Una geometria come testo WKT, per esempio POINT (13.6 45.7).',
    chrono_range: 'La datazione non va bene.',
    osteo_data: 'Non è un inventario di ossa.',

    // Settings, accounts and lines of files
    not_empty: 'Qui deve esserci qualcosa.',
    too_long: 'È troppo lungo.',
    too_short: 'È troppo corto.',
    invalid_value: 'Questo valore qui non va bene.',
    invalid_type: 'Questo tipo qui non va bene.',
    invalid_range: 'Il valore massimo è più piccolo del minimo.',
    invalid_pattern: 'Il modello non si può usare.',
    invalid_formula: 'La formula non si può usare.',
    invalid_characters: 'Alcuni caratteri qui non si possono usare.',
    unknown_reference: 'Rimanda a qualcosa che non c’è.',
    not_available: 'Questo nome non è disponibile.',
    ambiguous_key: 'Più schede hanno questa chiave.',
    not_an_object: 'Qui serve un oggetto.',
    too_many: 'Sono troppi.',
    too_deep: 'I gruppi sono annidati troppo a fondo.',
    wrong_count: 'Qui serve un altro numero di valori.',
    unknown_name: 'Nulla ha questo nome.',
    repeated_name: 'Questo nome è elencato due volte.',
  },

  problems: {
    // Values
    value_is_list: 'Qui serve un testo o un numero, non una lista o un oggetto.',
    value_has_nul: 'Il testo contiene il carattere NUL (codice 0), che non si può registrare: toglilo.',
    value_has_half_character:
      'Il testo contiene la metà di un carattere (un surrogato isolato), che non si può registrare: toglila.',
    number_with_point: 'Un numero con il punto prima dei decimali, per esempio 1,234.5.',
    number_with_comma: 'Un numero con la virgola prima dei decimali, per esempio 1.234,5.',
    day_written: 'Un giorno del calendario, scritto {{form}}.',
    moment_needed:
      'Un giorno o un momento come li scrive ISO 8601, per esempio 2024-05-01 o 2024-05-01T14:30:00Z.',
    years_reversed: 'L’inizio non può essere più tardo della fine.',
    certainty_unknown: 'La certezza è 1 (certa), 2 (probabile) o 3 (incerta).',
    no_such_record: 'In «{{table}}» questa scheda non c’è.',
    no_such_hidden_record: 'Questa scheda non c’è, o non puoi vederla.',
    several_records: '{{records}} schede di «{{table}}» si chiamano così: scrivi l’id di quella giusta.',
    id_and_name:
      '{{value}} è l’id di una scheda di «{{table}}» e il nome di un’altra: scegli se i numeri sono id o nomi.',
    key_of_several: 'Più schede hanno questa chiave, perciò non si sa quale si intenda.',
    key_not_editable: 'Non puoi modificare la scheda con questa chiave.',
    value_too_long_for_pattern:
      'Il testo è troppo lungo per essere confrontato con la forma richiesta: al massimo {{most}} caratteri.',
    pattern_not_run:
      'Questo campo non accetta nuovi valori: il suo modello contiene «{{part}}», che non si può verificare in un tempo limitato. Un amministratore deve riscriverlo.',

    // Patterns of fields
    pattern_broken: 'Il modello non è un’espressione regolare di al massimo {{most}} caratteri.',
    pattern_looks_around:
      'Il modello guarda avanti o indietro con «{{part}}», il che non è possibile: scrivi invece come è fatto l’intero valore.',
    pattern_refers_back:
      'Il modello rimanda a un gruppo precedente con «{{part}}», il che non è possibile: scrivi per esteso che cosa può stare lì.',
    pattern_repeats_too_often:
      'Il modello ripete qualcosa con «{{part}}» più di {{most}} volte, il che non è possibile: limita invece la lunghezza del campo.',
    pattern_too_large:
      'Il modello «{{part}}» diventa troppo grande con le sue ripetizioni: limita invece la lunghezza del campo.',
    pattern_unknown_part: 'Il modello «{{part}}» ha una classe di caratteri o un gruppo che non è possibile.',

    // Rules of fields
    int_needed: 'Scrivi un numero intero.',
    number_needed: 'Un numero con il punto prima dei decimali, per esempio 12.5.',
    formula_needed: 'Scrivi la formula da cui il valore è calcolato.',
    formula_too_large: 'La formula, con quelle che usa, ha più di {{most}} parti o è annidata troppo.',
    formula_only_of_type: 'Una formula è un testo, e la hanno solo i campi di tipo formula.',
    computed_not_written:
      'Un valore calcolato non ha regole per ciò che si scrive, né un valore predefinito.',
    computed_stays: 'Un campo calcolato resta tale, e un altro non lo diventa: crea un nuovo campo.',
    formula_uses_column: 'La formula di «{{field}}» usa «{{column}}»: prima modificala.',
    computed_is_no_column: '«{{field}}» è calcolato: qui non si può usare.',
    address_needed: 'Un indirizzo web che comincia con https:// o http://, un DOI o un ORCID iD.',
    day_needed: 'Un giorno del calendario, scritto AAAA-MM-GG, per esempio 2024-05-01.',
    boolean_needed: 'Sì o no: scrivi true o false, 1 o 0.',
    at_most_characters: 'Al massimo {{most}} caratteri.',
    form_not_met: 'Il valore non ha la forma richiesta ({{pattern}}).',

    // Texts that cannot be stored
    label_unusable: 'L’etichetta del collegamento non va bene. {{reason}}',
    text_unusable: '«{{name}}» non va bene. {{reason}}',
    it_has_at_most: 'Ha al massimo {{most}} caratteri.',
    it_holds_nul: 'Contiene il carattere NUL.',
    it_holds_half_character: 'Contiene la metà di un carattere.',
    it_must_be_text: 'Deve essere un testo.',
  },
}
