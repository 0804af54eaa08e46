import type { webhooks as english } from '../en/webhooks.js'
import type { AreaTranslation } from '../messages.js'

export const webhooks: AreaTranslation<typeof english> = {
  codes: {
    webhook_not_found: 'Questo webhook non esiste.',
    delivery_not_found: 'Questa consegna non esiste: si conservano solo le più recenti.',
    webhook_address_refused: 'A questo indirizzo non si invia nulla.',
  },

  problems: {
    // Settings
    must_be_address:
      'deve essere un indirizzo come https://hooks.example/trowel, di al massimo {{most}} caratteri',
    must_be_operations: 'deve essere un elenco di alcuni fra {{operations}}',
    webhooks_too_many: 'Un’applicazione ha al massimo {{most}} webhook: eliminarne prima uno.',
    webhook_user_needed: 'Indicare con «{{name}}» per quale utente si inviano le modifiche.',
    webhook_user_waits: 'Questo account attende di essere ammesso da un amministratore: sceglierne un altro.',

    // Addresses
    webhook_needs_https:
      'L’indirizzo deve cominciare con https://. Con http:// si invia solo agli host indicati in TROWEL_WEBHOOK_HOSTS.',
    webhook_with_password: 'L’indirizzo non deve contenere nome o password: le consegne sono firmate.',
    webhook_host_unknown: 'L’host «{{host}}» non si trova: controllarne il nome.',
    webhook_host_not_public:
      'L’host «{{host}}» non è nella rete pubblica. Se può ricevere webhook, chi gestisce il servizio lo indica in TROWEL_WEBHOOK_HOSTS.',

    // Deliveries
    webhook_answered: 'Il destinatario ha risposto {{status}} invece di 2xx.',
    webhook_redirected:
      'Il destinatario ha risposto {{status}}, che rinvia altrove. I rinvii non si seguono: inserire l’indirizzo a cui portano.',
    webhook_late: 'Il destinatario non ha risposto entro {{seconds}} secondi.',
    webhook_unreachable: 'Il destinatario non è raggiungibile ({{reason}}).',
    webhook_certificate: 'Il certificato del destinatario non è valido ({{reason}}).',
    webhook_set_unread: 'Non è stato possibile leggere le modifiche: il registro del servizio dice perché.',
    webhook_sets_purged:
      'Le modifiche fino a questo gruppo sono state tolte dal registro delle modifiche prima dell’invio: il destinatario non le conosce.',
    webhook_not_active: 'Questa consegna non è ancora avvenuta. Attivare il webhook: riprende da qui.',
    webhook_busy: 'Questo webhook sta inviando in questo momento: riprovare fra poco.',
    delivery_without_content:
      'Questa riga parla di ciò che non è stato inviato: non c’è nulla da inviare di nuovo.',

    // Why one is paused
    webhook_failed_long: 'Le consegne non riescono da {{days}} giorni; l’ultima volta: {{reason}}',
    webhook_gone: 'Il destinatario ha risposto 410: non vuole più consegne.',
    webhook_user_gone: 'L’utente per cui si inviano le modifiche non c’è più, o non può più entrare.',
    webhook_secret_unreadable:
      'Il segreto non si può leggere, perché il segreto del servizio è cambiato: crearne uno nuovo.',
  },
}
