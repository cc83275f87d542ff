import type { Sequence, Uses } from '../../engine/model.ts';
import { operationNamed } from '../../engine/operations.ts';
import { avoiding } from '../../engine/walk/walk.ts';
import { turnKinds } from '../../generators/calendar.ts';
import { expiryEdges } from '../../generators/expiry-edges.ts';
import type { AnyMachine } from './machines.ts';
import { drawingUnder, drawnSteps, step, type Planned } from './planned.ts';

/** What a machine does beside the expiry of a payment. */
interface BesideExpiry {
  /** Makes the payment; the last step is its id's. */
  readonly made: readonly Planned[];
  /** A capture before, for what needs one: of all, and of a part where there are parts. */
  readonly captures: readonly string[];
  readonly read: readonly [operation: string, kind: string];
  /** The kind that moves the clock by half a day, where times are shown without a zone. Absent: they are shown in UTC. */
  readonly half?: string;
  /** Operations that depend on the expiry, or are still permitted behind it. */
  readonly asked: readonly (readonly [operation: string, kind: string, needs?: 'capture'])[];
  /** What measures the balance of an operation: asked before it, and behind it of the same capture. */
  readonly measures: Readonly<Record<string, Measures>>;
}

type Asked = readonly [operation: string, kind: string];
interface Measures {
  readonly before?: readonly Asked[];
  readonly behind?: readonly Asked[];
}

/** By machine. */
const beside: Readonly<Record<string, BesideExpiry>> = {
  legacy: {
    made: [step('clock', 'read-clock', 'read'), step('payment', 'authorize', 'several lines')],
    captures: ['full', 'one line'],
    read: ['status', 'read'],
    half: 'half a day',
    asked: [
      ['status', 'read'],
      ['capture', 'full'],
      ['update', 'same order'],
      ['close', 'plain'],
      ['refund', 'part', 'capture'],
    ],
    measures: {
      capture: { before: [['capture', 'more than is left']], behind: toTheLast('remaining+0.01') },
      refund: { behind: toTheLast('remaining+0.01') },
    },
  },
  'resource-payments': {
    made: [
      step('clock', 'read-clock', 'read'),
      step('token', 'issue-token', 'plain'),
      step('payment', 'create', 'several items', { token: 'token' }),
    ],
    captures: ['empty object'],
    read: ['get', 'plain'],
    asked: [
      ['get', 'plain'],
      ['capture', 'empty object'],
      ['update', 'all'],
      ['close', 'empty object'],
      ['refund', 'part', 'capture'],
    ],
    measures: {
      capture: { behind: toTheLast('remaining+1') },
      refund: { behind: toTheLast('remaining+1') },
    },
  },
};

/** More than is left of a capture, and then all of it. */
function toTheLast(beyond: string): readonly Asked[] {
  return [
    ['refund', beyond],
    ['refund', 'remaining'],
  ];
}

/** An order of any shape, which half of the payments are of where everything can be asked of it. */
const anyOrder = 'mixed order';

const farthest = expiryEdges.at(-1)?.kind ?? '';

/**
 * Each operation at each place beside an expiry, on a payment of its own, read afterwards and once more a day later, and payments at the turns of the
 * calendar. None of those that this target can't be asked for.
 */
export function besideExpiry(name: string, machine: AnyMachine, seed: number): readonly Sequence[] {
  const of = beside[name];
  if (of === undefined) return [];
  const draw = drawingUnder(seed);
  const isOffered = ({ operation }: Planned) =>
    operation !== 'read-clock' || operationNamed(machine, operation) !== undefined;
  const planned = [...besideEdges(of), ...[...atTurns(of), ...inBothHalves(of)].map((one) => [one])];
  return planned.flatMap((forms) => {
    for (const steps of forms) {
      const drawn = drawnSteps(machine, numbered(steps.filter(isOffered)), draw);
      if (drawn !== undefined) return [avoiding(machine, drawn.steps, () => true)];
    }
    return [];
  });
}

