import { judgeNotifications } from '../../engine/judge/judge-notifications.ts';
import { initialBelief, type Belief } from '../../engine/judge/belief.ts';
import { observe } from '../../engine/judge/observe.ts';
import { operationOf } from '../../engine/operations.ts';
import type { Notification, Reply } from '../../models/wire.ts';
import { getOrCreate } from '../../engine/collections.ts';
import { type Change, type KnownValues, isList, isObject } from './change-json.ts';
import { changedNotification, changedReply } from './change-reply.ts';
import type { RecordedSequence } from './record.ts';
import { otherAnswers } from './other-answers.ts';
import type { Broken, Tally } from './tally.ts';
import type { Json } from '../../engine/model.ts';

/** Answers to one operation that stand for another answer. */
const mostAnswers = 12;

const nothing: Broken = { accused: [], cited: [] };

/** Changes one thing at a time of what a sound server has answered, and tallies the rows that turn red. */
export function tryChanges(recorded: readonly RecordedSequence[], tally: Tally): void {
  const answers = answersIn(recorded);
  const others = recorded.flatMap(({ received }) => received);
  for (const sequence of recorded) {
    const replies = sequence.execution.performed.flatMap(({ observation }) =>
      'reply' in observation ? [observation.reply] : [],
    );
    const known = valuesIn(replies.map(({ body }) => body));
    const trying = { tally, known, others, answers };
    const belief = tryReplies(sequence, trying);
    if (belief !== undefined && sequence.notifications) tryNotifications(sequence, belief, trying);
  }
}

interface Trying {
  readonly tally: Tally;
  readonly known: KnownValues;
  /** Notifications of every sequence. */
  readonly others: readonly Notification[];
  readonly answers: ReadonlyMap<string, ReadonlyMap<string, Reply>>;
}

/** Gives the belief at the sequence's end; undefined where an answer was lost on the way. */
function tryReplies(
  { machine, execution, notifications }: RecordedSequence,
  { tally, known, answers }: Omit<Trying, 'others'>,
): Belief<unknown, Notification> | undefined {
  let belief = initialBelief<unknown, Notification>(execution.initial);
  for (const { step, call, observation, control, outcome } of execution.performed) {
    const operation = operationOf(machine, step);
    const refuses = (reply: Reply) => machine.refuses?.(reply) === true;
    const judged = (reply: Reply) =>
      observe(operation, step, call, belief, { reply }, { notifications, late: true, refuses });
    if (!('reply' in observation)) return undefined;
    const sound = judged(observation.reply);
    if (sound.kind !== 'explained') return undefined;
    if (!control)
      tally.add(
        { rows: sound.evidence, where: `${step.operation}: ${outcome}` },
        changedReply(observation.reply, known, [
          ...(answers.get(`${machine.name} ${step.operation}`)?.values() ?? []),
          ...otherAnswers(machine.name),
        ]),
        (reply) => {
          const verdict = judged(reply);
          if (verdict.kind !== 'violated') return nothing;
          return { accused: verdict.breaches.map(({ rule }) => rule), cited: verdict.cited };
        },
      );
    ({ belief } = sound);
  }
  return belief;
}

function tryNotifications(
  { machine, received, identity }: RecordedSequence,
  belief: Belief<unknown, Notification>,
  { tally, known, others }: Trying,
): void {
  const judged = (all: readonly Notification[]) => judgeNotifications(machine, belief, all, identity);
  const { evidence, breaches } = judged(received);
  if (breaches.length > 0) return;
  tally.add({ rows: evidence, where: 'notifications' }, changedList(received, known, others), (all) => {
    const accused = judged(all).breaches.map(({ rule }) => rule);
    return { accused, cited: accused };
  });
}

/** One notification left out, changed, or sent once more with a change. */
function* changedList(
  received: readonly Notification[],
  known: KnownValues,
  others: readonly Notification[],
): Generator<Change<readonly Notification[]>> {
  for (const [index, notification] of received.entries()) {
    const rest = received.filter((one) => one.text !== notification.text);
    yield { what: `drop notification ${index + 1}`, value: rest };
    for (const { what, value } of changedNotification(notification, known, others)) {
      yield { what: `${what}, of notification ${index + 1}`, value: [...rest, value] };
      yield { what: `${what}, of a copy of notification ${index + 1}`, value: [...received, value] };
    }
  }
}

/** Operation → outcome → an answer. */
function answersIn(recorded: readonly RecordedSequence[]): ReadonlyMap<string, ReadonlyMap<string, Reply>> {
  const answers = new Map<string, Map<string, Reply>>();
  for (const { machine, execution } of recorded)
    for (const { step, observation, outcome } of execution.performed) {
      const known = getOrCreate(answers, `${machine.name} ${step.operation}`, () => new Map<string, Reply>());
      if ('reply' in observation && known.size < mostAnswers && !known.has(outcome))
        known.set(outcome, observation.reply);
    }
  return answers;
}

/** Values kept of a field. */
const mostValues = 8;

/** The values of each field in some bodies, by the name of the field alone, so that one is tried in place of another. */
function valuesIn(bodies: readonly unknown[]): KnownValues {
  const byField = new Map<string, Map<string, Json>>();
  const note = (field: string, value: Json): void => {
    if (isList(value)) for (const inner of value.slice(0, mostValues)) note(field, inner);
    else if (isObject(value)) for (const [name, inner] of Object.entries(value)) note(name, inner);
    else {
      const values = getOrCreate(byField, field, () => new Map<string, Json>());
      if (values.size < mostValues) values.set(JSON.stringify(value), value);
    }
  };
  // Lists last: they show what others have made, too.
  const single = bodies.filter((body) => !Array.isArray(body));
  const lists = bodies.filter((body) => Array.isArray(body));
  for (const body of [...single, ...lists]) if (body !== undefined) note('', body as Json);
  return (field) => [...(byField.get(field)?.values() ?? [])];
}
