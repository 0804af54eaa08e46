/** Who asks, accounts, rights and keys. */
export const access = {
  codes: {
    // Who asks
    request_timeout: 'The body of the request came too slowly and was given up; send it again.',
    unknown_host: 'The service does not answer to this name.',
    unauthenticated: 'Log in, or send a valid token or API key.',
    token_invalidated:
      'This session was ended by a change of the account, or by a restored backup; log in again.',
    login_data_not_valid: 'The e-mail address or the password is not correct.',
    email_password_needed: 'Give a valid e-mail address and a password.',
    app_not_found: 'There is no application of that name.',
    not_enough_privilege: 'Your privilege does not allow this; ask an administrator.',
    outside_row_filter: 'This would move the record outside the rows that you may change.',
    session_required: 'A person has to log in for this; an API key is not enough.',
    password_confirmation_required: 'Confirm your password first, then repeat the request.',
    wrong_password: 'The current password is not correct.',
    invalid_pasword: 'The password is not correct.',
    not_a_super_admin_user: 'Only a super-administrator can confirm the password here.',
    upgrade_pending: 'The application is being brought up to date; an administrator has to finish it.',
    unsupported_provider: 'The service does not know this identity provider.',
    provider_not_configured: 'This identity provider is not set up for the application.',
    origin_required: 'Say with "origin" where the web client runs.',
    origin_not_allowed: 'The web client may not run at this origin; add it to TROWEL_CORS_ORIGINS.',
    invalid_request: 'The identity provider came back without a usable answer; log in again.',
    invalid_state: 'This login was not begun here, or took too long; log in again.',
    invalid_signature: 'The link to the file has expired; reload the page to get a new one.',

    // Users, overrides, API keys
    user_not_found: 'There is no such user.',
    invalid_privilege: 'This is no valid privilege; "detail" lists those that can be given.',
    email_not_valid: 'This is no valid e-mail address.',
    email_present: 'This e-mail address belongs to another user.',
    oauth_identity_in_use: 'This external identity belongs to another user.',
    last_super_admin: 'The application needs at least one super-administrator.',
    cannot_delete_self: 'You cannot delete your own account.',
    cannot_revoke_own_token: 'You cannot end your own session here; log out instead.',
    override_not_applicable:
      'Administrators have the same rights on every table; overrides do not apply to them.',

    // Accounts and new applications
    too_common: 'This password is among those that are tried first; choose another one.',
    too_personal: 'This password is a name or an address with hardly anything added; choose another one.',
    unknown_provider: 'The service does not know this identity provider.',
    not_an_orcid: 'This is no ORCID iD.',
  },

  problems: {
    // Who may do what
    key_not_valid: 'This API key is not valid, or was revoked.',
    key_in_several_applications:
      'Several applications know this API key: {{names}}. Revoke it in all of them but one.',
    session_expired: 'The session has ended; log in again.',
    session_logged_out: 'You logged out of this session; log in again.',
    account_waits: 'Your account waits for an administrator to admit it.',
    application_switched_off: 'The application is switched off; only super-administrators can enter.',
    ticket_used_or_old: 'This ticket was used, or is older than a minute; ask for another one.',
    application_is_frozen: 'The application is frozen: its records can be read, not changed.',
    more_power_than_own: 'You cannot give, or change for others, more power than you have.',
    key_privilege_unknown: 'The privilege of an API key is one of {{levels}}.',
    provider_by_name: 'A provider is given by its name.',
    person_id_is_text: 'The id of the person is a text.',
    key_label_form: 'The label must be a text of 1 to {{most}} characters in one line.',
    key_label_needed: 'Say with "{{name}}" what the key is for.',
    login_code_and_verifier: 'Send "code" and "verifier" of a login at a provider.',
    attempts_wait: 'Too many attempts; try again in {{wait}}.',
    changes_of_others: 'Only administrators see the changes of others.',
    related_table_unreadable: 'You may not read the table that {{path}} leads to.',
    record_not_changeable_here: 'You may not change record {{records}} of the table "{{table}}".',
    may_not: 'You may not {{action}} in {{where}}.',
    this_table: 'this table',
    the_table: 'the table "{{table}}"',
    to_read: 'read records',
    to_create: 'create records',
    to_edit: 'change records',
    to_edit20: 'change records of others',

    // Accounts and new applications
    password_too_common: 'This password is among those that are tried first; choose another one.',
    password_too_personal:
      'This password is a name or an address with hardly anything added; choose another one.',
    administrator_links_accounts: 'An administrator links accounts with identity providers.',
    own_privilege: 'You cannot change your own privilege.',
    password_needed_without_provider: 'Without the identity provider the person needs a password to log in.',
    no_user_with_address: 'There is no user with the address {{email}}.',
    no_such_override: 'There is no such override.',
    email_invalid: 'This is no valid e-mail address.',
    row_filter_no_object: 'The row filter must be a JSON object.',
    object_expected: 'Expected a JSON object.',
    row_filter_unsuited: 'The row filter does not suit the table "{{table}}".',
    person_needs_name: 'Give the person a name.',
    person_name_too_long: 'A name has at most {{most}} characters.',
    person_name_control: 'A name has no control characters.',
    password_needed: 'Give a password.',
    password_too_short: 'A password has at least {{least}} characters.',
    password_too_long: 'A password has at most {{most}} characters.',
    password_to_change_account:
      'Send your password as "current_password" to change your own password, address or way to log in.',
    account_without_password:
      'Your account has no password yet: ask an administrator to give it one, or to change its address.',
    privilege_is_one_of: 'A privilege is one of {{levels}}.',
    plugin_follows_records:
      'Rows of the plugin table "{{table}}" follow the records that carry them; set the level there.',
    provider_unknown: 'A provider is one of {{providers}}.',
    not_an_orcid_id: 'This is no ORCID iD.',
    subject_too_long: 'The id of the person has at most {{most}} characters in one line.',
    provider_too_slow: '{{provider}} did not answer in time; try again later.',
    provider_unreachable: '{{provider}} could not be reached; try again later.',
    no_such_key: 'There is no such API key.',
    say_which_user: 'Say with "{{name}}" which user is meant.',
    host_not_known:
      'The service does not answer to the name "{{host}}". If it is reached by this name, set TROWEL_PUBLIC_URL to its address, or add the name to TROWEL_HOSTS.',
  },
} as const
