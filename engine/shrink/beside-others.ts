import { renumbered } from '../candidates.ts';
import type { Execution, Violation } from '../judge/execution.ts';
import { isSameFailure } from '../judge/signature.ts';
import type { Machine } from '../machine.ts';
import type { Sequence, StepId } from '../model.ts';
import { operationNamed } from '../operations.ts';
import { seededRandom } from '../seeded-random.ts';
import { drawing, drawn } from '../walk/simulate-step.ts';
import { possible, presume } from '../walk/walk.ts';
import { isPassing, type Running } from './confirm.ts';

interface Options<S, C, R, N> extends Running<S, C, R, N> {
  readonly machine: Machine<S, C, R, N>;
  /** A number that it has not given before, for values that nothing else has. */
  serial(): number;
}

/** `alone`: on values of its own it fails too, or these values matter by themselves. */
type Footing<S, C, R, N> =
  | { readonly kind: 'alone' }
  /** It fails only beside something like it, which the sequence makes itself by now. */
  | { readonly kind: 'with its own'; readonly execution: Execution<S, C, R, N> }
  /** It fails only beside something like it, and no sequence was found that makes that. */
  | { readonly kind: 'beside others' };

/**
 * Whether a confirmed failure depends on what was made before: each run of it makes the same again, so that every run but the first on a new
 * target stands beside something like it. It is run with values that nothing has; where it passes, once more with the same ones. If it fails then,
 * what was made the first time is the cause, and a sequence is sought that makes both.
 */
export async function footingOf<S, C, R, N>(
  sequence: Sequence,
  accused: Violation,
  options: Options<S, C, R, N>,
): Promise<Footing<S, C, R, N>> {
  const { machine, run, stop, serial } = options;
  const other = renewed(machine, sequence, serial());
  if (other === undefined || !possible(machine, other) || stop()) return { kind: 'alone' };
  const once = async (of: Sequence): Promise<Execution<S, C, R, N> | undefined> =>
    (await run([of], 'confirm', accused))[0];
  const first = await once(other);
  if (first === undefined || !isPassing(first) || stop()) return { kind: 'alone' };
  const again = await once(other);
  if (again === undefined || !isSame(again, accused)) return { kind: 'alone' };
  const count = withBystanders(machine, sequence).length;
  for (let nth = 0; nth < count && !stop(); nth += 1) {
    const runs: Execution<S, C, R, N>[] = [];
    for (let time = 0; time < timesOwn; time += 1) {
      const candidate = withBystanders(machine, renewed(machine, sequence, serial()) ?? sequence)[nth];
      const execution = candidate && (await once(candidate));
      if (execution === undefined || !isSame(execution, accused)) break;
      runs.push(execution);
    }
    const execution = runs.at(-1);
    if (execution !== undefined && runs.length === timesOwn) return { kind: 'with its own', execution };
  }
  return { kind: 'beside others' };
}

/** So often a sequence must fail that makes by itself what it fails beside, each time with new values. */
const timesOwn = 2;

function isSame<S, C, R, N>({ violation }: Execution<S, C, R, N>, accused: Violation): boolean {
  return violation !== undefined && isSameFailure(violation, accused);
}

/** The same sequence with other values in each step that has some; undefined where none has. */
function renewed<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  sequence: Sequence,
  serial: number,
): Sequence | undefined {
  const other = sequence.map(
    (step) => operationNamed(machine, step.operation)?.renewed?.(step, serial) ?? step,
  );
  return other.some((step, index) => step !== sequence[index]) ? other : undefined;
}

/** For the literals of a bystander, all of which but those of the other follow from a seed. */
const seed = 1;
/** More bystanders of one step are not made. */
const mostBeside = 3;

/**
 * The sequence with what the machine puts beside the first thing that it makes: once with the later steps on the first, and once with them on the
 * other. The machine must allow them.
 */
function withBystanders<S, C, R, N>(machine: Machine<S, C, R, N>, sequence: Sequence): readonly Sequence[] {
  const draw = drawing(seededRandom(seed));
  let { initial: state } = machine;
  for (const [index, step] of sequence.entries()) {
    const after = presume(machine, state, step);
    if (after === undefined) return [];
    ({ state } = after);
    const beside: Sequence[number][] = [];
    let twin: StepId | undefined;
    for (let next = machine.bystander?.(state); next !== undefined && beside.length < mostBeside;) {
      const operation = operationNamed(machine, next.operation);
      if (operation === undefined) return [];
      const id = `${step.id}, beside ${beside.length + 1}`;
      const made = drawn(operation, state, { id, kind: next.kind, uses: next.uses }, draw);
      const then = presume(machine, state, made);
      if (then === undefined) return [];
      ({ state } = then);
      beside.push(made);
      if (next.of.step === step.id) twin = id;
      next = machine.bystander?.(state);
    }
    if (twin === undefined || operationNamed(machine, step.operation)?.renewed === undefined) continue;
    const [before, rest] = [sequence.slice(0, index + 1), sequence.slice(index + 1)];
    const onTwin = rest.map(({ uses, ...one }) => ({ ...one, uses: usesOf(uses, step.id, twin) }));
    return [rest, onTwin]
      .map((later) => renumbered([...before, ...beside, ...later]))
      .filter((candidate) => possible(machine, candidate));
  }
  return [];
}

function usesOf(uses: Sequence[number]['uses'], from: StepId, to: StepId): Sequence[number]['uses'] {
  return Object.fromEntries(Object.entries(uses).map(([role, id]) => [role, id === from ? to : id]));
}
