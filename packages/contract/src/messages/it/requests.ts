import type { requests as english } from '../en/requests.js'
import type { AreaTranslation } from '../messages.js'

export const requests: AreaTranslation<typeof english> = {
  codes: {
    bad_request: 'La richiesta non è leggibile.',
    parameter_missing: 'Manca un valore che serve.',
    invalid_parameter: 'Un valore ha un tipo o una forma che non va bene.',
    route_not_found: 'Questo indirizzo non esiste.',
    method_not_allowed: 'A questo indirizzo non si può fare così.',
    not_found: 'Non esiste.',
    conflict: 'La modifica contraddice dati già registrati.',
    too_large: 'Ciò che è stato inviato è più grande di quanto il servizio accetta.',
    unsupported_media_type: 'Qui il servizio non sa leggere contenuti di questo tipo.',
    too_many_attempts: 'Troppi tentativi: aspetta un poco e riprova.',
    internal_error: 'Il servizio ha sbagliato: segnala il numero della richiesta.',
    overloaded:
      'Ci vuole più tempo di quanto il servizio concede: restringi la richiesta o riprova più tardi.',
  },

  problems: {
    // Values of a request
    parameter_wrong: '«{{name}}» {{reason}}.',
    parameter_is_missing: '«{{name}}» manca.',
    must_be_single_text: 'deve essere un solo testo',
    must_be_count: 'deve essere un numero intero da 1',
    must_be_whole_number: 'deve essere un numero intero',
    must_be_text: 'deve essere un testo',
    must_be_text_without_nul: 'deve essere un testo senza caratteri NUL',
    must_be_line: 'deve essere un testo di 1–{{most}} caratteri su una riga',
    must_be_id: 'deve essere un id, un numero intero',
    must_be_id_from_one: 'deve essere l’id, un numero intero da 1 in su',
    must_be_id_of_record: 'deve essere l’id di una scheda',
    must_be_number_of_record: 'deve essere l’id di una scheda, un numero intero',
    must_be_id_of_geometry: 'deve essere l’id di una geometria',
    must_be_known_system:
      'deve essere il codice EPSG di un sistema di riferimento conosciuto, per esempio 32633, oppure null',
    must_be_world_file: 'deve essere il testo di un file world, sei numeri',
    must_be_id_of_file: 'deve essere l’id di un file',
    must_be_record_name: 'deve nominare una scheda, per esempio finds:12',
    must_be_moment: 'deve essere un giorno o un momento, per esempio 2026-05-04 o 2026-05-04T08:11:09Z',
    must_be_ids: 'deve essere un elenco di id',
    must_be_ids_of_items: 'deve essere un elenco di id di voci',
    must_be_uploads: 'deve essere un elenco di al massimo {{most}} file caricati',
    must_be_ids_of_links: 'deve essere un elenco di id di collegamenti',
    must_be_truth: 'deve essere vero o falso',
    must_be_one_or_zero: 'deve essere 1 o 0',
    must_be_object: 'deve essere un oggetto',
    must_be_points: 'deve essere un elenco di 1-{{most}} punti',
    must_be_point: 'deve essere un punto [x, y] con numeri da 0 a 1',
    must_be_colour: 'deve essere un colore come #d6336c',
    must_be_text_of_at_most: 'deve essere un testo di al massimo {{most}} caratteri',
    must_be_millimetres: 'deve essere una lunghezza da {{least}} a {{most}} millimetri',
    must_be_count_to: 'deve essere un numero intero da 1 a {{most}}',
    must_be_number_to: 'deve essere un numero intero da 0 a {{most}}',
    must_be_number_from_to: 'deve essere un numero intero da {{least}} a {{most}}',
    must_be_whole_mark:
      'deve avere i punti del suo tipo: uno per un testo o un punto numerato, due per gli altri, di più solo per una linea libera; un testo richiede «text», un punto numerato «number»',
    must_be_scale: 'deve essere un numero da 0.0001 a 1000000, oppure null',
    must_be_one_of: 'deve essere uno di {{values}}',
    must_be_text_or_number: 'deve essere un testo o un numero',
    must_be_state: 'deve essere l’id di una modifica o un momento come lo scrive ISO 8601',
    changed_meanwhile:
      'Nel frattempo qualcun altro ha cambiato questo: {{names}}. Guarda che cosa c’è ora, poi salva di nuovo.',
    order_changed_meanwhile:
      'Nel frattempo qualcun altro ha cambiato quest’ordine. Guarda l’ordine di adesso, poi metti il tuo.',
    as_of_reads: 'Lo stato passato si può leggere, non modificare: togli "{{name}}".',
    must_be: 'deve essere {{value}}',
    one_or_other: '{{one}} o {{other}}',
    must_be_name_of_table: 'deve essere il nome di una tabella',
    must_be_names_of_tables: 'deve essere il nome di una tabella, o i nomi di più tabelle',
    must_be_download: 'deve essere il percorso di un file da scaricare: {{paths}}',
    is_no_list: 'non è un elenco',
    must_be_thing:
      'deve indicare la sua cosa: una tabella con «tb», una scheda con «tb» e «id», le altre con «id»',
    must_be_group_names: 'deve essere un elenco di al massimo {{most}} nomi di lettere, cifre, _ e -',
    names_record_twice: 'deve indicare almeno una scheda, e ognuna una volta sola',
    has_wrong_form: 'non ha la forma giusta',
    has_too_many_entries: 'non deve avere più di {{most}} voci',
    is_larger_than_kibibytes: 'non deve superare {{most}} KiB',
    has_more_entries: 'ha più di {{most}} voci',
    has_more_words: 'ha più di {{most}} parole',
    names_more_codes: 'nomina più di {{most}} codici',
    names_no_code_of_line: 'nomina {{code}}, che non è il codice di nessuna riga',
    holds_nul: 'contiene il carattere NUL, che nessun testo registrato ha',
    longer_than_characters: 'ha più di {{most}} caratteri',
    first_and_further: '{{first}} {{further}}',
    and_further_problems: '… e altri {{problems}} problemi.',
    said_by_service: '{{words}}',
    say_which_table: 'Di’ con «{{name}}» di quale tabella si tratta.',
    say_which_file: 'Di’ con «{{name}}» quale file si vuole: {{values}}.',
    answer_is_code: '«{{name}}» deve essere «code», o mancare.',
    order_lists_links: '«{{name}}» deve elencare id di collegamenti.',
    must_be_a_text: '«{{name}}» deve essere un testo.',
    must_be_object_or_text: '«{{name}}» deve essere un oggetto, o il suo testo JSON.',
    must_be_table: '«{{name}}» deve essere il nome di una tabella.',
    content_too_large: '«{{name}}» ha al massimo {{most}} KiB come testo JSON.',
    must_be_names: '«{{name}}» deve essere un elenco di nomi.',
    must_name_field: '«{{name}}» deve essere il nome di un campo.',
    must_name_fields: '«{{name}}» deve essere un elenco di nomi di campi.',
    must_name_sorts:
      '«{{name}}» deve essere un elenco di non più di {{most}} nomi di campi, ciascuno preceduto da «-» per l’ordine decrescente.',
    must_name_totals:
      '«{{name}}» deve essere un elenco di non più di {{most}} totali come «weight_g:SUM»; le funzioni sono {{aggregates}}.',
    group_part_unknown:
      '«{{name}}» indica una parte di data che non esiste: scrivere «campo:year» o «campo:month».',
    group_part_needs_day: '«{{field}}» non contiene date: non ha anni né mesi per raggruppare.',
    group_key_wrong: '«group_key» non è un valore possibile per «{{field}}».',
    tables_missing: '«{{name}}» manca: indica le tabelle, come in {{example}}.',
    must_name_tables: '«{{name}}» deve essere un elenco di nomi di tabelle.',
    must_be_values: '«{{name}}» deve essere un oggetto con i valori per campo.',
    zoom_wrong: '«{{name}}» deve essere un numero da 0 a 24.',

    // Requests as such
    body_not_json_type: 'Il corpo va inviato come application/json.',
    body_not_utf8: 'Il corpo non è UTF-8 valido.',
    body_too_deep: 'Il corpo è annidato oltre {{levels}} livelli.',
    body_not_json: 'Il corpo non è JSON valido.',
    percent_not_utf8: 'Un segno di percentuale non comincia un carattere UTF-8 valido: scrivi % come %25.',
    form_damaged: 'Il modulo è interrotto o danneggiato: invialo di nuovo.',
    stored_but_answer_failed:
      'Ciò che hai inviato è registrato, in tutto o in parte, ma la risposta non è riuscita. Controlla prima di inviarlo di nuovo.',
    key_may_not_manage:
      'Questa chiave API non può gestire persone, chiavi API, webhook e copie di sicurezza: può solo una chiave creata per questo.',
    question_took_too_long:
      'Questa richiesta durava troppo ed è stata fermata. Chiedi meno in una volta: un filtro più stretto, o un altro ordine.',
    disk_full:
      'Il disco del servizio è pieno. Nulla di questa richiesta è stato registrato: avvisa chi gestisce il servizio.',
    file_storage_unreachable:
      'L’archivio dei file al momento non è raggiungibile. Nulla di questa richiesta è stato registrato: riprova fra poco.',
    database_unreachable:
      'Il database al momento non è raggiungibile. Nulla di questa richiesta è stato registrato: riprova fra poco.',
    database_went_away:
      'Il database è venuto a mancare durante la registrazione: può essere riuscita o no. Controlla prima di riprovare.',
    database_damaged:
      'Il database di questa applicazione è danneggiato o vuoto. Avvisa chi gestisce il servizio: /readyz e il registro dicono come ripristinarlo da una copia.',
    text_too_long_for_index:
      'Un testo è troppo lungo per un indice del suo campo. Accorcialo, o elimina l’indice.',
    file_name_unusable: 'Un file ha un nome sotto cui non si può conservare nulla. Caricalo di nuovo.',
    asks_for_too_many_values:
      'La richiesta contiene più valori di quanti il database ne accetti insieme: riprova con meno condizioni, o in più richieste.',
    text_holds_nul: 'Un testo contiene il carattere NUL, che non si può né registrare né cercare. Toglilo.',
    configuration_being_changed:
      'La configurazione al momento si sta modificando. Nulla di questo è stato registrato: riprova fra poco.',
    method_not_possible: '{{method}} qui non è possibile; è possibile {{methods}}.',
    method_not_possible_but_others: '{{method}} qui non è possibile; sono possibili {{methods}}.',
    service_stopping:
      'Il servizio si sta fermando. Nulla di questa richiesta è stato registrato: riprova fra poco.',
    missing_or_empty: '«{{name}}» manca o è vuoto.',
    differs_from_address: '«{{name}}» è {{body}} nel corpo e {{address}} nell’indirizzo.',
    id_or_none: '«{{name}}» deve essere un numero intero positivo, o mancare per creare una nuova scheda.',
    needs_core: 'Una nuova scheda ha bisogno di «{{name}}».',
    send_as_form: 'Invia il file come multipart/form-data.',
    caller_went_away: 'Chi ha chiesto se n’è andato.',
    databases_damaged:
      'I database di alcune applicazioni sono vuoti o danneggiati: {{which}}. «damaged» e il registro dicono che cosa fare.',
    applications_behind:
      'Alcune applicazioni si stanno aggiornando, o non ci sono riuscite: {{which}}. Il registro dice di più.',
    may_be_given_once: 'si può indicare una volta sola',
    must_be_datetime:
      'deve essere una data, una data con l’ora, o due con «/» in mezzo, una delle quali può essere «..»',
    must_be_from_link: 'va preso dal collegamento alla pagina successiva',
    must_be_or_absent: 'deve essere {{value}}, o mancare',
    no_parameter_of_address:
      '«{{name}}» non è un parametro di questo indirizzo, né una colonna della sua tabella.',
  },
}
