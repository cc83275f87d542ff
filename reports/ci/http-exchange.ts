import type { HttpExchange } from 'allure-js-commons/http';
import type { ExchangeRecord } from '../../harness/records/exchange-records.ts';
import type { TranscriptLine } from '../../harness/records/failure-record.ts';
import type { Call } from '../../models/wire.ts';

const schemaVersion = 1;

/** A request and its answer as they were sent, in Allure's exchange format. `startedAt` is the run's start, ms since the epoch. */
export function sentExchange(exchange: ExchangeRecord, startedAt: number): HttpExchange {
  const { request, reply, lost } = exchange;
  return {
    schemaVersion,
    request: {
      method: request.method,
      url: request.url,
      headers: pairs(request.headers),
      ...(request.body === undefined ? {} : { body: text(request.body, request.headers) }),
    },
    ...(reply === undefined
      ? {}
      : {
          response: {
            status: reply.http,
            headers: pairs(reply.headers),
            body: { ...text(reply.body, reply.headers), ...(reply.truncated ? { truncated: true } : {}) },
          },
        }),
    ...(lost === undefined ? {} : { error: { name: 'lost', message: lost } }),
    start: startedAt + exchange.at,
    stop: startedAt + exchange.at + exchange.ms,
  };
}

/** The same from a transcript, for when the journal holds no run of the final form: without headers and times. */
export function transcriptExchange(line: TranscriptLine): HttpExchange {
  const call = line.call as unknown as Call;
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const raw = call.to === 'control' ? undefined : call.rawBody;
  const sent = raw ?? body;
  return {
    schemaVersion,
    request: {
      method: call.method,
      url: `/${call.path.replace(/^\/+/, '')}`,
      ...(sent === undefined ? {} : { body: { encoding: 'utf8', value: sent } }),
    },
    response: {
      statusText: line.received,
      body: { contentType: 'application/json', encoding: 'utf8', value: JSON.stringify(line.reply, null, 2) },
    },
  };
}

function pairs(headers: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function text(value: string, headers: Readonly<Record<string, string>>) {
  const contentType = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return { ...(contentType === undefined ? {} : { contentType }), encoding: 'utf8' as const, value };
}
