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
    must_be_a_text: '«{{name}}» deve essere un testo.',
    must_be_object_or_text: '«{{name}}» deve essere un oggetto, o il suo testo JSON.',
    must_be_table: '«{{name}}» deve essere il nome di una tabella.',
    content_too_large: '«{{name}}» ha al massimo {{most}} KiB come testo JSON.',
    must_be_names: '«{{name}}» deve essere un elenco di nomi.',
    must_name_field: '«{{name}}» deve essere il nome di un campo.',
    must_name_fields: '«{{name}}» deve essere un elenco di nomi di campi.',
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
      'Questa chiave API non può gestire persone, chiavi API e copie di sicurezza: può solo una chiave creata per questo.',
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
    text_holds_nul: 'Un testo contiene il carattere NUL, che non si può né registrare né cercare. Toglilo.',
    configuration_being_changed:
      'La configurazione al momento si sta modificando. Nulla di questo è stato registrato: riprova fra poco.',
    method_not_possible: '{{method}} qui non è possibile; è possibile {{methods}}.',
    method_not_possible_but_others: '{{method}} qui non è possibile; sono possibili {{methods}}.',
    service_stopping:
      'Il servizio si sta fermando. Nulla di questa richiesta è stato registrato: riprova fra poco.',
  },
}
