import { briefly, type Case } from '../case.ts';
import { behindProxy } from '../support/reference-target.ts';

/** The reference behind a proxy that changes nothing. Few requests leave rows untested, so that there is no verdict. */
export const sound: Case = {
  name: 'a sound target',
  args: briefly,
  expect: { exit: [0, 3], begins: true },
  start: () => behindProxy({}),
};
