import type { Shape } from './shape.ts';
import { pathOf, resourceOperations } from '../../spec/operations.ts';
import fc, { type Arbitrary } from 'fast-check';
import type { Attempt, Draw, Operation } from '../../engine/machine.ts';
import type { Json, Step, Uses } from '../../engine/model.ts';
import type { ResourceState } from '../../models/resource/state.ts';
import type { Setup } from '../../models/setup.ts';
import type { ApiCall, Call, Reply } from '../../models/wire.ts';
import { isObject } from '../../models/checks.ts';
import { pathSegment } from '../../spec/forms.ts';
import { forUses } from '../for-uses.ts';
import {
  isMalformed,
  malformationOf,
  malformed,
  type Malformation,
  malformedBodies,
  type Malformed,
} from '../malformed.ts';
import type { MalformationKind } from '../malformed-values.ts';
import type { JsonObject } from '../leaner-bodies.ts';
import { isOfTexts, ofSeveral, textKinds, withTexts } from '../inputs/texts.ts';
import { nearIdForms, numberForms } from '../request-mutations.ts';
import { nearId, nearIdKinds } from '../../spec/wire-variants.ts';
import { trickyId, unknownId } from './data.ts';
import { reductionsOf } from './payments/create.ts';
import { formsOf, isMutation, isStateless, mutationAttempts, mutationsOf, mutated } from './data-classes.ts';

export type ResourceOperation = Operation<ResourceState, Call, Reply>;

/** A negative attempt, for any entities. */
type Wrong = ReturnType<typeof mutationAttempts>[number];

/** The weight of all malformations of one class that must be refused. */
const definiteWeight = 3;
// The classes that must be refused; the others are open points.
const definite: ReadonlySet<MalformationKind> = new Set(['missing', 'null', 'type', 'form']);
const foreign = 'id of another kind';
const unknown = 'unknown id';
const tricky = 'id of no form';
const madeUp: ReadonlySet<string> = new Set([unknown, foreign, tricky]);

const isNear = (kind: string): boolean => nearIdKinds.includes(kind);

/** A near id in a path; undefined for another kind. Encoded, so that a gateway may refuse it as a path. */
const nearSegment = (kind: string, id: string): string | undefined =>
  nearId(kind, pathSegment(id))?.replace('~', '%7E');

const nameless =
  (weight: number) =>
  (kind: string): Attempt => ({ kind, uses: {}, negative: true, weight });

