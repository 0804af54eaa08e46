import type { undoing as english } from '../en/undoing.js'
import type { AreaTranslation } from '../messages.js'

export const undoing: AreaTranslation<typeof english> = {
  codes: {
    undo_conflict: 'Andrebbero perse modifiche successive. Si possono mantenere o sovrascrivere.',
    undo_refused:
      'Allo stato attuale non si può annullare: si violerebbe una regola. Non è stato cambiato nulla.',
    already_undone: 'Queste modifiche sono già state annullate.',
    not_undoable: 'Queste modifiche non si possono annullare.',
  },

  problems: {
    undo_not_allowed: 'Non puoi modificare tutte le schede che cambierebbero di nuovo.',
    undo_not_allowed_in: 'Non puoi modificare tutte le schede di {{tables}} che cambierebbero di nuovo.',
    undo_done_already: 'Le modifiche {{set}} sono già state annullate dalle modifiche {{by}}.',
    undo_incomplete: 'Il giornale non ha tutte le modifiche {{set}}, che quindi non si possono annullare.',
    undo_of_configuration:
      'Le modifiche {{set}} riguardano tabelle e campi, che non si annullano in questo modo.',
    undo_before_journal:
      'Le modifiche {{set}} sono precedenti al giornale: ripristina invece la versione della scheda.',
    undo_tables_gone: 'Le tabelle delle modifiche {{set}} non ci sono più.',
    undo_forgotten: 'Lo stato precedente alle modifiche {{set}} non è più conservato.',
    undo_breaks_rule: 'Allo stato attuale non si può annullare: si separerebbero schede che vanno insieme.',
    undo_changed_later: 'È stato modificato di nuovo in seguito.',
    undo_refers_later: 'È stato aggiunto in seguito e appartiene a una scheda che verrebbe eliminata.',
    undo_needed_by: 'La scheda {{id}} di «{{table}}» fa ancora riferimento a ciò che verrebbe eliminato.',
    undo_needed_by_others: 'Schede che non puoi vedere impediscono l’annullamento.',
    undo_value_unfit: 'Il campo non può più contenere il valore precedente.',
    undo_row_gone: 'È stato eliminato in seguito. Annulla prima l’eliminazione, o insieme.',
    undo_refers_to_gone:
      'Ciò a cui il valore precedente fa riferimento non c’è più. Annullane prima l’eliminazione, o insieme.',
    undo_value_taken: 'Il valore precedente è ora usato da un’altra scheda.',
    undo_span_broken: 'Inizierebbe dopo la sua fine.',
    undo_relation_loop: 'La relazione ne contraddice altre indicate in seguito: {{loop}}',
    undo_stated_again: 'Può comparire una volta sola, ed è stato indicato di nuovo in seguito.',
    undo_bytes_gone: 'Il contenuto del file non è più conservato.',
  },
}