/** Each operation at each edge, in several forms, the first of which that can be made is taken: the last lacks what measures balances. */
function besideEdges(of: BesideExpiry): readonly (readonly (readonly Planned[])[])[] {
  return expiryEdges.flatMap(({ kind: edge }, turn) =>
    of.asked.flatMap((asked, nth) =>
      (asked[2] === undefined ? [undefined] : of.captures).map((captured) => {
        const place = { edge, asked, captured };
        const measures = of.measures[asked[0]] ?? {};
        const isAny = (turn + nth) % 2 === 1;
        return [
          ...(isAny ? [besideEdge(of, { ...place, measures, order: anyOrder })] : []),
          besideEdge(of, { ...place, measures }),
          besideEdge(of, { ...place, measures: {} }),
        ];
      }),
    ),
  );
}

function besideEdge(
  of: BesideExpiry,
  {
    edge,
    asked: [operation, kind],
    captured,
    order,
    measures: { before = [], behind = [] },
  }: {
    readonly edge: string;
    readonly asked: BesideExpiry['asked'][number];
    readonly captured: string | undefined;
    /** Default: that of `made`. */
    readonly order?: string;
    readonly measures: Measures;
  },
): readonly Planned[] {
  const { steps, on } = made(of, captured);
  const ofCapture = { ...on, ...(captured !== undefined && { capture: 'capture' }) };
  const capture = captured === undefined ? 'asked' : 'capture';
  return [
    ...steps.map((one) => (one.id === 'payment' && order !== undefined ? { ...one, kind: order } : one)),
    step('moved', 'pass-time', edge, on),
    ...before.map((one, nth) => step(`before ${nth + 1}`, ...one, ofCapture)),
    step('asked', operation, kind, ofCapture),
    ...behind.map((one, nth) => step(`behind ${nth + 1}`, ...one, { ...on, capture })),
    step('read', ...of.read, on),
    ...(edge === farthest
      ? []
      : [step('moved again', 'pass-time', farthest, on), step('read again', ...of.read, on)]),
  ];
}

/** The steps under the names that steps have in every sequence. */
function numbered(planned: readonly Planned[]): readonly Planned[] {
  const names = new Map(planned.map(({ id }, at) => [id, `s${at + 1}`]));
  const nameOf = (id: string): string => names.get(id) ?? id;
  return planned.map(({ id, uses, ...rest }) => ({
    ...rest,
    id: nameOf(id),
    uses: Object.fromEntries(Object.entries(uses).map(([role, of]) => [role, nameOf(of)])),
  }));
}

/** A payment at each turn of the calendar, captured and read. None on a target whose clock can't be read. */
function atTurns(of: BesideExpiry): readonly (readonly Planned[])[] {
  const [clock, ...making] = of.made;
  if (clock?.operation !== 'read-clock') return [];
  const on: Uses = { payment: 'payment' };
  const [captured = ''] = of.captures;
  const again = { ...clock, id: 'clock again' };
  return turnKinds.map((kind) => [
    clock,
    step('moved', 'pass-time', kind),
    ...making,
    again,
    step('read', ...of.read, on),
    step('capture', 'capture', captured, on),
    step('read again', ...of.read, on),
  ]);
}

/** Payments of both halves of a day: a clock of 12 hours shows by two of them alone. */
function inBothHalves({ made: making, read, half }: BesideExpiry): readonly (readonly Planned[])[] {
  const [clock] = making;
  if (half === undefined || clock?.operation !== 'read-clock') return [];
  const of = (payment: string): readonly Planned[] => [
    ...making.slice(1).map((one) => ({ ...one, id: payment })),
    { ...clock, id: `clock after ${payment}` },
    step(`read ${payment}`, ...read, { payment }),
  ];
  const first = 'payment';
  return [[clock, ...of(first), step('moved', 'pass-time', half, { payment: first }), ...of('other')]];
}

function made({ made: making }: BesideExpiry, captured: string | undefined) {
  const on: Uses = { payment: 'payment' };
  const capture = captured === undefined ? [] : [step('capture', 'capture', captured, on)];
  return { steps: [...making, ...capture], on };
}
