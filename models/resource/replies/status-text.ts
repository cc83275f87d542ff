/** Reason phrases of common refusal statuses, in the words of each edition of the standard. */
const phrases: Readonly<Record<number, readonly string[]>> = {
  400: ['Bad Request'],
  401: ['Unauthorized'],
  402: ['Payment Required'],
  403: ['Forbidden'],
  404: ['Not Found'],
  405: ['Method Not Allowed'],
  406: ['Not Acceptable'],
  408: ['Request Timeout'],
  409: ['Conflict'],
  410: ['Gone'],
  411: ['Length Required'],
  412: ['Precondition Failed'],
  413: ['Content Too Large', 'Payload Too Large', 'Request Entity Too Large'],
  414: ['URI Too Long', 'Request-URI Too Long'],
  415: ['Unsupported Media Type'],
  422: ['Unprocessable Content', 'Unprocessable Entity'],
  429: ['Too Many Requests'],
  431: ['Request Header Fields Too Large'],
  500: ['Internal Server Error'],
  501: ['Not Implemented'],
  502: ['Bad Gateway'],
  503: ['Service Unavailable'],
  504: ['Gateway Timeout'],
};

/** `NOT_FOUND`, `NotFound` and `not found` are the same phrase. */
const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');

/**
 * Whether a text gives an HTTP status, by its digits or its reason phrase (Resources and their fields, Error object). For a status without
 * a phrase here any text without digits will do.
 */
export function givesStatus(text: unknown, http: number): boolean {
  if (typeof text !== 'string' || text.trim() === '') return false;
  const numbers = text.match(/\d+/g);
  if (numbers !== null) return numbers.includes(String(http));
  const known = phrases[http];
  return known === undefined || known.some((phrase) => letters(phrase) === letters(text));
}
