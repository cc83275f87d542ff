import { Stage, Status, type TestResult } from 'allure-js-commons';
import {
  ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
  ALLURE_HTTP_EXCHANGE_FILE_EXTENSION,
  type HttpExchange,
} from 'allure-js-commons/http';
import type { Writer } from 'allure-js-commons/sdk/reporter';
import { sentExchange, transcriptExchange } from './http-exchange.ts';
import { plain } from '../words/plain.ts';
import type { Failure } from '../journal/summary.ts';
import { usesText } from '../words/transcript.ts';

interface Attachments {
  /** Prefix of the attachments' file names. */
  readonly id: string;
  readonly writer: Pick<Writer, 'writeAttachment'>;
  /** The run's start, ms since the epoch. */
  readonly startedAt: number;
}

/** Adds a failing sequence to a result: one step for each request, with the request and its reply attached. */
export function attachExchanges(result: TestResult, failure: Failure, place: Attachments): void {
  const { transcript } = failure.record;
  transcript.forEach((line, index) => {
    const sent = failure.exchanges.filter(({ step }) => step === line.step);
    const exchanges =
      sent.length > 0 ? sent.map((one) => sentExchange(one, place.startedAt)) : [transcriptExchange(line)];
    result.steps.push({
      name: [line.operation, usesText(line, transcript), line.kind].filter((part) => part !== '').join(' '),
      status: index === transcript.length - 1 ? Status.FAILED : Status.PASSED,
      statusDetails: {
        message: `→ ${plain(line.received)}`,
        expected: plain(line.expected),
        actual: plain(line.received),
      },
      stage: Stage.FINISHED,
      steps: [],
      parameters: [],
      attachments: exchanges.map((exchange, nth) =>
        attach(exchange, `${place.id}-${index}-${nth}`, place.writer),
      ),
      // A step that was not journaled took no time that is known.
      start: Math.min(...exchanges.map(({ start }) => start ?? place.startedAt)),
      stop: Math.max(...exchanges.map(({ stop }) => stop ?? place.startedAt)),
    });
  });
}

function attach(exchange: HttpExchange, name: string, writer: Attachments['writer']) {
  const source = `${name}-attachment${ALLURE_HTTP_EXCHANGE_FILE_EXTENSION}`;
  const content = Buffer.from(JSON.stringify(exchange));
  writer.writeAttachment(source, content);
  return {
    name: plain(`${exchange.request.method} ${exchange.request.url}`, 120),
    type: ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
    source,
    size: content.length,
  };
}
