import * as fc from 'fast-check';
import { execute } from '../../../engine/judge/execute.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { Check, Outcome, Sequence, Step, StepId } from '../../../engine/model.ts';
import type { Call, Notification, Reply } from '../../../models/wire.ts';
import { Answers, type Executed, type Split } from '../../../suites/experiments/answers.ts';
import type { Bench } from '../../../suites/experiments/examine.ts';

/** The open point whether a box may be opened, and the one whether it may be marked, which is one of each kind of mark. */
export const opening = 'resource.refund.fractions';
export const marking = 'resource.requests.odd-numbers';

interface Box {
  /** Undefined: no reply has shown it. */
  readonly key: string | undefined;
  readonly open: boolean;
}
type State = Readonly<Record<StepId, Box>>;

/** What a target may decide a question by. */
export interface Question {
  readonly kind: string;
  readonly color: string;
  readonly weight: number;
  /** How often the box was turned before. */
  readonly turns: number;
  /** How often it was refused something before. */
  readonly refusals: number;
  /** The requests of the run before it, and how many questions there were. */
  readonly before: number;
  readonly asked: number;
}

const replies = (http: number): Check<Reply> => ({
  cites: [`boxes.answer-${http}`],
  test: (reply) =>
    reply.http === http
      ? []
      : [{ rule: `boxes.answer-${http}`, expected: String(http), received: String(reply.http) }],
});
const shows = (isOpen: boolean): Check<Reply> => ({
  cites: ['boxes.look-shows'],
  test: ({ body }) => {
    const isShown = JSON.stringify(body) === JSON.stringify({ open: isOpen });
    return isShown
      ? []
      : [{ rule: 'boxes.look-shows', expected: String(isOpen), received: JSON.stringify(body) }];
  },
});

const boxOf = (state: State, { uses }: Pick<Step, 'uses'>): Box | undefined => state[uses['box'] ?? ''];
const callOf = (operation: string, key: string, body?: Record<string, number | string | boolean>): Call => ({
  to: 'control',
  operation,
  method: 'POST',
  path: key,
  ...(body && { body }),
});
const onEach = (state: State, kinds: readonly string[]) =>
  Object.keys(state).flatMap((box) => kinds.map((kind) => ({ kind, uses: { box } })));
const ask = (state: State, step: Step, name: string) => {
  const box = boxOf(state, step);
  return box && callOf(name, box.key ?? 'unknown', { kind: step.kind });
};
const opened = (state: State, step: Step): State => {
  const { box = '' } = step.uses;
  return { ...state, [box]: { key: state[box]?.key, open: true } };
};

/** Either answer to an open point; `http` of the refusal. A refusal of the same status shows in a later look alone. */
function either(point: string, state: State, next: State, refusal: number): Outcome<State, Reply>[] {
  return [
    { name: 'accepted', assumes: { [point]: 'accepted' }, checks: [replies(200)], next: () => next },
    {
      name: 'refused',
      refused: true,
      assumes: { [point]: 'refused' },
      checks: [replies(refusal)],
      next: () => state,
    },
  ];
}

/**
 * Boxes of two colors and of a weight. They may be turned as often as wanted, and whether one can be opened is an open point. The kind `quietly` gets the same
 * reply in any case, and a look shows the answer. An open box is surely not opened again, and can be turned back.
 */
const boxes: Machine<State, Call, Reply, Notification> = {
  name: 'boxes',
  initial: {},
  abstract: (state, uses) => (boxOf(state, { uses })?.open === true ? 'open' : 'closed'),
  presumed: (_after, { id }) => ({ ...plainReply, body: { key: `key of ${id}` } }),
  refuses: ({ http }) => http >= 400,
  combinations: {
    make: { kinds: { red: { color: 'red' }, blue: { color: 'blue' } }, impossible: [] },
  },
  operations: [
    {
      name: 'make',
      attempts: () => ['red', 'blue'].map((kind) => ({ kind, uses: {} })),
      draw: (_attempt, _state, draw) => draw(fc.integer({ min: 1, max: 100 })),
      resolve: (_state, { kind, data }) => callOf('make', '', { kind, weight: Number(data) }),
      predict: (state, _call, { id }) => [
        {
          name: 'made',
          checks: [replies(200)],
          next: (reply) => {
            const key = (reply?.body as { readonly key?: string } | undefined)?.key;
            return { ...state, [id]: { key, open: false } };
          },
        },
      ],
    },
    {
      name: 'turn',
      attempts: (state) =>
        Object.entries(state).flatMap(([box, { open }]) =>
          ['one', ...(open ? ['back'] : [])].map((kind) => ({ kind, uses: { box } })),
        ),
      resolve: (state, step) => ask(state, step, 'turn'),
      predict: (state) => [{ name: 'turned', checks: [replies(200)], next: () => state }],
    },
    {
      name: 'open',
      attempts: (state) => onEach(state, ['slowly', 'quickly', 'quietly']),
      resolve: (state, step) => ask(state, step, 'open'),
      predict: (state, _call, step) =>
        boxOf(state, step)?.open === true
          ? [{ name: 'refused: open', refused: true, checks: [replies(404)], next: () => state }]
          : either(opening, state, opened(state, step), step.kind === 'quietly' ? 200 : 409),
    },
    {
      name: 'mark',
      attempts: (state) => onEach(state, ['large', 'small']),
      resolve: (state, step) => ask(state, step, 'mark'),
      predict: (state) => either(marking, state, state, 409),
    },
    {
      name: 'look',
      reads: true,
      attempts: (state) => onEach(state, ['one']),
      resolve: (state, step) => ask(state, step, 'look'),
      predict: (state, _call, step) => [
        { name: 'shown', checks: [shows(boxOf(state, step)?.open === true)], next: () => state },
      ],
    },
  ],
};
export { boxes as boxesMachine };

