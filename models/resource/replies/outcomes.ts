import type { Check, Step } from '../../../engine/model.ts';
import type { Latitude } from '../../../spec/latitude.ts';
import { status } from '../../checks.ts';
import { withParts, mapChecks } from '../../with-checks.ts';
import type { Reply } from '../../wire.ts';
import {
  type Outcomes,
  type ResourceOutcome,
  type ResourceState,
  withPayment,
  withToken,
  type After,
} from '../state.ts';
import { type ErrorCheck, mayRefuse, objectWeight, refusal, refusalChoices } from './verdicts.ts';

/** A refused request. It changes nothing, and later reads of its payment and token must show that. */
export function refused(
  state: ResourceState,
  step: Step,
  name: string,
  rule: string,
  error: ErrorCheck = {},
  further: readonly Check<Reply>[] = [],
): ResourceOutcome {
  return {
    name: `refused: ${name}`,
    refused: true,
    couldMatch: mayRefuse(error),
    checks: () => [...refusal(rule, error), ...further],
    next: () => afterRefusal(state, step),
  };
}

/** The refusals of a form that each hop may refuse: any form of an answer, since the service need not have seen it, and 501 for what a server has not built. */
export function refusedOnTheWay(state: ResourceState, step: Step, rule: string): Outcomes {
  const under = (expected: string, httpFrom: number, httpTo: number): ResourceOutcome => ({
    name: 'refused: on the way',
    refused: true,
    couldMatch: ({ http }) => http >= 400,
    checks: () => [
      status(rule, (http) => http >= httpFrom && http <= httpTo, expected, {
        countsAsEvidence: false,
        decides: true,
        weight: objectWeight,
        expect: () => ({ httpFrom, httpTo }),
      }),
    ],
    next: () => afterRefusal(state, step),
  });
  return [under('4xx', 400, 499), under('501', 501, 501)];
}

/** The decision of a credit check comes of executing a request: it refuses none that is wrong. */
export function decided({ refused: _refused, ...outcome }: ResourceOutcome): ResourceOutcome {
  return outcome;
}

/** The outcomes without evidence for a rule, since the request is a borderline case of it. */
export function unproven(rule: string, outcomes: Outcomes): Outcomes {
  return outcomes.map((outcome) =>
    mapChecks(outcome, (checks) =>
      checks.map((one) => ({ ...one, cites: one.cites.filter((cited) => cited !== rule) })),
    ),
  );
}

/** A latitude about the status of a refusal. */
export type OpenStatus = Omit<Latitude, 'choices'> & {
  readonly choices: readonly (keyof typeof refusalChoices)[];
};

/** A refusal whose status the document does not name: any failure, recorded as the choice of a latitude. */
export function refusedWithOpenStatus(
  state: ResourceState,
  step: Step,
  name: string,
  rule: string,
  latitude: OpenStatus,
  error: Omit<ErrorCheck, 'http'> = {},
): Outcomes {
  return latitude.choices.map((choice) =>
    withParts(refused(state, step, name, rule, { ...error, http: refusalChoices[choice] }), {
      assumes: { [latitude.id]: choice },
    }),
  );
}

/** The state after a request on a payment or a token that was refused, or may have been. */
export function afterRefusal(state: ResourceState, step: Step): ResourceState {
  const { payment: paymentStep, token: tokenStep } = step.uses;
  let next = state;
  const payment = paymentStep === undefined ? undefined : state.payments[paymentStep];
  if (paymentStep !== undefined && payment !== undefined && payment.after !== 'refusal')
    next = withPayment(next, paymentStep, { ...payment, after: 'refusal' });
  const token = tokenStep === undefined ? undefined : state.tokens[tokenStep];
  if (tokenStep !== undefined && token !== undefined) {
    const { version } = token;
    next = withToken(next, tokenStep, {
      ...token,
      after: 'refusal',
      version: version && { ...version, most: version.most + 1 },
    });
  }
  return next;
}

/** The outcome of a call on something whose id was lost with a reply: nothing is judged. */
export function unresolved(state: ResourceState): ResourceOutcome {
  return { name: 'not judged: id unknown', checks: [], next: () => state };
}

/** The rules that are accused together, of those about one fact. */
export type Accuse = (...rules: readonly string[]) => readonly string[];

/**
 * Whom a reply accuses that differs from what is known: the rules of the fact and the suspects, which name what has happened since it was last
 * shown. What a read has shown was right, so a read after it accuses the suspects alone.
 */
export function accusing({ after }: { readonly after: After }, suspects: readonly string[]): Accuse {
  return after === 'read' && suspects.length > 0 ? () => suspects : (...rules) => [...rules, ...suspects];
}
