/** Webhooks: why an address is refused, how a delivery failed, why one is paused. */
export const webhooks = {
  codes: {
    webhook_not_found: 'There is no such webhook.',
    delivery_not_found: 'There is no such delivery; only the newest are kept.',
    webhook_address_refused: 'Nothing is sent to this address.',
  },

  problems: {
    // Settings
    must_be_address: 'must be an address such as https://hooks.example/trowel, up to {{most}} characters',
    must_be_operations: 'must be a list of some of {{operations}}',
    webhooks_too_many: 'An application has at most {{most}} webhooks; delete one first.',
    webhook_user_needed: 'Say with "{{name}}" for which user changes are sent.',
    webhook_user_waits: 'This account waits for an administrator to admit it; choose another one.',

    // Addresses
    webhook_needs_https:
      'The address must begin with https://. Plain http:// goes to hosts that TROWEL_WEBHOOK_HOSTS names.',
    webhook_with_password: 'The address must not hold a name or a password: deliveries are signed instead.',
    webhook_host_unknown: 'The host "{{host}}" cannot be found; check its name.',
    webhook_host_not_public:
      'The host "{{host}}" is not in the public internet. If it may get webhooks, the operator of the service names it in TROWEL_WEBHOOK_HOSTS.',

    // Deliveries
    webhook_answered: 'The receiver answered {{status}} instead of 2xx.',
    webhook_redirected:
      'The receiver answered {{status}}, which leads elsewhere. Redirects are not followed: enter the address where it leads.',
    webhook_late: 'The receiver did not answer within {{seconds}} seconds.',
    webhook_unreachable: 'The receiver could not be reached ({{reason}}).',
    webhook_certificate: 'The certificate of the receiver is not valid ({{reason}}).',
    webhook_set_unread: 'The changes could not be read; the log of the service says why.',
    webhook_sets_purged:
      'Changes up to this set were purged from the journal before they were sent; the receiver does not know them.',
    webhook_not_active: 'This was not delivered yet. Activate the webhook: it goes on here.',
    webhook_busy: 'This webhook is sending right now; try again in a moment.',
    delivery_without_content: 'This line tells of what was not sent; there is nothing to send again.',

    // Why one is paused
    webhook_failed_long: 'Deliveries failed for {{days}} days; the last time: {{reason}}',
    webhook_gone: 'The receiver answered 410: it does not want deliveries any more.',
    webhook_user_gone: 'The user for whom changes are sent is gone, or may not enter any more.',
    webhook_secret_unreadable:
      'The secret cannot be read, since the secret of the service is another one; make a new secret.',
  },
} as const
