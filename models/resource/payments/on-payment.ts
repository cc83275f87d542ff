import type { Step } from '../../../engine/model.ts';
import { commonRules } from '../../../spec/resource/common.ts';
import { getRules } from '../../../spec/resource/payments/get.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { paymentRules } from '../../../spec/resource/payment.ts';
import { field, isObject } from '../../checks.ts';
import { choose } from '../../choose.ts';
import type { ApiCall } from '../../wire.ts';
import type { BodyFault } from '../bodies.ts';
import { refused, unresolved } from '../outcomes.ts';
import type { Outcomes, Payment, ResourceOutcome, ResourceState } from '../state.ts';
import { withTold } from '../state.ts';

/** The payment that a step names, or what its absence permits: 404 for an id that the service never issued. */
export function onPayment(
  state: ResourceState,
  step: Step,
  predict: (payment: Payment, at: string) => Outcomes,
): Outcomes {
  const at = step.uses['payment'];
  const payment = at === undefined ? undefined : state.payments[at];
  if (at === undefined || payment === undefined) return unknownPayment(state, step);
  const outcomes = predict(payment, at);
  return payment.id === undefined ? [...outcomes, unresolved(state)] : outcomes;
}

function unknownPayment(state: ResourceState, step: Step): Outcomes {
  const rule = paymentRules.unknownId.id;
  const outcome = refused(state, step, 'unknown payment', rule, { http: 404, code: '404' });
  if (isForeign(step, 'pay_')) return foreign(state, step, rule, outcome);
  if (state.told.includes('errorStatus')) return [outcome];
  const written = (form: RegExp, choice: string) => ({
    ...outcome,
    checks: [
      ...outcome.checks,
      {
        ...field(commonRules.errorStatus.id, 'status', (v) => typeof v === 'string' && form.test(v), choice),
        earns: false,
      },
    ],
    next: () => withTold(outcome.next(), 'errorStatus'),
  });
  return choose(resourceLatitudes.errorStatus, {
    digits: written(/^\d+$/, 'digits'),
    'digits-and-phrase': written(/\d.*[^\d\s]|[^\d\s].*\d/, 'digits and phrase'),
    phrase: written(/^\D+$/, 'phrase'),
  });
}

/** Whether the made-up id of a step has not the prefix of what is sought under it. */
export function isForeign({ data }: Step, prefix: string): boolean {
  const id = isObject(data) ? data['id'] : undefined;
  return typeof id === 'string' && !id.startsWith(prefix);
}

/** The id of another resource is unknown here; that its form is wrong may be told as well. */
export function foreign(state: ResourceState, step: Step, rule: string, unknown: ResourceOutcome): Outcomes {
  const malformedId = { http: 400, code: 'request_content.malformed', earns: false };
  return choose(resourceLatitudes.foreignId, {
    'not-found': unknown,
    malformed: refused(state, step, 'id of another form', rule, malformedId),
  });
}

/** Who is to blame, beside the rule of a fact, when a read departs from what is believed of a payment. */
export function suspectsOfRead(payment: Payment): readonly string[] {
  switch (payment.after) {
    case 'change':
      return [getRules.current.id];
    case 'refusal':
      return [commonRules.refusalChangesNothing.id];
    case 'read':
      return [getRules.changesNothing.id];
  }
}

export interface BodyRules {
  readonly required: string;
  readonly types: string;
}

/**
 * The refusal of a body that lacks a required field or holds a badly formatted one (Errors, request_content.malformed).
 * Undefined: the body has no departure that must be refused so.
 */
export function malformed(
  state: ResourceState,
  step: Step,
  faults: readonly BodyFault[],
  rules: BodyRules & { readonly of?: Readonly<Record<string, string>> },
): Outcomes | undefined {
  const definite = faults.filter(({ fault }) => ['missing', 'null', 'type', 'format'].includes(fault));
  const [first] = definite;
  if (first === undefined) return undefined;
  const rule =
    rules.of?.[first.path] ??
    (first.fault === 'missing' || first.fault === 'null' ? rules.required : rules.types);
  const further = definite.length === 1 && faults.length === 1 ? titleOf(first.fault) : [];
  return [
    refused(
      state,
      step,
      `malformed: ${first.fault}`,
      rule,
      { http: 400, code: 'request_content.malformed' },
      further,
    ),
  ];
}

export const titles = {
  missing: 'Malformed request content',
  format: 'Validation of the request content failed',
} as const;

function titleOf(fault: string) {
  if (fault === 'missing')
    return [
      field(commonRules.titleMissing.id, 'title', (title) => title === titles.missing, `"${titles.missing}"`),
    ];
  if (fault === 'format')
    return [
      field(commonRules.titleFormat.id, 'title', (title) => title === titles.format, `"${titles.format}"`),
    ];
  // Whether a value of another type is badly formatted, or content malformed as if it were missing, is not told apart.
  const oneOfTwo = field(
    commonRules.titleFormat.id,
    'title',
    (title) => title === titles.format || title === titles.missing,
    `"${titles.format}" or "${titles.missing}"`,
  );
  return [{ ...oneOfTwo, earns: false }];
}

const openPoints = {
  'null-optional': resourceLatitudes.nullOptional,
  convertible: resourceLatitudes.convertible,
  number: resourceLatitudes.oddNumbers,
  pair: resourceLatitudes.pairValues,
  empty: resourceLatitudes.emptyValues,
  text: resourceLatitudes.oddTexts,
  bytes: resourceLatitudes.invalidUtf8,
  extra: resourceLatitudes.extraFields,
} as const satisfies Partial<Record<BodyFault['fault'], unknown>>;

/** The open point about a body, such as null for an optional value or a field of no table. Undefined: nothing is open about it. */
export function openPointOf(faults: readonly BodyFault[]) {
  for (const [fault, point] of Object.entries(openPoints)) {
    if (faults.some((one) => one.fault === fault)) return point;
  }
  return undefined;
}

/** Whether it is open what a body that is accepted sets: its values are of another type, or out of all bounds. */
export function isUntold(faults: readonly BodyFault[]): boolean {
  return faults.some(({ fault }) => fault === 'convertible' || fault === 'number' || fault === 'pair');
}

/** Bodies that the document neither allows nor forbids: the success is permitted, and so is a refusal. */
export function openBody(
  state: ResourceState,
  step: Step,
  faults: readonly BodyFault[],
  success: Outcomes,
  rule: string,
): Outcomes {
  const point = openPointOf(faults);
  if (point === undefined) return success;
  return choose(point, { accepted: success, refused: refused(state, step, 'open', rule, { earns: false }) });
}

/** Both errors where a body is bad and the state forbids the call as well: which one wins is open. */
export function either(body: Outcomes, byState: Outcomes): Outcomes {
  return choose(resourceLatitudes.precedence, { body, state: byState });
}

export const bodyOf = (call: ApiCall): Readonly<Record<string, unknown>> =>
  typeof call.body === 'object' && call.body !== null ? (call.body as Readonly<Record<string, unknown>>) : {};
