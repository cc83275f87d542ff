import type { HttpExchange } from 'allure-js-commons/http';
import { html, type Html, inLines, lines } from '../html.ts';
import { jsonLines } from './json-lines.ts';
import { type Mark, markAt } from './marks.ts';

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
  return message(html`<b>${method} ${url}</b>`, headers, request.body);
}

/** An answer as HTTP, with what differs marked: status, headers, body. */
export function answerView({ response, error }: HttpExchange, marks: readonly Mark[] = []): Html {
  if (response === undefined) return message(html`<b>no answer</b> ${error?.message}`, [], undefined);
  const { status, statusText, headers = [] } = response;
  const first = html`<b>${status === undefined ? statusText : `HTTP ${status}`}</b>`;
  return message(
    marked(
      first,
      marks.find(({ field }) => field === 'HTTP'),
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
