import { type Refusal, refusals } from '../../resource/errors.ts';
import { type ResourceRules, soundResourceRules as sound } from '../../resource/rules.ts';
import type { MetadataOf, Prefixed } from '../../resource/request-rules.ts';
import type { Metadata } from '../../resource/records.ts';
import { type JsonObject, objectIn } from '../../json.ts';
import type { HandlerReply, ReplyWrapper } from '../../seams.ts';
import { answering, fieldsOf } from '../replies.ts';

type Patch = Partial<ResourceRules>;

/** Another prefix of the ids of one kind. */
export function prefixing(of: Prefixed, prefix: string): Patch {
  return { prefix: (asked) => (asked === of ? prefix : sound.prefix(asked)) };
}

/** The number of fields of an object; of anything else 0. */
export function size(pairs: unknown): number {
  return Object.keys(objectIn(pairs)).length;
}

/** The first pairs of metadata, so many. */
export function firstPairs(pairs: Metadata, count: number): Metadata {
  return Object.fromEntries(Object.entries(pairs).slice(0, count));
}

/** A pair of metadata. */
export type Pair = readonly [key: string, value: string];

/** Other pairs in place of each. */
export function pairsOf(pairs: Metadata, change: (pair: Pair) => readonly Pair[]): Metadata {
  return Object.fromEntries(Object.entries(pairs).flatMap(change));
}

/** Another limit of how many pairs the metadata of one operation may have. */
export function pairsFit(of: MetadataOf, fits: (count: number) => boolean): Patch {
  return {
    metadataFits: (pairs, within) => (within === of ? fits(size(pairs)) : sound.metadataFits(pairs, within)),
  };
}

/** Content of one operation that is refused although nothing is wrong with it. */
export function refusingContent(
  operation: string,
  refusal: Refusal,
  which: (content: JsonObject) => boolean,
): Patch {
  return {
    contentFits: (asked, content) =>
      asked === operation && which(objectIn(content)) ? refusal : sound.contentFits(asked, content),
  };
}

/** Refuses with 422 content that should be refused with 400, where the error's description is of one kind. */
export function unprocessable(isKind: (description: string) => boolean): ReplyWrapper {
  return (reply) => {
    const body = fieldsOf(reply);
    const { description } = body;
    return reply.http === 400 && typeof description === 'string' && isKind(description)
      ? { http: 422, body: { ...body, status: '422', code: 'request_entity.invalid' } }
      : reply;
  };
}

/** Whether a description says that a field is missing. */
export const isMissing = (description: string): boolean => description.endsWith(' is missing.');

/** Whether a description says that a field has another type. Null counts as missing, and a body that is no object breaks another rule. */
export const isOfType = (description: string): boolean =>
  /: (Invalid input|must be an object)/.test(description) && !description.endsWith('received null');

/** A success that says little more than that it is one. */
export const hollow = (reply: HandlerReply): HandlerReply => ({ ...reply, body: { result: 'ok' } });

/** Answers 500 to some requests, chosen by their text or by the description of their refusal. */
export function crashing(
  which: (request: string, description: unknown) => boolean,
  text?: string,
): ReplyWrapper {
  return (reply, { request }) =>
    which(JSON.stringify(request), fieldsOf(reply)['description'])
      ? {
          http: 500,
          body: sound.errorObject(refusals.exception, 'err_0'),
          ...(text !== undefined && { text }),
        }
      : reply;
}

export const manyDigits = /:\d(\.\d+)?e\+/;
/** Characters that take four bytes in UTF-8. */
export const beyondThreeBytes = /[\u{10000}-\u{10ffff}]/gu;

const withContent = [
  ...['create', 'capture', 'refund', 'update'].map((name) => `payments.${name}`),
  ...['suspend', 'resume', 'delete'].map((name) => `tokens.${name}`),
];

/** Refuses another media type in another way. */
export function onMediaType(http: number, code: string): Readonly<Record<string, ReplyWrapper>> {
  const wrapper = answering(refusals.mediaType, http, code);
  return Object.fromEntries(withContent.map((operation) => [operation, wrapper]));
}
