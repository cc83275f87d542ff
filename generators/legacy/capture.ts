import type { Attempt, Step } from '../../engine/model.ts';
import { hasLeft, isMore, lineRest, plus, restOf, worth, type Part } from '../../models/legacy/amounts.ts';
import type { LegacyState, Line, Payment } from '../../models/legacy/state.ts';
import type { ApiCall } from '../../models/wire.ts';
import { captureRequest } from '../../spec/legacy/capture.ts';
import {
  checksumOfAnother,
  drawNamed,
  foreign,
  readBack,
  request,
  requiredFields,
  simplerKinds,
  spoiled,
  subjectOf,
} from './requests.ts';

const required = requiredFields(captureRequest);
const inParts = [
  'one line',
  'last line',
  'half the quantity',
  'tax only',
  'shipping only',
  'the rest',
] as const;
const beyond = ['more than is left', 'a line again'] as const;

export const captureGenerator = {
  attempts(state: LegacyState): readonly Attempt[] {
    const known = Object.entries(state.payments).flatMap(([key, payment]) => attemptsOn(state, key, payment));
    return [...known, ...foreign(state)];
  },

  draw: drawNamed(required),

  resolve(state: LegacyState, step: Step): ApiCall | undefined {
    const subject = subjectOf(state, step);
    if (subject === undefined) return undefined;
    const payment = state.payments[step.uses['payment'] ?? ''];
    const intent = intents[step.kind];
    const part = payment && intent?.(payment);
    if (intent !== undefined && part === undefined) return undefined;
    const body = { payment_id: subject.id, ...(part && wire(part)) };
    return request(step, 'capture', body, subject.of, captureRequest);
  },

  readBack,

  simpler: (step: Step): readonly Step[] =>
    simplerKinds(step, {
      'the rest': ['full'],
      'half the quantity': ['full', 'one line'],
      'one line': ['full'],
      'last line': ['full', 'one line'],
      'tax only': ['full', 'one line'],
      'shipping only': ['full', 'one line'],
    }),
};

function attemptsOn(state: LegacyState, key: string, payment: Payment): readonly Attempt[] {
  const uses = { payment: key };
  const other = Object.keys(state.payments).find((candidate) => candidate !== key);
  const wrong = [...spoiled(uses), ...checksumOfAnother(key, other)];
  if (payment.state.is === 'close') {
    return [{ kind: 'full', uses, negative: true }, { kind: 'any line', uses, negative: true }, ...wrong];
  }
  if (payment.unsure) return wrong;
  const able = inParts.filter((kind) => isWithin(payment, intents[kind]?.(payment)));
  const unable = beyond.filter((kind) => intents[kind]?.(payment) !== undefined);
  return [
    { kind: 'full', uses },
    ...able.map((kind) => ({ kind, uses })),
    ...unable.map((kind) => ({ kind, uses, negative: true })),
    ...wrong,
  ];
}

/** Whether a part can be captured without touching a point that the document leaves open. */
function isWithin(payment: Payment, part: Part | undefined): boolean {
  if (part === undefined || !hasLeft(payment, part)) return false;
  const amount = worth(payment.order, part);
  if (amount === undefined || !isMore(amount, '0')) return false;
  return !isMore(plus(payment.taken.amount, amount), payment.order.total);
}

const partOf = (line: Line, quantity: number): Part => ({ items: [{ item: line.item, quantity }] });

/** The part that each intent means for what is left of a payment; undefined where there is none. */
const intents: Readonly<Record<string, (payment: Payment) => Part | undefined>> = {
  'one line': (payment) => {
    const line = payment.order.items.find(
      (candidate) =>
        lineRest(payment, candidate) > 0 &&
        isWithin(payment, partOf(candidate, lineRest(payment, candidate))),
    );
    return line && partOf(line, lineRest(payment, line));
  },
  'last line': (payment) => {
    const line = payment.order.items.at(-1);
    const rest = line === undefined ? 0 : lineRest(payment, line);
    return line && rest > 0 && payment.order.items.length > 1 ? partOf(line, rest) : undefined;
  },
  'half the quantity': (payment) => {
    const line = payment.order.items.find(
      (candidate) => lineRest(payment, candidate) > 1 && isMore(candidate.amount, '0'),
    );
    return line && partOf(line, Math.floor(lineRest(payment, line) / 2));
  },
  'tax only': (payment) => {
    const { tax } = restOf(payment);
    return tax !== undefined && isMore(tax, '0') ? { items: [], tax } : undefined;
  },
  'shipping only': (payment) => {
    const { shipping } = restOf(payment);
    return shipping !== undefined && isMore(shipping, '0') ? { items: [], shipping } : undefined;
  },
  'the rest': (payment) => nonZero(restOf(payment)),
  'more than is left': (payment) => {
    const rest = restOf(payment);
    return { ...nonZero(rest), shipping: plus(rest.shipping ?? '0', '1') };
  },
  'a line again': (payment) => {
    const taken = payment.order.items.find(
      (line) => lineRest(payment, line) === 0 && isMore(line.amount, '0'),
    );
    return taken && partOf(taken, 1);
  },
  'any line': (payment) => {
    const [line] = payment.order.items;
    return line && partOf(line, 1);
  },
};

function nonZero({ items, tax, shipping }: Part): Part {
  return {
    items,
    ...(tax !== undefined && isMore(tax, '0') && { tax }),
    ...(shipping !== undefined && isMore(shipping, '0') && { shipping }),
  };
}

function wire({ items, tax, shipping }: Part) {
  return {
    ...(items.length > 0 && { items: items.map(({ item, quantity }) => ({ item_id: item, quantity })) }),
    ...(tax !== undefined && { tax: Number(tax) }),
    ...(shipping !== undefined && { shipping: Number(shipping) }),
  };
}
