import { latitudes } from '../../latitude.ts';

/** How ids and texts look where the legacy document gives them no form, and how it leaves consumers to the service. */
export const formLatitudes = latitudes('legacy', {
  idPrefix: {
    id: 'legacy.ids.prefix',
    section: 'Resources and their fields › Payment record',
    question:
      'Do the ids of payments, or of captures, begin with a prefix that tells what they name, such as pay_?',
    choices: ['prefixed', 'bare'],
    perCase: true,
  },
  idOrder: {
    id: 'legacy.ids.order',
    section: 'Resources and their fields › Payment record',
    question:
      'Can the id of the next payment, or of the next capture, be guessed from the one before, as where they are counted?',
    choices: ['random', 'counted'],
    perCase: true,
  },
  message: {
    id: 'legacy.errors.message',
    section: 'Errors',
    question:
      'Does a request other than Authorize that is refused for its key, checksum, form or id get a message? Only the failures of an operation are shown with one.',
    choices: ['text', 'empty', 'absent'],
    perCase: true,
  },
  pinAgain: {
    id: 'legacy.authorize.pin-again',
    section: 'Endpoints › Authorize',
    question:
      'Does a consumer who is asked for a PIN a second time get the same one? How long a PIN holds is not shown.',
    choices: ['same', 'new'],
    perCase: true,
  },
  pinOutcome: {
    id: 'legacy.authorize.pin-consumer',
    section: 'Endpoints › Authorize',
    question:
      'What becomes of the consumer who must authenticate: the checks may decline anybody, before the PIN is asked for or with the right one?',
    choices: ['authorized', 'declined-with-pin', 'declined-before'],
    perCase: true,
  },
  testAccount: {
    id: 'legacy.authorize.test-account',
    section: 'What the service does',
    question:
      'Does a consumer count as a test account by its e-mail address and its phone together, or by one of them? Which accounts are test accounts is not shown.',
    choices: ['by-both', 'by-one'],
    perCase: true,
  },
  authorizeType: {
    id: 'legacy.authorize.type-taken',
    section: 'Endpoints › Authorize',
    question:
      'Is an authorization with an authorize_type executed? The footnote about it is not shown, and the contract has a say.',
    choices: ['taken', 'refused'],
    perCase: true,
  },
});