/** Completes an operation: negatives, literals, calls, simpler variants and the read that follows. */
export function complete(shape: Shape, setup: Setup): ResourceOperation {
  const { entity, schema } = shape;
  const place = resourceOperations[shape.name];
  const bad = schema === undefined ? undefined : malformedBodies(schema);
  const mutations = mutationsOf(setup, {
    methods: Object.values(resourceOperations)
      .filter(({ path }) => path === place.path)
      .map(({ method }) => method),
    body: shape.body,
  });
  const wrong = forUses([...mutationAttempts(mutations, shape.body), ...malformedOf(bad)]);
  const unusual = forUses([
    ...formsOf(mutations, shape.body),
    ...(shape.hasNumbers === true ? numberForms : []),
    ...(entity === undefined ? [] : nearIdForms),
    ...textKinds(shape.texts ?? {}).map((kind) => ({ kind, negative: true })),
  ]);
  // Made once, since a walk asks for them at each step.
  const nobodys =
    entity === undefined ? [] : [unknown, foreign].map(nameless(0.4)).concat(nameless(0.04)(tricky));
  const prefix = entity === 'token' ? 'tok_' : 'pay_';
  const ids: Readonly<Record<string, Arbitrary<string>>> = {
    [unknown]: unknownId(prefix),
    [foreign]: unknownId(entity === 'token' ? 'pay_' : 'tok_'),
    [tricky]: trickyId(prefix),
  };
  const bodyOf = (kind: string, state: ResourceState, uses: Uses, draw: Draw): Json | undefined => {
    const how = malformationOf(kind);
    const isOther = isMutation(kind) || madeUp.has(kind) || isNear(kind);
    const plain = isOfTexts(kind) ? (shape.texts?.within ?? kind) : kind;
    const from = isOther ? (shape.mutated ?? shape.ordinary) : how === undefined ? plain : shape.ordinary;
    const body = shape.draw?.(from, state, uses, draw);
    if (body === undefined || bad === undefined || how === undefined) return body;
    // Either one malformation by its name, or any of a class.
    const named = bad.named(how);
    if (named !== undefined) return named.apply(body);
    const sort = bad.kinds.find((one) => one === how);
    return sort === undefined ? body : draw(fc.constantFrom<Malformation>(...bad.of(sort))).apply(body);
  };
  return {
    name: shape.name,
    ...(shape.reads === true && { reads: true }),
    attempts(state) {
      const uses = shape.sound(state);
      return [...shape.intents(state), ...(uses === undefined ? [] : wrong(uses)), ...nobodys];
    },
    unusual(state) {
      const uses = shape.sound(state);
      return uses === undefined ? [] : unusual(uses);
    },
    draw(attempt, state, draw) {
      const body = bodyOf(attempt.kind, state, attempt.uses, draw);
      const made = ids[attempt.kind];
      const id = made === undefined ? undefined : draw(made);
      return { ...(body !== undefined && { body }), ...(id !== undefined && { id }) };
    },
    resolve(state, step) {
      const id = idOf(state, step, entity);
      if (id === undefined) return undefined;
      const data = isObject(step.data) ? step.data : {};
      const marks = shape.marks === undefined ? {} : shape.marks(state, step);
      if (marks === undefined) return undefined;
      const drawn = data['body'] === undefined ? undefined : filled(data['body'], marks);
      const isRight = isObject(drawn) && !isMalformed(step.kind);
      const carried = isRight && shape.carries ? shape.carries(drawn, step.kind) : drawn;
      const body =
        isRight && shape.texts ? withTexts(carried as JsonObject, step.kind, shape.texts) : carried;
      const call: ApiCall = {
        to: 'resource',
        operation: shape.name,
        method: place.method,
        // What we make up has its own encoding already.
        path: pathOf(place, madeUp.has(step.kind) ? id : (nearSegment(step.kind, id) ?? pathSegment(id))),
        ...(body !== undefined && { body }),
        credential: 'valid',
      };
      return mutated(call, step.kind);
    },
    // A near id names nothing.
    predict: (state, call, step) =>
      shape.predict(state, call, isNear(step.kind) ? { ...step, uses: {} } : step),
    ...(shape.unanswered && { unanswered: (state, step) => shape.unanswered?.(state, step) ?? state }),
    ...(shape.spends !== undefined && { spends: spending(shape.spends) }),
    reductions: reductionsOf(shape),
    // Which of several texts it is.
    simpler: (step) => ofSeveral(step.kind).map((kind) => ({ ...step, kind })),
    ...(shape.renewed && { renewed: (step, serial) => shape.renewed?.(step, serial) ?? step }),
    readBack(step) {
      const used = step.uses['payment'] ?? (entity === undefined ? step.id : undefined);
      const token = step.uses['token'];
      if (entity === 'token')
        return token === undefined ? undefined : { operation: 'token-get', kind: 'plain', uses: { token } };
      return used === undefined ? undefined : { operation: 'get', kind: 'plain', uses: { payment: used } };
    },
  };
}

/** What an attempt may use up: nothing where it is surely refused. */
function spending({ what, refused }: NonNullable<Shape['spends']>): NonNullable<ResourceOperation['spends']> {
  return (state, { kind, uses }) => (isStateless(kind) || refused(kind) ? undefined : what(state, uses));
}

function malformedOf(bad: Malformed | undefined): readonly Wrong[] {
  const weighed = (kind: string, weight: number) => ({
    kind: `${malformed}${kind}`,
    negative: true,
    stateless: false,
    weight,
  });
  if (bad === undefined) return [];
  return bad.kinds.flatMap((kind) => {
    if (!definite.has(kind)) return [weighed(kind, 0.25)];
    // Each field by itself, since a target may check some fields only.
    const each = bad.of(kind);
    return each.map(({ name }) => weighed(name, Math.min(0.3, definiteWeight / each.length)));
  });
}

/** The id in the path: of the entity that the step uses, a placeholder while it is unknown, or a made-up one. */
function idOf(state: ResourceState, step: Step, entity: Shape['entity']): string | undefined {
  if (entity === undefined) return '';
  const drawn = isObject(step.data) ? step.data['id'] : undefined;
  const key = step.uses[entity];
  if (key === undefined) return typeof drawn === 'string' ? drawn : undefined;
  const used = (entity === 'payment' ? state.payments : state.tokens)[key];
  return used && (used.id ?? `${entity === 'payment' ? 'pay_' : 'tok_'}of-${key}`);
}

function filled(value: Json, marks: Readonly<Record<string, Json>>): Json {
  if (typeof value === 'string') return Object.hasOwn(marks, value) ? (marks[value] ?? null) : value;
  if (Array.isArray(value)) return value.map((one: Json) => filled(one, marks));
  if (typeof value !== 'object' || value === null) return value;
  const made: Record<string, Json> = { ...(value as JsonObject) };
  for (const key of Object.keys(made)) made[key] = filled(made[key] as Json, marks);
  return made;
}
