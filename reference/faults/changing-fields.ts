import { allFields } from '../../spec/fields/all-fields.ts';
import type { Field, Form, RecordFields } from '../../spec/fields/field.ts';
import { isObject } from '../json.ts';
import type { HandlerReply, ReplyWrapper } from '../seams.ts';
import { soundDeliveryRules } from '../webhooks/rules.ts';
import type { Fault } from './fault.ts';
import { succeeding } from './replies.ts';

/** Another value of each form, which is as right by itself as the one that it stands for. */
const others: Readonly<Record<Form, (value: unknown) => unknown>> = {
  id: (id) => `${text(id)}x`,
  text: (shown) => `${text(shown)} (2)`,
  word: (word) => `${text(word)}2`,
  kanji: (name) => `${text(name)}子`,
  katakana: (name) => `${text(name)}コ`,
  email: (address) => `x${text(address)}`,
  phone: (number) => text(number).replace(/\d$/, (last) => String((Number(last) + 1) % 10)),
  number: (amount) => Number(amount) + 1,
  integer: (count) => Number(count) + 1,
  instant: (instant) => later(instant),
  flag: (flag) => flag !== true,
  state: (state) => another[text(state).toUpperCase()] ?? state,
  pairs: (pairs) => ({ ...(isObject(pairs) && pairs), another: 'pair' }),
  'civil-time': (time) =>
    later(`${text(time).replace(' ', 'T')}Z`)
      .slice(0, 19)
      .replace('T', ' '),
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const another: Readonly<Record<string, string>> = {
  AUTHORIZED: 'CLOSED',
  CLOSED: 'AUTHORIZED',
  REJECTED: 'AUTHORIZED',
  ACTIVE: 'SUSPENDED',
  SUSPENDED: 'ACTIVE',
  OPEN: 'close',
  CLOSE: 'open',
};

/** A second later; where there was no instant, one of long ago. */
function later(instant: unknown): string {
  const ms = Date.parse(text(instant));
  return new Date(Number.isNaN(ms) ? 0 : ms + 1000).toISOString();
}

/** The body with another value at a path, of which `*` is each entry of a list. */
function changedAt(body: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return change(body);
  if (name === '*') return Array.isArray(body) ? body.map((one) => changedAt(one, rest, change)) : body;
  return isObject(body) ? { ...body, [name]: changedAt(body[name], rest, change) } : body;
}

type Change = (value: unknown) => unknown;

/** Shows another value of a field in replies. */
export function showing({ record, field }: Cell, change: Change): (reply: HandlerReply) => HandlerReply {
  return (reply) => ({
    ...reply,
    body: changedAt(reply.body, [...record.at, field.name], change) as HandlerReply['body'],
  });
}

/** Shows another value of a field in notifications. */
export function notifying({ field: { name } }: Cell, change: Change): NonNullable<Fault['delivery']> {
  return {
    body(...event) {
      const body = soundDeliveryRules.body(...event);
      return name in body ? { ...body, [name]: change(body[name as keyof typeof body]) } : body;
    },
  };
}

const other = ({ field: { form } }: Cell): Change => others[form];

/** A field of the table with its record: a cell. */
export interface Cell {
  readonly record: RecordFields;
  readonly field: Field;
}

export const cells: readonly Cell[] = allFields.flatMap((record) =>
  record.fields.map((field) => ({ record, field })),
);

export const idOf = ({ record: { record, read }, field: { name } }: Cell): string =>
  [read.includes('.') ? 'resource' : '', record, name.replaceAll('_', '-')]
    .filter((part) => part !== '')
    .join('-');

/** A field that shows another value in every second answer to a read. */
function inReads(cell: Cell): Fault {
  const { record, field } = cell;
  const show = showing(cell, other(cell));
  const everySecond: ReplyWrapper = (reply, { nthOfRecord }) => (nthOfRecord % 2 === 1 ? show(reply) : reply);
  return {
    id: `${idOf(cell)}-changes-on-read`,
    requirement: (field.onRead ?? record.readChangesNothing).id,
    summary: `Every second read of a ${record.record} shows another ${field.name}.`,
    derived: true,
    reply: { [record.read]: succeeding(everySecond) },
  };
}

/** Whether the service gives a record itself this value once and for all, and further operations show it. */
const isConstant = ({ record: { at, alsoIn }, field: { from, changedBy, onRead } }: Cell): boolean =>
  from === 'service' &&
  changedBy.length === 0 &&
  onRead === undefined &&
  alsoIn.length > 0 &&
  !at.includes('*');

/** A field that the service has chosen, and that shows another value in the replies to changes. */
function inReplies(cell: Cell): Fault {
  const { record, field } = cell;
  const show = succeeding(showing(cell, other(cell)));
  const changes = record.alsoIn.filter((operation) => !beginnings.has(operation));
  return {
    id: `${idOf(cell)}-changes-in-replies`,
    requirement: field.row.id,
    summary: `The replies to changes show another ${field.name} of a ${record.record}.`,
    derived: true,
    reply: Object.fromEntries(changes.map((operation) => [operation, show])),
  };
}

/** What shows a record first, and a list that has a row of its own. */
const beginnings: ReadonlySet<string> = new Set(['payments.create', 'tokens.list']);

/** A notification that shows another value than the payment has. */
function inEvents(cell: Cell): Fault {
  const { name, row } = cell.field;
  return {
    id: `${idOf(cell)}-differs`,
    requirement: row.id,
    summary: `Notifications show another ${name}.`,
    derived: true,
    delivery: notifying(cell, other(cell)),
  };
}

/** The faults of the table of fields: for each cell another value on a read, and for each that nothing changes one in the replies to changes. */
export const changingFieldFaults: readonly Fault[] = [
  ...cells.map((cell) => (cell.record.read === 'events' ? inEvents(cell) : inReads(cell))),
  ...cells.filter(isConstant).map(inReplies),
];
