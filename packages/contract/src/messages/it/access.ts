import type { access as english } from '../en/access.js'
import type { AreaTranslation } from '../messages.js'

export const access: AreaTranslation<typeof english> = {
  codes: {
    // Who asks
    request_timeout:
      'Il corpo della richiesta è arrivato troppo lentamente ed è stato abbandonato; invia di nuovo la richiesta.',
    unknown_host: 'Il servizio non risponde a questo nome.',
    unauthenticated: 'Accedi di nuovo.',
    token_invalidated:
      'La sessione è stata chiusa da una modifica dell’account o dal ripristino di una copia di sicurezza: accedi di nuovo.',
    login_data_not_valid: 'L’indirizzo e-mail o la password non sono giusti.',
    email_password_needed: 'Servono un indirizzo e-mail valido e una password.',
    app_not_found: 'Non c’è un’applicazione con questo nome.',
    not_enough_privilege: 'I tuoi permessi non bastano: chiedi a un amministratore.',
    outside_row_filter: 'Così la scheda uscirebbe da quelle che puoi modificare.',
    session_required: 'Qui deve accedere una persona: una chiave API non basta.',
    password_confirmation_required: 'Conferma prima la tua password, poi ripeti la richiesta.',
    wrong_password: 'La password attuale non è giusta.',
    invalid_pasword: 'La password non è giusta.',
    not_a_super_admin_user: 'Qui può confermare la password solo un super-amministratore.',
    upgrade_pending: 'L’applicazione è in aggiornamento: un amministratore deve completarlo.',
    unsupported_provider: 'Il servizio non conosce questo fornitore di identità.',
    provider_not_configured: 'Questo fornitore di identità non è configurato per l’applicazione.',
    origin_required: 'Manca l’indirizzo («origin») a cui gira il client.',
    origin_not_allowed: 'Il client non può girare a questo indirizzo: aggiungilo a TROWEL_CORS_ORIGINS.',
    invalid_request: 'Il fornitore di identità non ha dato una risposta utilizzabile: accedi di nuovo.',
    invalid_state: 'Questo accesso non è cominciato qui, o ha richiesto troppo tempo: accedi di nuovo.',
    invalid_signature: 'Il collegamento al file è scaduto: ricarica la pagina.',

    // Users, overrides, API keys
    user_not_found: 'Questa persona non esiste.',
    invalid_privilege: 'Questo livello di permessi non si può dare.',
    email_not_valid: 'Non è un indirizzo e-mail valido.',
    email_present: 'Questo indirizzo e-mail è di un’altra persona.',
    oauth_identity_in_use: 'Questa identità esterna è di un’altra persona.',
    last_super_admin: 'L’applicazione ha bisogno di almeno un super-amministratore.',
    cannot_delete_self: 'Non puoi eliminare il tuo stesso account.',
    cannot_revoke_own_token: 'Qui non puoi chiudere la tua stessa sessione: esci, invece.',
    override_not_applicable:
      'Gli amministratori hanno gli stessi permessi su tutte le tabelle: le eccezioni non valgono per loro.',

    // Accounts and new applications
    too_common: 'Questa password è tra le prime che si provano; scegline un’altra.',
    too_personal: 'Questa password è un nome o un indirizzo con poco di aggiunto; scegline un’altra.',
    unknown_provider: 'Il servizio non conosce questo fornitore di identità.',
    not_an_orcid: 'Non è un ORCID iD.',
  },

  problems: {
    // Who may do what
    key_not_valid: 'Questa chiave API non è valida o è stata revocata.',
    key_in_several_applications:
      'Più applicazioni conoscono questa chiave API: {{names}}. Revocala in tutte tranne una.',
    session_expired: 'La sessione è finita: accedi di nuovo.',
    session_logged_out: 'Sei uscito da questa sessione: accedi di nuovo.',
    account_waits: 'Il tuo account attende che un amministratore lo ammetta.',
    application_switched_off: 'L’applicazione è chiusa: possono entrare solo i super-amministratori.',
    ticket_used_or_old: 'Questo collegamento è già usato o ha più di un minuto: chiedine un altro.',
    application_is_frozen: 'L’applicazione è congelata: le schede si leggono, ma non si modificano.',
    more_power_than_own: 'Non puoi dare o modificare ad altri più permessi di quanti ne hai.',
    key_privilege_unknown: 'Il livello di una chiave API è uno di {{levels}}.',
    provider_by_name: 'Un fornitore di identità si indica con il suo nome.',
    person_id_is_text: 'L’id della persona è un testo.',
    key_label_form: 'L’etichetta deve essere un testo di 1–{{most}} caratteri su una riga.',
    key_label_needed: 'Di’ con «{{name}}» a che cosa serve la chiave.',
    login_code_and_verifier: 'Invia «code» e «verifier» di un accesso presso un fornitore.',
    attempts_wait: 'Troppi tentativi: riprova fra {{wait}}.',
    changes_of_others: 'Solo gli amministratori vedono le modifiche degli altri.',
    related_table_unreadable: 'Non puoi leggere la tabella a cui porta {{path}}.',
    record_not_changeable_here: 'Non puoi modificare la scheda {{records}} della tabella «{{table}}».',
    may_not: 'Non puoi {{action}} in {{where}}.',
    this_table: 'questa tabella',
    the_table: '«{{table}}»',
    to_read: 'leggere schede',
    to_create: 'creare schede',
    to_edit: 'modificare schede',
    to_edit20: 'modificare schede altrui',

    // Accounts and new applications
    password_too_common: 'Questa password è tra le prime che si provano: scegline un’altra.',
    password_too_personal:
      'Questa password è un nome o un indirizzo con poco di aggiunto: scegline un’altra.',
    administrator_links_accounts: 'È un amministratore a collegare gli account ai fornitori di identità.',
    own_privilege: 'Non puoi cambiare i tuoi stessi permessi.',
    password_needed_without_provider:
      'Senza il fornitore di identità la persona ha bisogno di una password per accedere.',
    no_user_with_address: 'Non c’è nessuno con l’indirizzo {{email}}.',
    no_such_override: 'Questa eccezione non esiste.',
    email_invalid: 'Non è un indirizzo e-mail valido.',
    row_filter_no_object: 'Il filtro delle righe deve essere un oggetto JSON.',
    object_expected: 'Qui serve un oggetto JSON.',
    row_filter_unsuited: 'Il filtro delle righe non si adatta alla tabella «{{table}}».',
    person_needs_name: 'Dai un nome alla persona.',
    person_name_too_long: 'Un nome ha al massimo {{most}} caratteri.',
    person_name_control: 'Un nome non ha caratteri di controllo.',
    password_needed: 'Scrivi una password.',
    password_too_short: 'Una password ha almeno {{least}} caratteri.',
    password_too_long: 'Una password ha al massimo {{most}} caratteri.',
    password_to_change_account:
      'Indica la tua password attuale per cambiare la password, l’indirizzo o il modo di entrare.',
    account_without_password:
      'Il tuo account non ha ancora una password: chiedi a un amministratore di dargliene una, o di cambiarne l’indirizzo.',
    privilege_is_one_of: 'Un livello di permessi è uno di {{levels}}.',
    plugin_follows_records:
      'Le righe della tabella plugin «{{table}}» seguono le schede che le portano: dai lì il livello.',
    provider_unknown: 'Un fornitore di identità è uno di {{providers}}.',
    not_an_orcid_id: 'Non è un ORCID iD.',
    subject_too_long: 'L’id della persona ha al massimo {{most}} caratteri su una riga.',
    provider_too_slow: '{{provider}} non ha risposto in tempo: riprova più tardi.',
    provider_unreachable: '{{provider}} non è raggiungibile: riprova più tardi.',
    no_such_key: 'Questa chiave API non esiste.',
    say_which_user: 'Di’ con «{{name}}» di quale utente si tratta.',
    host_not_known:
      'Il servizio non risponde al nome «{{host}}». Se si raggiunge con questo nome, imposta TROWEL_PUBLIC_URL al suo indirizzo, o aggiungi il nome a TROWEL_HOSTS.',
  },
}
