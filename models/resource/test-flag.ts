import type { Check } from '../../engine/model.ts';
import { paymentRules } from '../../spec/resource/payment.ts';
import { tokenRules } from '../../spec/resource/token.ts';
import { at, isBoolean } from '../checks.ts';
import { changed, madeOf } from '../rechecked.ts';
import type { ApiCall, Reply } from '../wire.ts';
import { entries } from './forms.ts';
import type { Outcomes, ResourceState } from './state.ts';

/**
 * Checks that all payments and tokens have the same `test` flag: the key in use selects test or live data (What the service does;
 * Authentication 4). A key that does not tell is judged by the first flag shown.
 */
export function underOneKey(state: ResourceState, call: ApiCall, outcomes: Outcomes): Outcomes {
  const { test } = state;
  const checks = test === undefined ? [] : [sameFlag(call, test)];
  return outcomes.map((outcome) =>
    changed(outcome, {
      checks: () => [...madeOf(outcome), ...checks],
      next(reply?: Reply) {
        const next = outcome.next(reply);
        const shown = reply === undefined || next.test !== undefined ? undefined : flagsIn(reply)[0];
        return shown === undefined ? next : { ...next, test: shown };
      },
    }),
  );
}

function sameFlag(call: ApiCall, test: boolean): Check<Reply> {
  const rule = call.path.startsWith('/payments') ? paymentRules.test.id : tokenRules.test.id;
  return {
    // A refusal shows no flag, so the form checks give the evidence.
    cites: [],
    about: 'test',
    test(reply) {
      const shown = flagsIn(reply);
      if (shown.every((flag) => flag === test)) return [];
      const expected = `test: ${test}, by the key in use`;
      return [{ rule, expected, received: shown.join(', '), about: 'test' }];
    },
  };
}

/** The `test` flags of the payment, token or tokens in a success; a flag that is not a boolean breaks another rule. */
function flagsIn({ http, body }: Reply): readonly boolean[] {
  if (http < 200 || http >= 300) return [];
  const flags = Array.isArray(body) ? entries(body).map(({ test }) => test) : [at(body, ['test'])];
  return flags.filter((flag): flag is boolean => isBoolean(flag));
}
