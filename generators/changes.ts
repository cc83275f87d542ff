import type { Changes } from '../engine/machine.ts';
import { otherFields } from './malformed-classes.ts';

/** The classes of an operation's kinds, and that of all others. */
type Classes = { readonly [kind: string]: string } & { readonly otherwise: string };

/** Changes of one entity by a table: by operation, the class of each kind in runs of three. */
function classesOf(entity: string, table: { readonly [operation: string]: Classes }): Changes {
  return {
    entity,
    classOf(operation, kind) {
      const classes = Object.hasOwn(table, operation) ? table[operation] : undefined;
      if (classes === undefined) return undefined;
      return `${operation} ${Object.hasOwn(classes, kind) ? classes[kind] : classes.otherwise}`;
    },
  };
}

const rest = 'all that is left';
const part = 'a part';
const noField = Object.fromEntries(Object.keys(otherFields).map((kind) => [kind, 'no field']));

/** Of a payment of the signed interface: whether something is left after them, and whether an update touches more than the order_ref. */
export const legacyChanges: Changes = classesOf('payment', {
  capture: { full: rest, 'the rest': rest, otherwise: part },
  refund: { full: rest, remaining: rest, otherwise: part },
  update: { 'order_ref only': 'order_ref', otherwise: 'order' },
});

/** Of a payment of the resource interface: whether something is left to refund, and how much an update replaces. */
export const paymentChanges: Changes = classesOf('payment', {
  capture: { otherwise: 'all' },
  refund: { none: rest, 'none with reason': rest, remaining: rest, otherwise: part },
  update: { ...noField, nothing: 'no field', all: 'all fields', otherwise: 'one field' },
});

/** Of a token. */
export const tokenChanges: Changes = classesOf('token', {
  suspend: { otherwise: 'once' },
  resume: { otherwise: 'once' },
  delete: { otherwise: 'once' },
});
