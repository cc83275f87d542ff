import type { HttpExchange } from 'allure-js-commons/http';
import { html, type Html, inLines, lines } from '../html.ts';
import type { Breach } from '../../../engine/model.ts';
import { type Expect, httpStatus, isNotified } from '../../../spec/expect.ts';
import { expectsOf } from '../../reproduction/claim.ts';

type Pairs = readonly { readonly name: string; readonly value: string }[];
type Body = { readonly value?: string; readonly truncated?: boolean };

/** Longer bodies are shown as they came, cut. */
const longestBody = 20_000;
const mostLines = 120;
const mostHeaders = 40;

/** What may hold a secret. The journal has placeholders there (`<API_KEY>`); anything else is masked once more. */
const secret = /^(?:proxy-)?authorization$|cookie|secret|token|api-?key/i;
const placeholder = /^(?:\w+ )?<[^<>]+>$/;

/** A request as HTTP: method and URL, headers, body. */
export function requestView({ request }: HttpExchange): Html {
  const { method, url, headers = [] } = request;
  // A body that is missing may be the point of a request.
  const isBare = method !== 'GET' && (request.body?.value ?? '') === '';
  return message(html`<b>${method} ${url}</b>`, headers, isBare ? { value: '(no body)' } : request.body);
}

/** An answer as HTTP, with what differs marked: status, headers, body. */
export function answerView({ response, error }: HttpExchange, marks: readonly Mark[] = []): Html {
  if (response === undefined) return message(html`<b>no answer</b> ${error?.message}`, [], undefined);
  const { status, statusText, headers = [] } = response;
  const first = html`<b>${status === undefined ? statusText : `HTTP ${status}`}</b>`;
  return message(
    marked(
      first,
      marks.find(({ field }) => field === httpStatus),
    ),
    headers,
    response.body,
    marks,
  );
}

function message(first: Html, headers: Pairs, body: Body | undefined, marks: readonly Mark[] = []): Html {
  const content = bodyLines(body, marks);
  const all = [first, ...headers.slice(0, mostHeaders).map((one) => headerLine(one, marks))];
  return html`<pre>${inLines(content.length === 0 ? all : [...all, html``, ...content])}</pre>`;
}

function headerLine({ name, value }: Pairs[number], marks: readonly Mark[]): Html {
  const shown = secret.test(name) && !placeholder.test(value) ? '<masked>' : value;
  return marked(
    html`${name}: ${shown}`,
    marks.find(({ field }) => field.toLowerCase() === name.toLowerCase()),
  );
}

function bodyLines(body: Body | undefined, marks: readonly Mark[]): readonly Html[] {
  const { value = '', truncated } = body ?? {};
  if (value === '') return [];
  const all = value.length > longestBody ? undefined : jsonLines(value);
  const cut = truncated === true ? [html`… (the journal holds no more)`] : [];
  if (all === undefined) return [lines(value, mostLines), ...cut];
  const more = all.length - mostLines;
  const absent = marks.filter(
    ({ field, isName }) => isName && !all.some(({ path }) => markAt(path, [{ field }]) !== undefined),
  );
  return [
    ...all.slice(0, mostLines).map(({ depth, text, path }) => {
      const line = marked(html`${text}`, markAt(path, marks));
      return html`${'  '.repeat(Math.min(depth, 20))}${line}`;
    }),
    ...(more > 0 ? [html`… (${more} lines more)`] : []),
    ...absent.map((mark) => marked(html`${mark.field} is not there`, mark)),
    ...cut,
  ];
}

/** Said in words too, since a colour alone says nothing to some readers. */
function marked(part: Html, mark: Mark | undefined): Html {
  return mark === undefined
    ? part
    : html`<mark>${part}</mark> <span class="fail">← expected ${mark.expected}</span>`;
}

/** A line of a JSON text that is laid out anew. */
interface JsonLine {
  readonly depth: number;
  readonly text: string;
  /** The names that lead to it, without places in arrays: `['order', 'items', 'amount']`. */
  readonly path: readonly string[];
}

/** Strings, punctuation, and everything else up to the next of them: numbers stay as they were sent. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** A JSON text, one line for each value, with every number and string as it was sent; undefined where it is no JSON. */
export function jsonLines(text: string): readonly JsonLine[] | undefined {
  if (!isJson(text)) return undefined;
  const found: JsonLine[] = [];
  const names: (string | undefined)[] = [];
  let line = '';
  let name: string | undefined;
  const end = (): void => {
    if (line === '') return;
    const path = [...names, name].filter((one) => one !== undefined);
    found.push({ depth: names.length, text: line, path });
    line = '';
    name = undefined;
  };
  const tokens = text.match(token) ?? [];
  for (const [index, part] of tokens.entries()) {
    const next = tokens[index + 1];
    if (part === ':') line += ': ';
    else if (part === ',') {
      line += ',';
      end();
    } else if (part === '{' || part === '[') {
      if (next === '}' || next === ']') {
        line += part;
        continue;
      }
      const opened = name;
      line += part;
      end();
      names.push(opened);
    } else if (part === '}' || part === ']') {
      if (tokens[index - 1] !== '{' && tokens[index - 1] !== '[') {
        end();
        names.pop();
      }
      line += part;
    } else {
      if (next === ':') name = JSON.parse(part) as string;
      line += part;
    }
  }
  end();
  return found;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What of an answer differs from what was expected, for the eye alone: nothing is decided by it. */
interface Mark {
  /** The field, as `order.items.amount`; `HTTP status` for the status line. */
  readonly field: string;
  readonly expected: string;
  /** Whether it is said to be a field of the body, so that its absence can be shown. */
  readonly isName: boolean;
}

/** The fields that breaches are about: as what they expect has them as data, or as their check names them. */
export function marksOf(breaches: readonly Breach[]): readonly Mark[] {
  const marks = new Map<string, Mark>();
  for (const breach of breaches) {
    const { about, expected } = breach;
    const fields = expectsOf(breach).flatMap(fieldsOf);
    const named = fields.length > 0 || about === undefined ? fields : [about];
    for (const field of named)
      if (!marks.has(field))
        marks.set(field, { field, expected, isName: about === undefined && field !== httpStatus });
  }
  return [...marks.values()];
}

function fieldsOf(expect: Expect): readonly string[] {
  if ('http' in expect || 'httpFrom' in expect) return [httpStatus];
  if (isNotified(expect) || !('must' in expect)) return [];
  const { at, of, each, some } = expect;
  const path = [of?.list, at, each ?? some].filter((part) => part !== undefined && part !== '').join('.');
  return path === '' ? [] : [path];
}

/** The mark of a field that these names lead to, whatever it lies in. */
function markAt<M extends Pick<Mark, 'field'>>(path: readonly string[], marks: readonly M[]): M | undefined {
  const tails = new Set(path.map((_, from) => path.slice(from).join('.')));
  return marks.find(({ field }) => tails.has(field));
}
