import type { Check } from '../../engine/model.ts';
import { paymentRules } from '../../spec/resource/payment.ts';
import { tokenRules } from '../../spec/resource/token.ts';
import { at, isBoolean } from '../checks.ts';
import type { ApiCall, Reply } from '../wire.ts';
import { entries } from './forms.ts';
import type { Outcomes, ResourceState } from './state.ts';

/**
 * The same outcomes held to the key in use (What the service does; Authentication 4): it selects test or live data, so `test` is alike on
 * all payments and tokens that it shows. Where the key does not tell which, the first flag that is shown does.
 */
export function underOneKey(state: ResourceState, call: ApiCall, outcomes: Outcomes): Outcomes {
  const { test } = state;
  const checks = test === undefined ? [] : [sameFlag(call, test)];
  return outcomes.map((outcome) => ({
    ...outcome,
    checks: [...outcome.checks, ...checks],
    next(reply?: Reply) {
      const next = outcome.next(reply);
      const shown = reply === undefined || next.test !== undefined ? undefined : flagsIn(reply)[0];
      return shown === undefined ? next : { ...next, test: shown };
    },
  }));
}

function sameFlag(call: ApiCall, test: boolean): Check<Reply> {
  const rule = call.path.startsWith('/payments') ? paymentRules.test.id : tokenRules.test.id;
  return {
    // A refusal shows no flag: evidence comes of the form of what is shown.
    cites: [],
    test(reply) {
      const shown = flagsIn(reply);
      if (shown.every((flag) => flag === test)) return [];
      return [{ rule, expected: `test: ${test}, by the key in use`, received: shown.join(', ') }];
    },
  };
}

/** The flags of the payment, the token or the tokens that a success shows; what is no boolean is judged by its form. */
function flagsIn({ http, body }: Reply): readonly boolean[] {
  if (http < 200 || http >= 300) return [];
  const flags = Array.isArray(body) ? entries(body).map(({ test }) => test) : [at(body, ['test'])];
  return flags.filter((flag): flag is boolean => isBoolean(flag));
}
