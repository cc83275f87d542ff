import type { Reduction, Step } from '../../engine/model.ts';
import { isObject } from '../../models/checks.ts';
import { type JsonObject, type Leaner, withoutOptional } from '../leaner-bodies.ts';
import type { Shape } from './operations.ts';

/** An intent is about it: without, a refund is another one. */
const kept = ['amount'] as const;

/** What the body of an operation may do without: what its shape says, then every field that its schema calls optional. */
export function reductionsOf({
  schema,
  leaner = [],
  mended = asItIs,
}: Pick<Shape, 'schema' | 'leaner' | 'mended'>): (step: Step) => readonly Reduction[] {
  if (schema === undefined) return () => [];
  const all = [...leaner, ...withoutOptional(schema, kept)].map((change: Leaner) => (step: Step): Step => {
    if (!isObject(step.data) || !isObject(step.data['body'])) return step;
    const body = step.data['body'];
    const less = change(body);
    return JSON.stringify(less) === JSON.stringify(body) ? step : mended(withBody(step, less), less, body);
  });
  return () => all;
}

/** The step with another body. */
export function withBody(step: Step, body: JsonObject): Step {
  return { ...step, data: { ...(step.data as JsonObject), body } };
}

const asItIs = (step: Step): Step => step;
