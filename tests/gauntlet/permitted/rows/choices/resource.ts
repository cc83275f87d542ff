import { choosing } from '../../choosing.ts';

const notShownStates =
  '`Transitions into and out of REJECTED: not shown. Whether a partial capture leaves the payment AUTHORIZED: not shown`';
const codesNotShown =
  '`Error codes for a reason code outside the allowed lists, for resuming a token that the consumer suspended, and for creating a payment with a suspended token: not shown`';

const refusedAs = (status: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [
      'token.bad-reason',
      'resume.consumer-suspension',
      'create.suspended-token',
      'create.deleted-token',
      'create.unknown-token',
      'create.suspended-consumer',
      'metadata.over-limit',
      'create.currency',
      'create.address',
      'refund.closed-without-capture',
    ].map((point) => [`resource.${point}-status`, status]),
  );

/** What the resource document leaves open about payments. */
export const resourceChoiceRows = [
  ...choosing(
    ['resource/payments', 'resource/time'],
    [
      {
        name: 'a capture takes a part, and closes the payment',
        says: '`How the captured amount is determined: not shown`',
        profile: { 'resource.capture.amount': 'part' },
      },
      {
        name: 'a capture takes a part, and the next one the rest',
        says: notShownStates,
        profile: { 'resource.capture.partial-state': 'stays-authorized', 'resource.capture.amount': 'part' },
        finds: 'resource-captures-amount-as-text',
      },
      {
        name: 'captures show no tax, shipping and items',
        says: '`Captured tax`, `Captured items`; how a capture of everything divides is not shown',
        profile: { 'resource.captures.parts-shown': 'empty' },
      },
      {
        name: 'some payments are REJECTED where they are created',
        says: notShownStates,
        profile: { 'resource.create.declined': 'rejected-payment', 'resource.update.rejected': 'updated' },
      },
      {
        name: 'a payment with a token that is not ACTIVE is REJECTED',
        says: codesNotShown,
        profile: { 'resource.create.not-active': 'rejected-payment' },
      },
      {
        name: 'an expired payment becomes CLOSED, and can not be closed, updated or refunded',
        says: '`expires_at`: `After it, capture is impossible`; of anything else nothing is said',
        profile: {
          'resource.payment.state-after-expiry': 'closed',
          'resource.capture.expired-code': 'closed',
          'resource.close.after-expiry': 'refused',
          'resource.update.after-expiry': 'refused',
          'resource.refund.after-expiry': 'refused',
        },
      },
      {
        name: 'an expired payment becomes REJECTED',
        says: notShownStates,
        profile: { 'resource.payment.state-after-expiry': 'rejected' },
      },
      {
        name: 'payments can not be captured once their token has ended',
        says: 'token and consumer must be ACTIVE where a payment is created; of later nothing is said',
        profile: { 'resource.payment.token-ended': 'refused' },
      },
    ],
  ),
  ...choosing(
    ['resource/payments'],
    [
      {
        name: 'a refund without an amount is refused after a partial one',
        says: '`Absent: everything captured`',
        profile: { 'resource.refund.full-after-part': 'refused' },
        together: 'payments 1',
      },
      {
        name: 'refunds of nothing are made, those of a fraction of a yen are not',
        says: '`Refund amount invalid`: which amounts are is not shown',
        profile: {
          'resource.refund.amount-not-positive': 'accepted',
          'resource.refund.fractions': 'refused',
        },
        together: 'payments 1',
      },
      {
        name: 'only some reasons of a refund are allowed',
        says: '`Allowed values of the refund reason: not shown`',
        profile: { 'resource.refund.reason-values': 'refused' },
        together: 'payments 2',
      },
      {
        name: 'of two errors of a refund the other one is answered',
        says: 'both rows of the table apply; no sentence ranks them',
        profile: {
          'resource.refund.exhausted-code': 'payment.refund.amount',
          'resource.refund.uncaptured-code': 'capture-id',
          'resource.refund.wrong-capture-exhausted-code': 'service.forbidden',
        },
        together: 'payments 1',
      },
      {
        name: 'only whole and consistent amounts are accepted',
        says: '`amount`: `Total including tax and shipping`; what becomes of another is not shown',
        profile: { 'resource.create.inconsistent-total': 'refused', 'resource.create.fractions': 'refused' },
        together: 'payments 1',
      },
      {
        name: 'payments of zero and less are accepted',
        says: 'limits of an amount are not among the Limits',
        profile: { 'resource.create.amount-not-positive': 'accepted' },
        together: 'payments 2',
      },
      {
        name: 'the store name of the account is shown, whatever was sent',
        says: '`Merchant store name`',
        profile: { 'resource.payment.store-name-shown': 'of-account' },
        together: 'payments 1',
      },
      {
        name: 'unset fields are null',
        says: 'a table of fields; how one that was never set is shown is not said',
        profile: { 'resource.fields.unset': 'null' },
        together: 'payments 1',
      },
      {
        name: 'unset fields are absent',
        says: 'a table of fields; how one that was never set is shown is not said',
        profile: { 'resource.fields.unset': 'absent' },
        together: 'payments 2',
      },
      {
        name: 'fields that no table names, and empty values, are refused in requests',
        says: '`Entity validation failed`: of what is not shown; only an update ignores other fields',
        profile: { 'resource.requests.extra-fields': 'refused', 'resource.requests.empty-values': 'refused' },
        together: 'payments 2',
      },
      {
        name: 'texts and numbers as few orders have them, and bytes that are not UTF-8, are refused',
        says: '`Entity validation failed`: of what is not shown',
        profile: {
          'resource.requests.odd-texts': 'refused',
          'resource.requests.odd-numbers': 'refused',
          'resource.requests.invalid-utf-8': 'refused',
        },
        together: 'payments 3',
      },
      {
        name: 'the values of pairs may be other than texts, and are kept as the texts of them',
        says: '`Merchant-defined key/value pairs`; of which values is not shown',
        profile: { 'resource.metadata.other-values': 'accepted' },
        together: 'payments 3',
      },
      {
        name: 'a payment or refund whose numbers have a fraction or an exponent of zero is refused',
        says: 'bodies are JSON; in which notation a number is written is not shown',
        profile: { 'resource.requests.odd-forms': 'refused' },
      },
      {
        name: 'null, and values that can be converted, are taken in requests',
        says: '`Field missing or badly formatted`: whether null or a number as text is, is not shown',
        profile: {
          'resource.requests.null-optional': 'accepted',
          'resource.requests.convertible-values': 'accepted',
        },
        together: 'payments 1',
      },
      {
        name: 'the version header is required',
        says: '`The header is optional in requests. A wrong value, and possibly a missing header, returns 400`',
        profile: { 'resource.version.missing-header': 'refused', 'resource.version.precedence': 'other' },
        together: 'payments 1',
      },
      {
        name: 'a close without braces, and an empty update, are refused',
        says: '`Empty body (an empty object is sent in the example)`',
        profile: { 'resource.close.without-braces': 'refused', 'resource.update.empty': 'refused' },
        together: 'payments 2',
      },
      {
        name: 'the error of the state goes before that of the body',
        says: 'both rows of the table apply; no sentence ranks them',
        profile: { 'resource.error.precedence': 'state' },
        together: 'payments 2',
      },
      {
        name: 'an unknown path is 405, an unknown method 404, under a code of its own',
        says: '`Other codes may appear, and new codes may be added`; no status of these is shown',
        profile: {
          'resource.http.unknown-path': '405',
          'resource.http.method-status': '404',
          'resource.http.method-code': 'other',
        },
        together: 'payments 1',
      },
      {
        name: 'the status of an error is written with its phrase, its description by its code',
        says: '`HTTP status code as text`, `Detail text`',
        profile: {
          'resource.error.status-text': 'digits-and-phrase',
          'resource.error.description-of': 'code',
          'resource.error.title-of-wrong-type': 'missing',
        },
        together: 'payments 2',
      },
    ],
  ),
  ...choosing(
    ['resource/payments', 'resource/tokens', 'resource/time'],
    ['409', '422', '5xx'].map((status) => ({
      name: `refusals whose status is not shown have ${status}`,
      says: codesNotShown,
      profile: refusedAs(status),
    })),
  ),
  ...choosing(
    ['resource/tokens'],
    [
      {
        name: 'each read of a token, and each refusal, raises its version',
        says: '`Each request on a token raises version_nr`, and only executed ones by the table of fields',
        profile: {
          'resource.token.version-on-read': 'counted',
          'resource.token.version-on-refusal': 'counted',
          'resource.token.version-on-payment': 'counted',
        },
        together: 'tokens 1',
      },
      {
        name: 'a read of a token raises its version after the reply',
        says: '`Increases by 1 with every request executed on the token`; when is not shown',
        profile: { 'resource.token.version-on-read': 'counted-afterwards' },
        together: 'tokens 2',
      },
      {
        name: 'a deleted token is read as the record that is retained',
        says: '`the record is retained`',
        profile: { 'resource.token-get.deleted': 'record' },
        together: 'tokens 1',
      },
      {
        name: 'suspending a suspended token is token.not_found',
        says: 'both are in the table: already suspended, and not in the state that the operation needs',
        profile: { 'resource.suspend.suspended-code': 'token.not_found' },
        together: 'tokens 1',
      },
      {
        name: 'another wallet is refused, an empty one served',
        says: '`never send it empty`: what becomes of it is not shown',
        profile: { 'resource.token.other-wallet': 'refused', 'resource.token.empty-wallet': 'served' },
        together: 'tokens 2',
      },
      {
        name: 'states of tokens are in lower case',
        says: '`examples show lowercase`',
        profile: { 'resource.states.letter-case': 'lower' },
        together: 'tokens 2',
      },
    ],
  ),
];
