import { latitudes } from '../latitude.ts';

const ERRORS = 'Errors';

/** How ids and the texts of errors look where the resource document gives them no form. */
export const formLatitudes = latitudes('resource', {
  idOrder: {
    id: 'resource.ids.order',
    section: 'Resources and their fields › Payment',
    question:
      'Can the id of the next payment, capture or refund, or the reference of the next error, be guessed from the one before, as where they are counted? Only prefixes are given.',
    choices: ['random', 'counted'],
    perCase: true,
  },
  description: {
    id: 'resource.error.description-of',
    section: 'Resources and their fields › Error object',
    question:
      'Does the description of an error tell its cause, or is there one text for all causes of a code? It is only called detail text.',
    choices: ['cause', 'code'],
    presumed: 'code',
    perCase: true,
  },
  typeTitle: {
    id: 'resource.error.title-of-wrong-type',
    section: ERRORS,
    question:
      'Is the error about null, or about a value of another type, titled as one of a format or as one of a missing field?',
    choices: ['format', 'missing'],
    perCase: true,
  },
  unknownPath: {
    id: 'resource.http.unknown-path',
    section: ERRORS,
    question:
      'With which status is a path refused that no operation has, such as one that goes on behind it?',
    choices: ['404', '405', 'other-4xx', '5xx'],
    perCase: true,
  },
});
