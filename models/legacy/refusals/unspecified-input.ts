import { Big } from 'big.js';
import type { z } from 'zod';
import { legacyLatitudes as open } from '../../../spec/legacy/latitudes/latitudes.ts';
import { refuserOf } from '../../../spec/wire-variants.ts';
import { at, isObject } from '../../checks.ts';
import { isUnusual } from '../../unusual-lines.ts';
import { isConvertible } from '../../decimal.ts';
import { isUnusualText, type TextUse } from '../../texts.ts';
import type { ApiCall } from '../../wire.ts';
import { isOrderRefOnly } from '../payment/order.ts';
import { authorizeSigned } from '../replies/authorize-material.ts';
import { issuesOf, lacksDetail } from './required.ts';
import { orderRefTable, tables } from '../tables.ts';

/** What is unspecified about a request: the document promises neither its execution nor its refusal. */
export type UnspecifiedInput =
  'detail' | 'type' | 'convertible' | 'empty' | 'number' | 'fraction' | 'order' | 'text' | 'form';

/** The open point about each kind of unspecified input. */
export const openPointOf = {
  detail: open.missingDetails,
  type: open.otherTypes,
  convertible: open.convertible,
  empty: open.emptyValues,
  number: open.unspecifiedNumbers,
  fraction: open.fractions,
  order: open.unusualOrders,
  text: open.unspecifiedTexts,
  form: open.unspecifiedForms,
} as const;

// A cache, since each hypothesis asks about the same call.
const known = new WeakMap<ApiCall, UnspecifiedInput | 'none'>();

/** What is unspecified about a call's body, by the table of its operation; undefined: nothing. */
export function unspecifiedInputOf(
  operation: keyof typeof tables,
  call: ApiCall,
): UnspecifiedInput | undefined {
  let input = known.get(call);
  if (input === undefined) {
    input = judged(tableOf(operation, call.body), call);
    known.set(call, input);
  }
  return input === 'none' ? undefined : input;
}

/** The table of an operation's body; an update of the order_ref alone has its own. */
const tableOf = (operation: keyof typeof tables, body: unknown): z.ZodObject =>
  isOrderRefOnly(body) ? orderRefTable : tables[operation];

/** Whether a value that the checksum of an Authorize covers is of another type than its table has: a server may convert it before it makes its own. */
export function signsOtherTypes(body: unknown): boolean {
  return issuesOf(tables.authorize, body).some(({ path }) =>
    authorizeSigned.some((signed) => signed.every((name, nth) => path[nth] === name)),
  );
}

/** Whether more than that is unspecified about a body, so that a refusal does not show which of them it is for. */
export function isUnspecifiedOtherwise(
  operation: keyof typeof tables,
  { body, strayBytes, spelling }: ApiCall,
  input: UnspecifiedInput,
): boolean {
  const table = tableOf(operation, body);
  const odd = oddIn(body);
  const issues = issuesOf(table, body);
  // A detail that another value is in the place of is one of another type too. Who pays and how much is no detail.
  const further = input === 'detail' ? issues.filter(({ path }) => !isInAddress(path)) : issues;
  const found = new Set<Odd | UnspecifiedInput>([...odd, ...further.map((one) => typeOf(one, body))]);
  found.delete('unclear');
  if (furtherIn(table, body, strayBytes, textsIn(odd)) !== undefined) found.add('text');
  if (isObject(body) && refuserOf(spelling, body) !== undefined) found.add('form');
  found.delete(input);
  return found.size > 0;
}

/** The same of a body that lacks required fields, beside what it lacks. */
export function unspecifiedBesideMissing(
  operation: keyof typeof tables,
  { body, strayBytes }: ApiCall,
): UnspecifiedInput | undefined {
  const table = tableOf(operation, body);
  const found = oddIn(body);
  if (found.has('number')) return 'number';
  if (found.has('empty')) return 'empty';
  const present = issuesOf(table, body).filter(({ path }) => at(body, path.map(String)) !== undefined);
  const other = worstOf(present, body);
  if (other !== undefined) return other;
  return furtherIn(table, body, strayBytes, found);
}

/**
 * Whether what follows from executing a call is open. Of most numbers the document leaves open only whether such a request is executed: sums
 * and states are then as certain as after any other.
 */
export function isOutcomeOpen(operation: keyof typeof tables, call: ApiCall): boolean {
  const input = unspecifiedInputOf(operation, call);
  if (input === 'number') return isResultOpen(tableOf(operation, call.body), call.body);
  return input !== undefined && !certainOnceExecuted.has(input);
}

/** What a target may refuse, and whose result is certain where it does not. */
const certainOnceExecuted: ReadonlySet<UnspecifiedInput> = new Set(['text', 'fraction', 'order', 'form']);

/** The same of a part of a body: values of other types, empty ones, numbers of which it is not shown what they come to. */
export function isResultOpen(schema: z.ZodType, part: unknown): boolean {
  const found = oddIn(part);
  return found.has('unclear') || found.has('empty') || issuesOf(schema, part).length > 0;
}

function judged(table: z.ZodObject, { body, strayBytes, spelling }: ApiCall): UnspecifiedInput | 'none' {
  if (!isObject(body)) return 'none';
  if (lacksDetail(table, body)) return 'detail';
  const found = oddIn(body);
  const value = worst(found, table, body);
  if (value !== undefined) return value;
  return (
    furtherIn(table, body, strayBytes, found) ?? (refuserOf(spelling, body) === undefined ? 'none' : 'form')
  );
}

