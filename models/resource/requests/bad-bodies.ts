import type { Check, Step } from '../../../engine/model.ts';
import { commonRules } from '../../../spec/resource/common.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { field, isString, type CheckOptions, judged } from '../../checks.ts';
import { refusedFor, settlingNothing, unlessRefused } from '../../beside.ts';
import { choose } from '../../choose.ts';
import type { Reply } from '../../wire.ts';
import type { BodyFault } from '../replies/bodies.ts';
import { refused, refusedOnTheWay, refusedWithOpenStatus } from '../replies/outcomes.ts';
import type { Outcomes, ResourceState } from '../state.ts';

/** The error of malformed content (Errors). */
export const malformedContent = { http: 400, code: 'request_content.malformed' } as const;

/** The rules about required fields and types; `of` has those of single fields, by path. */
export interface BodyRules {
  readonly required: string;
  readonly types: string;
  readonly of?: Readonly<Record<string, string>>;
  /** True: the request may be refused for something else as well, so its title is not judged. */
  readonly titleOpen?: boolean;
}

/**
 * The refusal of a body without a required field or with a badly formatted one (Errors, request_content.malformed). Undefined when it
 * has no such fault.
 */
export function malformed(
  state: ResourceState,
  step: Step,
  faults: readonly BodyFault[],
  rules: BodyRules,
): Outcomes | undefined {
  const definite = faults.filter(({ fault }) => ['missing', 'null', 'type', 'format'].includes(fault));
  const [first] = definite;
  if (first === undefined) return undefined;
  const rule =
    rules.of?.[first.path] ??
    (first.fault === 'missing' || first.fault === 'null' ? rules.required : rules.types);
  const as = (...further: readonly Check<Reply>[]) =>
    refused(state, step, `malformed: ${first.fault}`, rule, malformedContent, further);
  if (definite.length > 1 || faults.length > 1 || rules.titleOpen === true) return [as()];
  if (first.fault === 'missing') return [as(hasTitle(commonRules.titleMissing.id, [titles.missing]))];
  if (first.fault === 'format') return [as(hasTitle(commonRules.titleFormat.id, [titles.format]))];
  // The document does not say which of the two a value of another type gets.
  const titled = (title: keyof typeof titles) =>
    as(hasTitle(commonRules.titleFormat.id, [titles[title]], { countsAsEvidence: false }));
  return choose(resourceLatitudes.typeTitle, { format: titled('format'), missing: titled('missing') });
}

/** The refusal of a body that is no JSON object. */
export function noObject(state: ResourceState, step: Step, rule: string): Outcomes {
  return [refused(state, step, 'no object', rule, malformedContent)];
}

/** The refusal of more than 20 metadata pairs, under a status that is open, beside what else is wrong with a body. Undefined: nothing is. */
export function withinLimits(
  state: ResourceState,
  step: Step,
  faults: readonly BodyFault[],
  rule: string,
  otherwise: Outcomes | undefined,
): Outcomes | undefined {
  if (!faults.some(({ fault, path }) => fault === 'limit' && path === 'metadata')) return otherwise;
  const over = refusedWithOpenStatus(state, step, 'metadata over 20', rule, resourceLatitudes.metadataOver);
  return refusedFor(over, otherwise ?? []);
}

export const titles = {
  missing: 'Malformed request content',
  format: 'Validation of the request content failed',
} as const;

/** That the error has one of these titles. One that is missing or no text breaks the rule of its type alone. */
export const hasTitle = (rule: string, accepted: readonly string[], options?: CheckOptions): Check<Reply> =>
  field(
    rule,
    'title',
    judged((title) => !isString(title) || accepted.includes(title as string), {
      oneOf: accepted,
      optional: true,
    }),
    { provesWhere: isString, ...options },
  );

const openPoints = {
  'null-optional': resourceLatitudes.nullOptional,
  convertible: resourceLatitudes.convertible,
  number: resourceLatitudes.unspecifiedNumbers,
  magnitude: resourceLatitudes.unspecifiedNumbers,
  order: resourceLatitudes.unusualOrders,
  pair: resourceLatitudes.pairValues,
  empty: resourceLatitudes.emptyValues,
  text: resourceLatitudes.unspecifiedTexts,
  bytes: resourceLatitudes.invalidUtf8,
  form: resourceLatitudes.unspecifiedForms,
  way: resourceLatitudes.unspecifiedForms,
  extra: resourceLatitudes.extraFields,
} as const satisfies Partial<Record<BodyFault['fault'], unknown>>;

/** The open points about a body, such as null for an optional value or an undocumented field. */
export function openPointsOf(faults: readonly BodyFault[]) {
  const points = Object.entries(openPoints)
    .filter(([fault]) => faults.some((one) => one.fault === fault))
    .map(([, point]) => point);
  return [...new Set(points)];
}

/** Whether the effect of a body is open when it is accepted: it has values of another type, or numbers of which it is not shown what they come to. */
export function isEffectOpen(faults: readonly BodyFault[]): boolean {
  return faults.some(({ fault }) => fault === 'convertible' || fault === 'number' || fault === 'pair');
}

/** The refusal of a body, for how it is sent, by what stands before the service. */
export function onTheWay(
  state: ResourceState,
  step: Step,
  faults: readonly BodyFault[],
  rule: string,
): Outcomes {
  return faults.some(({ fault }) => fault === 'way') ? refusedOnTheWay(state, step, rule) : [];
}

/** What is predicted, where nothing is open about the body; else it may also be refused for that. */
export function openBody(
  state: ResourceState,
  step: Step,
  faults: readonly BodyFault[],
  otherwise: Outcomes,
  rule: string,
): Outcomes {
  const no = [
    refused(state, step, 'open', rule, { countsAsEvidence: false }),
    ...onTheWay(state, step, faults, rule),
  ];
  let outcomes = otherwise;
  for (const point of openPointsOf(faults))
    outcomes = unlessRefused(point, 'accepted', outcomes, 'refused', no);
  return outcomes;
}

/**
 * What is predicted, and before it the refusal of a bad body, if it is one. In a state that forbids the call as well it is open which error
 * wins.
 */
export function byBodyOr(
  state: ResourceState,
  { uses }: Step,
  byBody: Outcomes | undefined,
  otherwise: Outcomes,
): Outcomes {
  if (byBody === undefined) return otherwise;
  const isFound =
    Object.hasOwn(state.payments, uses['payment'] ?? '') || Object.hasOwn(state.tokens, uses['token'] ?? '');
  if (!isFound || otherwise.some((outcome) => outcome.refused !== true)) return refusedFor(byBody, otherwise);
  return choose(resourceLatitudes.precedence, {
    body: settlingNothing(byBody),
    state: settlingNothing(otherwise),
  });
}
