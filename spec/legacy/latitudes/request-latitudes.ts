import { latitudes } from '../../latitude.ts';

const mapping = 'Errors';

/** Open points about requests: what is accepted beyond the tables. */
export const requestLatitudes = latitudes('legacy', {
  otherMethods: {
    id: 'legacy.common.other-methods',
    section: 'Endpoints › Common rules',
    question: 'What happens to a request with another method than POST?',
    choices: ['refused', 'executed'],
    perCase: true,
  },
  contentType: {
    id: 'legacy.common.other-content-type',
    section: 'Introduction',
    question: 'What happens to a JSON body under another content type?',
    choices: ['executed', 'refused'],
    perCase: true,
  },
  hexCase: {
    id: 'legacy.checksum.hex-case',
    section: 'Authentication',
    question: 'Is a hex checksum in capital letters accepted?',
    choices: ['accepted', 'refused'],
  },
  urlSafe: {
    id: 'legacy.checksum.base64-url-safe',
    section: 'Authentication',
    question:
      'Is a base64 checksum accepted in the URL alphabet and without padding? Some hashes differ in the padding only.',
    choices: ['accepted', 'refused'],
    perCase: true,
  },
  unpadded: {
    id: 'legacy.checksum.base64-unpadded',
    section: 'Authentication',
    question:
      'Is a base64 checksum accepted without its padding? One without + and / is the same in the URL alphabet.',
    choices: ['accepted', 'refused'],
    perCase: true,
  },
  integers: {
    id: 'legacy.checksum.integers',
    section: 'Authentication',
    question:
      'How are doubles converted to integers for the checksum of Authorize? Amounts with less than half a yen show no difference.',
    choices: ['truncated', 'rounded'],
  },
  otherTypes: {
    id: 'legacy.common.other-types',
    section: mapping,
    question:
      'What happens to a request with null, a value of another type that nothing converts to the right one, or one outside a list?',
    choices: ['executed', 'refused'],
    perCase: true,
  },
  convertible: {
    id: 'legacy.common.convertible-values',
    section: mapping,
    question:
      'What happens to a request with a value that can be converted to the right type, such as a number as text or one value in a list?',
    choices: ['executed', 'refused'],
    perCase: true,
  },
  missingDetails: {
    id: 'legacy.common.missing-details',
    section: mapping,
    question:
      'What happens to a request with another value in place of an object or a list of required fields that say neither who pays nor how much, such as a text for the address?',
    choices: ['refused', 'executed'],
    perCase: true,
  },
  emptyValues: {
    id: 'legacy.common.empty-values',
    section: mapping,
    question: 'What happens to a request with an empty text or list?',
    choices: ['executed', 'refused'],
    perCase: true,
  },
  unspecifiedNumbers: {
    id: 'legacy.common.odd-numbers',
    section: 'Limits',
    question:
      'What happens to a request with a count below one, a fee below zero, an amount of more than two decimals or a number out of all bounds?',
    choices: ['executed', 'refused'],
    perCase: true,
  },
  fractions: {
    id: 'legacy.common.fractions',
    section: 'Limits',
    question: 'What happens to a request with an amount that is no whole number of yen?',
    choices: ['executed', 'refused'],
    perCase: true,
  },
  unusualOrders: {
    id: 'legacy.common.unusual-orders',
    section: 'Limits',
    question:
      'What happens to a request with an order of more than twenty lines, with a line that costs nothing, or with lines whose ids differ in case or in a zero in front alone?',
    choices: ['executed', 'refused'],
    perCase: true,
  },
  unspecifiedForms: {
    id: 'legacy.common.odd-forms',
    section: 'Introduction',
    question:
      'What happens to a request whose whole numbers are written with a fraction or an exponent of zero, as 2400.0 or 2400e0, or whose body comes in chunks or has 100 kB of blanks?',
    choices: ['executed', 'refused'],
    perCase: true,
  },
  unspecifiedTexts: {
    id: 'legacy.common.odd-texts',
    section: 'Limits',
    question:
      'What happens to a request with a very long text, with characters or a form that no shop needs (control characters, code, what looks like a number), with bytes that are no UTF-8, or with a field of no table?',
    choices: ['executed', 'refused'],
    perCase: true,
  },
});