/** Fractions of a yen, orders as few shops have them, fields that no table has, bytes that are no text, texts that no shop needs. */
function furtherIn(
  table: z.ZodObject,
  body: unknown,
  strayBytes: true | undefined,
  found: ReadonlySet<Odd>,
): 'fraction' | 'order' | 'text' | undefined {
  if (found.has('fraction')) return 'fraction';
  if (found.has('order')) return 'order';
  const further = isObject(body) && Object.keys(body).some((name) => !Object.hasOwn(table.shape, name));
  return further || strayBytes === true || found.has('text') ? 'text' : undefined;
}

function worst(found: ReadonlySet<Odd>, schema: z.ZodType, part: unknown) {
  if (found.has('number')) return 'number';
  if (found.has('empty')) return 'empty';
  return worstOf(issuesOf(schema, part), part);
}

/** Of values of another type: whether there is one that nothing converts to the right type. */
function worstOf(issues: readonly z.core.$ZodIssue[], part: unknown): 'type' | 'convertible' | undefined {
  if (issues.length === 0) return undefined;
  return issues.some((one) => typeOf(one, part) === 'type') ? 'type' : 'convertible';
}

function typeOf(issue: z.core.$ZodIssue, part: unknown): 'type' | 'convertible' {
  const value = at(part, issue.path.map(String));
  return issue.code === 'invalid_type' && isConvertible(issue.expected, value) ? 'convertible' : 'type';
}

const isInAddress = ([first, second]: readonly PropertyKey[]): boolean =>
  first === 'buyer' && second === 'address';

/** `unclear`: a number of which it is not shown what it comes to. */
type Odd = Exclude<UnspecifiedInput, 'detail' | 'type' | 'convertible'> | 'unclear';

/** What is odd about texts alone. */
const textsIn = (odd: ReadonlySet<Odd>): ReadonlySet<Odd> => new Set(odd.has('text') ? ['text'] : []);

/** All that is odd about a value or about anything in it. */
function oddIn(value: unknown): ReadonlySet<Odd> {
  const found = new Set<Odd>();
  collect(value, '', found);
  return found;
}

/** An element of a list has the list's name. */
function collect(value: unknown, name: string, found: Set<Odd>): void {
  if (typeof value === 'number') {
    if (isUnspecifiedNumber(value, name)) found.add('number');
    if (isUnclear(value, name)) found.add('unclear');
    if (money.has(name) && !Number.isInteger(value)) found.add('fraction');
  } else if (typeof value === 'string') {
    if (value === '') found.add('empty');
    // What a server makes of an amount that is written as text.
    if (money.has(name) && /^-?\d+\.\d+$/.test(value)) found.add('fraction');
    if (isUnspecifiedText(value, name)) found.add('text');
  } else if (Array.isArray(value)) {
    if (value.length === 0) found.add('empty');
    if (name === 'items' && isUnusual(value)) found.add('order');
    for (const one of value) collect(one, name, found);
  } else if (isObject(value)) for (const inner of Object.keys(value)) collect(value[inner], inner, found);
}

/** Ordinary numbers by the name of their field; the document shows no limits. */
const ordinary: Readonly<Record<string, readonly [least: number, most: number]>> = {
  quantity: [1, 1e6],
  tax: [0, 1e9],
  shipping: [0, 1e9],
  // A discount is below zero. A refund of zero is an open point of its own.
  amount: [-1e9, 1e9],
  total_amount: [0.01, 1e9],
  customer_age: [0, 1e5],
  last_order: [0, 1e5],
  num_orders: [0, 1e5],
  last_order_amount: [0, 1e12],
  ltv: [0, 1e12],
};

function isUnspecifiedNumber(value: number, name: string): boolean {
  const bounds = ordinary[name];
  if (bounds === undefined) return false;
  if (value < bounds[0] || value > bounds[1]) return true;
  if (money.has(name)) return decimalsOf(value) > mostDecimals;
  return wholes.has(name) && !Number.isInteger(value);
}

/** Counts that are none, what lowers a total without being a discount, and amounts that a target rounds: the finer ones, and those past what a double holds. */
function isUnclear(value: number, name: string): boolean {
  if (name === 'quantity') return !Number.isSafeInteger(value) || value < 1;
  if (!money.has(name)) return false;
  const isBelow = name !== 'amount' && value < 0;
  return isBelow || Math.abs(value) > Number.MAX_SAFE_INTEGER || decimalsOf(value) > mostDecimals;
}

/** A target that stores hundredths has to round anything finer. */
const mostDecimals = 2;
const money = new Set(['amount', 'total_amount', 'tax', 'shipping']);

function decimalsOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  return new Big(value).toFixed().split('.')[1]?.length ?? 0;
}

const wholes = new Set(['quantity', 'customer_age', 'last_order', 'num_orders']);

/** What texts are for, by the name of their field; others have a stated form. */
const uses: Readonly<Record<string, TextUse>> = {
  title: 'free',
  store: 'free',
  address1: 'line',
  address2: 'line',
  address3: 'line',
  address4: 'line',
  item_id: 'id',
  order_ref: 'id',
};

function isUnspecifiedText(value: string, name: string): boolean {
  const use = Object.hasOwn(uses, name) ? uses[name] : undefined;
  return isUnusualText(value, use ?? 'stated');
}