const plainReply: Reply = {
  http: 200,
  contentType: 'application/json',
  body: {},
  text: '',
  sentAt: 0,
  receivedAt: 0,
};

/** What a target answers: the refusal, or `broken`, which no rule permits. */
export type Accepts = (question: Question) => boolean | 'broken';

/** A target that decides each question so, with the requests that it got. */
export class BoxTarget {
  requests = 0;
  /** What was run. */
  readonly ran: Sequence[] = [];
  /** The run is to end. */
  isStopped = false;
  #asked = 0;
  readonly #accepts: Accepts;

  constructor(accepts: Accepts) {
    this.#accepts = accepts;
  }

  get bench(): Bench {
    return {
      machine: boxes,
      seed: 1,
      run: (sequence) => this.run(sequence),
      requests: () => this.requests,
      stop: () => this.isStopped,
    };
  }

  /** Runs a sequence on boxes of its own. */
  run(sequence: Sequence): Promise<Executed> {
    this.ran.push(sequence);
    return execute(boxes, sequence, this.driver(), { notifications: false });
  }

  /** What runs one sequence. */
  driver() {
    const made = new Map<string, Omit<Question, 'kind' | 'before' | 'asked'> & { readonly open: boolean }>();
    return {
      send: (call: Call) => {
        const before = this.requests;
        this.requests += 1;
        const { kind = '', weight = 0 } = (call.body ?? {}) as { kind?: string; weight?: number };
        const { operation, path } = call;
        if (operation === 'make') {
          const key = `key-${made.size + 1}`;
          made.set(key, { color: kind, weight, turns: 0, refusals: 0, open: false });
          return Promise.resolve({ reply: { ...plainReply, body: { key } } });
        }
        const box = made.get(path);
        if (box === undefined) throw new Error(`there is no box ${path}`);
        const answer = (http: number, body: unknown = {}) =>
          Promise.resolve({ reply: { ...plainReply, http, body } });
        if (operation === 'look') return answer(200, { open: box.open });
        if (operation === 'turn') {
          made.set(path, { ...box, turns: box.turns + 1 });
          return answer(200);
        }
        if (operation === 'open' && box.open) return answer(404);
        this.#asked += 1;
        const isAccepted = this.#accepts({ ...box, kind, before, asked: this.#asked });
        if (isAccepted === 'broken') return answer(500);
        if (!isAccepted) made.set(path, { ...box, refusals: box.refusals + 1 });
        else if (operation === 'open') made.set(path, { ...box, open: true });
        return answer(isAccepted || kind === 'quietly' ? 200 : 409);
      },
    };
  }

  /** Runs these sequences, and gives what was answered in several ways. */
  async explore(sequences: readonly Sequence[]): Promise<Answers> {
    const answers = new Answers(boxes);
    for (const sequence of sequences) {
      const before = this.requests;
      answers.note(await this.run(sequence), before);
    }
    this.ran.length = 0;
    return answers;
  }

  /** The rarest answer that came of these sequences. */
  async split(sequences: readonly Sequence[]): Promise<Split> {
    const [split] = (await this.explore(sequences)).splits();
    if (split === undefined) throw new Error('all was answered in one way');
    return split;
  }
}

/** The sequence of some steps on one box: `make red 5`, `turn one`, `open slowly`. */
export function onBox(...steps: readonly string[]): Sequence {
  return steps.map((text, index) => {
    const [operation = '', kind = '', data] = text.split(' ');
    const uses: Step['uses'] = operation === 'make' ? {} : { box: 's1' };
    return {
      id: `s${index + 1}`,
      operation,
      kind,
      uses,
      ...(operation === 'make' && { data: Number(data ?? 10) }),
    };
  });
}
