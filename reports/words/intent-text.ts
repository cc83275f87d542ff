/** What is sent by an intent whose name alone does not say it. */
const meanings: Readonly<Record<string, string>> = {
  all: 'every field that it takes',
  'any line': 'one line of what is left',
  'array for object': 'a list in place of the object of the body',
  'empty object': 'the body {}',
  'field of no table': 'with a field that no document names',
  'needs PIN': 'by a consumer who is asked for a PIN',
  'no order_ref': 'the simplest order, without order_ref',
  none: 'no amount is named',
  'none with reason': 'no amount is named, a reason is',
  'not captured': 'where nothing was captured',
  nothing: 'the body {}',
  'null for object': 'null in place of the object of the body',
  one: '1 yen, where nothing is left',
  plain: 'the simplest request of this kind',
  read: 'a read, which changes nothing',
  rejected: 'by a consumer who is to be rejected',
  remaining: 'all that is left',
  'remaining+0.01': '0.01 yen more than is left',
  'remaining+1': '1 yen more than is left',
  'remaining-1': '1 yen less than is left',
  'unknown id': 'with an id that was never issued',
  'wrong capture': 'with an id of no capture',
};

/** The same where one name means several things. */
const byOperation: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  capture: { full: 'the whole amount' },
  create: { full: 'every field that it takes' },
  'issue-token': { full: 'every field that it takes' },
  refund: { full: 'the whole amount of the capture' },
};

/** The names that are explained. */
export const explainedIntents: readonly string[] = [
  ...Object.keys(meanings),
  ...Object.values(byOperation).flatMap(Object.keys),
];

/** What an intent sends, for a reader who has only its name; undefined where the name says it. */
export function intentText(operation: string, intent: string): string | undefined {
  return byOperation[operation]?.[intent] ?? meanings[intent];
}
