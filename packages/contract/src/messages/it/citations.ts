import type { citations as english } from '../en/citations.js'
import type { AreaTranslation } from '../messages.js'

export const citations: AreaTranslation<typeof english> = {
  codes: {
    upstream_error: 'Il gestore di bibliografie ha rifiutato la richiesta o non è raggiungibile.',
    upstream_timeout: 'Il gestore di bibliografie non ha risposto in tempo: riprova più tardi.',
    zotero_api_error: 'Il gestore di bibliografie ha rifiutato la richiesta o non è raggiungibile.',
    lib_not_found: 'Questa biblioteca non esiste.',
    lib_already_exists: 'Questa biblioteca è già collegata.',
    link_not_found: 'Questa citazione non esiste.',
    invalid_refman_id: 'L’id di una biblioteca ha da 1 a 64 lettere, cifre, «-» o «_».',
    invalid_refman_key: 'La chiave di una voce ha da 1 a 32 lettere e cifre.',
    invalid_citation_style: 'Il nome di uno stile di citazione ha lettere, cifre e «-».',
    refman_item_not_found: 'La biblioteca non ha questa voce.',
  },

  problems: {
    no_such_library: 'La biblioteca {{library}} non esiste.',
    library_has_no_item: 'La biblioteca «{{library}}» non ha la voce {{item}}.',
    no_such_citation: 'La citazione {{link}} non esiste.',
    citation_place_form: '«{{name}}» deve essere un numero intero da -1000000000 a 1000000000.',
    library_key_form: 'La chiave ha al massimo 256 lettere, cifre e segni, senza spazi.',
    library_changed_meanwhile:
      'Nel frattempo qualcun altro ha cambiato la biblioteca: ora si chiama «{{name}}» e cita nello stile {{style}}.',
    library_nothing_to_change: 'Indicare che cosa cambiare: «name», «api_key» o «citation_style».',
    citation_nothing_to_change: 'Di’ che cosa cambiare: pagine, note o ordine.',
    searches_wait: 'Troppe ricerche attendono questa biblioteca: riprova fra poco.',
    manager_wants_rest: 'Il gestore di bibliografie chiede una pausa di {{seconds}} secondi: riprova dopo.',
    manager_late: 'Il gestore di bibliografie non ha risposto in tempo: riprova più tardi.',
    manager_without_style:
      'Il gestore di bibliografie non conosce lo stile di citazione di questa biblioteca: un amministratore deve sceglierne un altro.',
    manager_unreachable: 'Il gestore di bibliografie non si raggiunge: riprova più tardi.',
    manager_refused_key:
      'Il gestore di bibliografie ha rifiutato la richiesta: un amministratore deve controllare la chiave di questa biblioteca.',
    manager_without_library:
      'Il gestore di bibliografie non ha questa biblioteca: un amministratore deve controllarne tipo e id.',
    manager_answer_unusable:
      'Il gestore di bibliografie ha dato una risposta che non si può usare: riprova più tardi.',
    manager_refused: 'Il gestore di bibliografie ha rifiutato la richiesta.',
  },
}
