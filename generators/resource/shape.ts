import type { ResourceOperationName } from '../../spec/operations.ts';
import type { z } from 'zod';
import type { Attempt } from '../../engine/machine.ts';
import type { Draw } from '../../engine/machine.ts';
import type { Json } from '../../engine/model.ts';
import type { Step } from '../../engine/model.ts';
import type { Uses } from '../../engine/model.ts';
import type { Outcomes } from '../../models/resource/state.ts';
import type { ResourceState } from '../../models/resource/state.ts';
import type { Call } from '../../models/wire.ts';
import type { TextFields } from '../inputs/texts.ts';
import type { JsonObject } from '../leaner-bodies.ts';
import type { Leaner } from '../leaner-bodies.ts';

/** What differs between the operations of the resource interface. */
export interface Shape {
  readonly name: ResourceOperationName;
  /** The resource in the path; absent: the path has no id. */
  readonly entity?: 'payment' | 'token';
  readonly reads?: boolean;
  /** The request schema, from which malformed bodies are derived. */
  readonly schema?: z.ZodType;
  readonly body: 'needed' | 'optional' | 'none';
  /** The intents, each on the entities it uses. */
  intents(state: ResourceState): readonly Attempt[];
  /** Entities on which a right request would succeed, so that a refusal has one cause. Absent: no mutation is tried here. */
  sound(state: ResourceState): Uses | undefined;
  /** The intent whose body a mutated or malformed request starts from. */
  readonly ordinary: string;
  /** The intent whose body a mutated request starts from, where it is another one: what refuses a near form may do so for some bodies only. */
  readonly mutated?: string;
  /** The body of an intent; placeholders such as `$token` are filled from `marks` when the step runs. */
  draw?(kind: string, state: ResourceState, uses: Uses, draw: Draw): Json | undefined;
  /** What a body may do without beside the optional fields of its schema, for the shrinker, first of all. Default: nothing. */
  readonly leaner?: readonly Leaner[];
  /** A step with its leaner body: what follows from its parts. `before`: its body until then. Default: as it is. */
  mended?(step: Step, body: JsonObject, before: JsonObject): Step;
  /** As of an operation of the engine. */
  renewed?(step: Step, serial: number): Step;
  /** The values of the placeholders; undefined where the intent is impossible. */
  marks?(state: ResourceState, step: Step): Readonly<Record<string, Json>> | undefined;
  /** A body that is not malformed, with the values that the settings give. Default: as it is. */
  carries?(body: JsonObject, kind: string): JsonObject;
  /** Whether a right request has numbers. Default false. */
  readonly hasNumbers?: true;
  /** The texts of a request, and the intent whose body they stand in. Default: it has none. */
  readonly texts?: TextFields & { readonly within: string };
  predict(state: ResourceState, call: Call, step: Step): Outcomes;
  /** Of a read: as of an operation of the engine. */
  unanswered?(state: ResourceState, step: Step): ResourceState;
  /** What a success with these entities uses up; `refused`: kinds that are surely refused. Default: nothing. */
  readonly spends?: {
    what(state: ResourceState, uses: Uses): string | undefined;
    refused(kind: string): boolean;
  };
}
