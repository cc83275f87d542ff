import { nothing, Thrown } from '../build/expect.ts';
import { shown } from '../build/match.ts';
import { isPlain } from '../build/references.ts';
import { asMade } from '../build/made.ts';
import type { Breach, Observation, Step, StepId } from '../model.ts';

/** A step as it is printed: what was called, and what came. */
export interface Shown {
  readonly step: Step;
  readonly call: unknown;
  readonly observation: Observation<unknown>;
  /** It was sent together with the one before. Default false. */
  readonly together?: boolean;
}

/** What is printed of one broken rule. */
export interface Broken {
  readonly rule: string;
  /** What each permitted answer asks for and the reply lacks, the nearest first. */
  readonly permitted: readonly (readonly Breach[])[];
  /** The step that broke it. */
  readonly at: StepId;
}

/** Steps with their calls and replies, a line each, and what is wrong behind the one that broke a rule. */
export function printSteps(steps: readonly Shown[], broken: Broken): string {
  const calls = steps.map(({ step, call }) => callWords(step, asMade(call).call));
  const width = Math.min(mostWidth, Math.max(...calls.map((text) => text.length)));
  const digits = String(steps.length).length;
  return steps
    .flatMap(({ step, observation, together = false }, index) => {
      const mark = together ? '║' : ' ';
      const line = `${mark} ${String(index + 1).padStart(digits)}  ${(calls[index] ?? '').padEnd(width)}  → ${answerWords(observation)}`;
      return step.id === broken.at ? [line, ...wrong(broken, digits)] : [line];
    })
    .join('\n');
}

/** Calls that are longer push the replies of others no further to the right. */
const mostWidth = 60;

function wrong({ rule, permitted }: Broken, digits: number): readonly string[] {
  const margin = ' '.repeat(digits + 4);
  return [
    `${margin}✗ ${rule}`,
    ...permitted.flatMap((breaches, index) =>
      breaches.map(
        ({ rule: of, expected, received }) =>
          `${margin}  ${index === 0 ? 'expected' : 'or'} ${expected}${of === rule ? '' : ` (${of})`}, received ${received}`,
      ),
    ),
  ];
}

/** A call in a few words: its operation, and what was sent. */
function callWords({ operation }: Step, call: unknown): string {
  if (!isPlain(call)) return `${operation} ${shown(call)}`;
  const { method, path, body, name, args } = call;
  if (typeof method === 'string' && typeof path === 'string')
    return `${operation}  ${method} ${path}${body === undefined ? '' : ` ${shown(body)}`}`;
  if (typeof name === 'string' && Array.isArray(args)) return `${name}(${args.map(shown).join(', ')})`;
  return `${operation} ${shown(call)}`;
}

/** What came of a call in a few words. */
export function answerWords(observation: Observation<unknown>): string {
  if ('lost' in observation) return `no answer: ${observation.lost}`;
  const { reply } = observation;
  if (reply === nothing) return 'nothing';
  if (reply instanceof Thrown) return `throws ${shown(reply.message)}`;
  if (isPlain(reply) && typeof reply['status'] === 'number')
    return `${reply['status']}${reply['body'] === undefined ? '' : ` ${shown(reply['body'])}`}`;
  return shown(reply);
}
