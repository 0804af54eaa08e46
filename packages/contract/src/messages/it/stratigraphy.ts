import type { stratigraphy as english } from '../en/stratigraphy.js'
import type { AreaTranslation } from '../messages.js'

export const stratigraphy: AreaTranslation<typeof english> = {
  codes: {
    rs_not_configured: 'La tabella non ha rapporti stratigrafici: si attivano nella sua configurazione.',
    invalid_relation: 'Un rapporto stratigrafico è un numero da 1 a 10.',
    relation_self: 'Una scheda non può avere un rapporto con sé stessa.',
    relation_already_exist: 'Questo rapporto stratigrafico c’è già.',
    stratigraphic_loop: 'Il rapporto contraddice gli altri.',
  },

  problems: {
    matrix_too_dense:
      'Le linee di questo matrix sono troppo lunghe e troppe per un disegno leggibile: restringilo con un filtro, o chiedilo ridotto.',
    no_such_stratigraphic_relation: 'Il rapporto stratigrafico {{relation}} non esiste.',
    relation_number: 'Il rapporto è un numero da 1 a 10.',
    record_id_needed: '«{{name}}» deve essere l’id di una scheda, un numero intero.',
    matrix_takes_too_long:
      'Questo matrix richiede più tempo di quanto il servizio concede. Restringilo con un filtro, o riprova più tardi.',
    dates_contradict:
      '{{newer}} è più recente di {{older}}, ma è finita {{ended}}, prima che {{older}} cominciasse {{began}}.',
    dates_contradict_over:
      '{{newer}} è più recente di {{older}} (attraverso {{between}}), ma è finita {{ended}}, prima che {{older}} cominciasse {{began}}.',
    in_year_bce: 'nel {{year}} a.C.',
    in_year_ce: 'nel {{year}} d.C.',
    in_year_zero: 'nell’anno 0',
    closes_loop: 'Così si chiude un ciclo: {{loop}}',
    restored_closes_loop:
      'Non è stata ripristinata: un suo rapporto ne contraddice altri indicati dopo l’eliminazione. {{loop}} Togliere prima uno di questi, oppure ripristinare con "force".',
  },
}
